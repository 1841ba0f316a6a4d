"""Run the public cases of Schiere (tests/cases/schiere, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.answers.boards import board
from battles.schiere.answers.lookup import resolve
from engine.game import BadScenario, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer a case, or return the mistakes in it.

    A case is a calculator question. The chances of a duel are computed only if the case asks for them. A
    case with "board" describes a position to play from (:func:`battles.schiere.answers.boards.board`).
    """
    if given.get("ask") == "board":
        return board(given)
    quick = {"chances": False} if given.get("ask") == "duel" else {}
    try:
        return resolve({**quick, **given})
    except BadScenario as bad:
        return {
            "refused": sorted({mistake.code for mistake in bad.mistakes}),
            "mistakes": {mistake.path: mistake.code for mistake in bad.mistakes},
        }
