"""Run the test cases of *Cataphract* (tests/cases/cataphract, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.cataphract.answers.case_battle import play as battle
from battles.cataphract.answers.case_field import answer
from battles.cataphract.answers.case_sheet import play
from battles.cataphract.answers.lookup import resolve
from engine.game import BadScenario, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer a case as the calculator does, or play a sheet or a battle on the map.

    ``ask``: the kind of question, by default a clash.
    """
    try:
        if given.get("ask") == "sheet":
            return play(given)
        if given.get("ask") == "battle":
            return battle(given)
        if given.get("ask") == "field":
            return answer(given)
        return resolve({"ask": "clash", **given})
    except BadScenario as refusal:
        return {
            "refused": sorted({mistake.code for mistake in refusal.mistakes}),
            "mistakes": {mistake.path: mistake.code for mistake in refusal.mistakes},
        }
