"""What those who act may do that is worth a trial: attack, shoot, come up, keep their distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.turn.going import EndAction, Going
from battles.schiere.rules.turn.march import MoveAlong, body, leads
from battles.schiere.rules.turn.steps import Body
from engine.game import Choice, Choices, Many, Pick
from engine.paths import Goal, Path, goals

CONTACTS: Final = 2  # goals in contact that are tried
PLACES: Final = 2  # and others
OUTRIGHT: Final = ("attack", "shoot")
LEADS: Final = 3
ASTRAY: Final = 4  # squares by which a goal must be nearer that lies out of command


def candidates(pos: Position, going: Going, choices: Choices) -> Iterator[Any]:
    """Actions worth a trial, the one that ends it all first."""
    yield EndAction()
    for choice in choices:
        if choice.kind in OUTRIGHT:
            yield from _outright(choice)
    if going.mover in ("", going.seat):
        ways = _ways(choices)
        for lead in leads(pos, going)[:LEADS]:
            if lead in ways:
                yield from _marches(pos, going, lead, ways[lead])


def _ways(choices: Choices) -> Mapping[str, Path]:
    """Where each of those may go that are offered a march."""
    return {
        str(choice.fixed["lead"]): field
        for choice in choices
        if choice.kind == "move_along"
        for field in choice.fields
        if isinstance(field, Path)
    }


def _outright(choice: Choice) -> Iterator[Any]:
    """Each target; of shooters all who can."""
    fields: dict[str, Any] = {}
    for field in choice.fields:
        if isinstance(field, Many):
            fields[field.name] = [option.value for option in field.options]
    picks = [field for field in choice.fields if isinstance(field, Pick)]
    for option in picks[0].options if picks else (None,):
        named = {picks[0].name: option.value} if option is not None else {}
        yield CODEC.read({"kind": choice.kind, **choice.fixed, **fields, **named})


def _marches(pos: Position, going: Going, lead: str, way: Path) -> Iterator[MoveAlong]:
    """The best few squares in contact with the enemy, and the best few that are not."""
    moved = Body(pos, body(pos, going, lead), going.left[lead])
    found = goals(way)
    enemies = [pos.piece(id).at for id in pos.units(foe(going.seat))]
    if not enemies:
        return
    wanted, led, far = _wanted(pos, lead), pos.commanded(going.seat), pos.ground.far

    def rank(goal: Goal) -> tuple[float, int, str]:
        row = far[goal.place]
        near = min([row[at] for at in enemies])
        return abs(near - wanted) + (0 if goal.place in led else ASTRAY), goal.cost, goal.place

    ranked = sorted(found, key=rank)
    touching = [goal for goal in ranked if goal.place in way.halts and _meets(moved, goal.place)]
    apart = [goal for goal in ranked if goal.place not in way.halts]
    for goal in (*touching[:CONTACTS], *apart[:PLACES]):
        yield MoveAlong(lead, goal.way, going.facing or _look(pos, goal.place, enemies))


def _meets(moved: Body, square: str) -> bool:
    influence = moved.pos.influenced(moved.seat)
    return any(at in influence for at in moved.at(square).values())


def _wanted(pos: Position, lead: str) -> int:
    """How far from the enemy those want to be."""
    if not pos.is_unit(lead):
        return 6
    return 3 if pos.troop(lead).weapon else 1


def _look(pos: Position, at: str, enemies: list[str]) -> str:
    near = min(enemies, key=lambda there: (pos.ground.distance(at, there), there))
    return pos.ground.facing_to(at, near) if near != at else "n"
