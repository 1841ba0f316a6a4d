"""Runs the cases of *Cataphract* (tests/cases/cataphract, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.cataphract.answers.lookup import resolve
from engine.game import BadScenario, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer a case as the calculator does; ``ask`` names the question, a clash by default."""
    try:
        return resolve({"ask": "clash", **given})
    except BadScenario as refusal:
        return {
            "refused": sorted({mistake.code for mistake in refusal.mistakes}),
            "mistakes": {mistake.path: mistake.code for mistake in refusal.mistakes},
        }
