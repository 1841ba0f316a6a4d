"""Answers about a system that has no calculators of its own: how many are twice as many."""

from typing import Any

from engine.game import BadScenario, Facts, Mistake


def resolve(question: Facts) -> dict[str, Any]:
    if not question.get("men"):
        raise BadScenario([Mistake("$.men", "too_few")])
    return {"twice": question["men"] * 2}


def schema() -> Facts:
    return {"type": "object", "required": ["men"]}
