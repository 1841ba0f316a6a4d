"""Run the test cases about positions on the board: questions, moves and combats (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.dba.rules.board import clash, moves
from battles.dba.rules.board.orders import Move, length
from battles.dba.rules.board.questions import Question
from battles.dba.rules.field.position import Position, sketch
from battles.dba.rules.field.sight import PER_PACE
from engine.game import IllegalAction, InvalidAction, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a drawing of a position after the given moves, and the answers to the questions about it. If a
    move or a question is refused, return the reason.
    """
    try:
        position = Position.parse(given["board"])
        answer: dict[str, Json] = {"drawing": sketch(position).splitlines()}
        for text in given.get("moves", ()):
            try:
                position = _move(position, text, given.get("dismounts", {}), answer)
            except IllegalAction as refusal:
                answer |= {"refused": [refusal.code], "section": refusal.rule}
                if " break off " not in text:
                    answer["cut"] = str(moves.shorten_move(position, Move.parse(text)) or "")
                break
        if "combat" in given:
            position = _combat(position, given["combat"], answer)
    except InvalidAction as refusal:
        return {"refused": [refusal.code]}
    if "moves" in given or "combat" in given:
        answer["after"] = {line.split()[0]: line.split(" ", 3)[3] for line in _elements(position)}
    asked = given.get("ask", ())
    try:
        return answer | {"answers": {text: Question.parse(text).answer(position) for text in asked}}
    except InvalidAction as refusal:
        return {"refused": [refusal.code]}


def _elements(position: Position) -> list[str]:
    return str(position).splitlines()[: len(position.elements)]


def _move(position: Position, text: str, dismounts: Mapping[str, str], answer: dict[str, Json]) -> Position:
    if " break off " in text:
        name, _, far = text.partition(": break off ")
        return moves.break_off(position, name, length(far))
    done = moves.execute(position, Move.parse(text), dismounts)
    answer |= {
        "paces": {name: -(-used // PER_PACE) for name, used in done.used.items()},
        "most": {name: most // PER_PACE for name, most in done.allowed.items()},
        "turned": [str(one) for one in done.turned],
    }
    return done.position


def _combat(position: Position, given: Mapping[str, Json], answer: dict[str, Json]) -> Position:
    """Resolve a close combat, or a shot by one to three ``shooters``, with two given dice. Add the result to
    ``answer``, and return the position afterwards.
    """
    if "shooters" in given:
        chosen = clash.shot_clash(
            position,
            tuple(given["shooters"]),
            given["b"],
            answered=given.get("answered", False),
            own=given.get("own", True),
        )
    else:
        chosen = clash.close_combat(position, given["a"], given["b"], given.get("charged", False))
    done, followed = clash.fight(position, chosen, tuple(given["dice"]))
    answer |= {
        "fate": {"a": done.fate_a, "b": done.fate_b},
        "totals": {"a": done.final_a, "b": done.final_b},
        "changes": [str(change) for change in followed.changes],
        "turned": [str(one) for one in followed.turned],
    }
    return followed.position
