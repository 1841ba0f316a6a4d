"""Runs the public cases of Schiere (tests/cases/schiere, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.rules.lookup import resolve
from battles.schiere.rules.told import board
from engine.game import BadScenario, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The answer to a case: a look-up, the chances of a duel only where they are asked for; what is wrong
    with a question that cannot be. "board" asks no look-up: what becomes of a position
    (:func:`battles.schiere.rules.told.board`)."""
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
