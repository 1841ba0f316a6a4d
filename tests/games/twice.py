"""Answers for a system without calculators of its own: they double a number."""

from typing import Any

from engine.game import BadScenario, Facts, Mistake


def resolve(question: Facts) -> dict[str, Any]:
    if not question.get("men"):
        raise BadScenario([Mistake("$.men", "too_few")])
    return {"twice": question["men"] * 2}


def schema() -> Facts:
    return {"type": "object", "required": ["men"]}
