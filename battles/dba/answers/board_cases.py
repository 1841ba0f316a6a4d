"""Runs the cases of positions on the board: questions about one (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.dba.rules.field.position import Position, sketch
from battles.dba.rules.field.questions import Question
from engine.game import IllegalAction, InvalidAction, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The drawing of a position, and the answers to what is asked of it; or why it cannot be read."""
    try:
        position = Position.parse(given["board"])
        asked = given.get("ask", ())
        return {
            "drawing": sketch(position).splitlines(),
            "answers": {text: Question.parse(text).answer(position) for text in asked},
        }
    except (InvalidAction, IllegalAction) as refusal:
        return {"refused": [refusal.code]}
