"""Formation changes: a schiera forms a line, a column or a square (L102)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.rules.board.ground import FACINGS
from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.shapes import shapes, slots
from battles.schiere.rules.board.watching import notify_settled
from battles.schiere.rules.turn.going import Going, acting, may_move, spend
from battles.schiere.rules.turn.march import must_stop as held
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "schiere"


@dataclass(frozen=True)
class FormUp(Action):
    """Take a formation with a new facing. The first unit stays in place."""

    facing: str
    shape: str


@dataclass(frozen=True)
class FormedUp(Event):
    """Units have taken a formation. ``squares`` lists each unit's new square."""

    seat: str
    units: tuple[str, ...]
    squares: tuple[str, ...]
    facing: str
    shape: str


@handles(Going)
class _Forming(ActionHandler):
    action = FormUp

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        found = []
        for facing in FACINGS:
            fitting = [s for s in self._shapes(pos, frame) if price(pos, frame, facing, s) is not None]
            if fitting:
                pick = Pick("shape", tuple(Option(shape) for shape in fitting))
                found.append(Choice("form_up", {"facing": facing}, (pick,), RULE))
        return tuple(found)

    def _shapes(self, pos: Position, frame: Going) -> tuple[str, ...]:
        able = acting(pos, frame)
        if not may_move(frame) or len(able) < 2 or len(able) < len(frame.units):
            return ()
        if any(held(pos, id) for id in able):
            return ()
        return shapes(len(able))

    def check(self, pos: Position, frame: Going, action: FormUp) -> None:
        if frame.shooting:
            refuse("shooting", "only_shoots")
        if any(held(pos, id) for id in acting(pos, frame)):
            refuse("chief", "out_of_command", piece=frame.units[0])
        if action.shape not in self._shapes(pos, frame) or action.facing not in FACINGS:
            refuse(RULE, "no_such_shape")
        if price(pos, frame, action.facing, action.shape) is None:
            refuse(RULE, "no_room_to_form")

    def execute(self, play: Play, frame: Going, action: FormUp) -> None:
        cost = price(play.pos, frame, action.facing, action.shape)
        assert cost is not None
        there = new_squares(play.pos, frame, action.facing, action.shape)
        spend(play, frame.units, cost)
        play.amend(Going, facing=action.facing)
        play.count_today("moved", frame.units)
        play.place(there, action.facing)
        squares = tuple(there[id] for id in frame.units)
        play.tell(FormedUp(frame.seat, frame.units, squares, action.facing, action.shape))
        notify_settled(play, frame.units)


def new_squares(pos: Position, frame: Going, facing: str, shape: str) -> Mapping[str, str]:
    """Return the units' new squares. The first unit stays, and the others fill the formation in sequence."""
    at = pos.piece(frame.units[0]).at
    return dict(zip(frame.units, slots(pos.ground, at, facing, shape, len(frame.units)), strict=True))


def price(pos: Position, frame: Going, facing: str, shape: str) -> int | None:
    """Return the cost of a formation, which is the cost for the unit whose route costs most (ruling S25).

    Return None if there is no room, nothing changes, or a unit would enter an enemy's influence area or lacks
    the movement points.
    """
    there, own = new_squares(pos, frame, facing, shape), set(frame.units)
    influence, most, changed = pos.enemy_influence(frame.seat), 0, False
    for id, square in there.items():
        piece = pos.piece(id)
        changed = changed or piece.at != square or piece.facing != facing
        if piece.at == square:
            continue
        if not square or pos.unit_at(square) not in ("", *own) or square in influence:
            return None
        cost = pos.ground.reach(piece.at, frame.left[id], pos.cls(id)).get(square)
        if cost is None:
            return None
        most = max(most, cost)
    return most if changed else None
