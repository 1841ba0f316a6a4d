"""A calculator for a test system that has none of its own. It answers every question with twice a number."""

from typing import Any

from engine.game import BadScenario, Facts, Mistake


def resolve(question: Facts) -> dict[str, Any]:
    if not question.get("men"):
        raise BadScenario([Mistake("$.men", "too_few")])
    return {"twice": question["men"] * 2}


def schema() -> Facts:
    return {"type": "object", "required": ["men"]}
