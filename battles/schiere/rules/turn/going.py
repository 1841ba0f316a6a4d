"""An action: up to three moves of a schiera, a part of a schiera, a unit or a commander (L186).

Each kind of move (march, form up, turn, attack, shoot) is an action handler registered for
:class:`Going`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final

from battles.schiere.rules.board.play import FRAMES, ActionHandler, MenuHandler, Play
from battles.schiere.rules.board.position import Pacing, Position
from engine.codec import late_field
from engine.frames import Ask
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, handles

RULE = "actions"
MOVES: Final = 3  # moves and attacks in an action, counted together
ON_END: Final[list[Callable[[Play, Any], None]]] = []  # called with the Going when its action is over


@dataclass(frozen=True)
class Going(Pacing):
    """An action in progress. ``units``: the acting pieces. ``left``: the movement points left to each.
    ``made``: the number of moves that each has made. ``facing``: the facing of the first unit in open order,
    which the others follow (L104). ``attacks``: the number of attacks of each unit. ``harmed``: the units
    whose last attack did damage. ``pushed``: the units that have pushed back or eliminated an enemy.
    ``mover``: the seat with the next move. ``shots``: the number of volleys. ``shooting``: whether the units
    have already acted this turn and can now only shoot (L280, ruling S54).
    """

    seat: str
    units: tuple[str, ...]
    left: Mapping[str, int] = field(default_factory=dict)
    made: Mapping[str, int] = field(default_factory=dict)
    facing: str = ""
    attacks: Mapping[str, int] = field(default_factory=dict)
    harmed: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()
    mover: str = ""
    shots: int = 0
    shooting: bool = late_field(False)


def when_action_ends(follows: Callable[[Play, Any], None]) -> Callable[[Play, Any], None]:
    """Register a function that is called when an action is over."""
    ON_END.append(follows)
    return follows


@dataclass(frozen=True)
class EndAction(Action):
    """End the action without further moves."""


def begin_action(play: Play, seat: str, units: tuple[str, ...], *, shooting: bool = False) -> None:
    """Begin an action of these units. ``shooting``: whether they can only shoot."""
    play.count_today("acted", units)
    left = {id: _points(play.pos, id) for id in units}
    play.push(Going(seat, units, left, dict.fromkeys(units, 0), shooting=shooting))


def _points(pos: Position, id: str) -> int:
    """Return a piece's movement points for an action. A commander has twelve a turn, minus those spent while
    attached to a marching unit (L208, ruling S69).
    """
    return pos.moves(id) if pos.is_unit(id) else pos.state.today.left.get(id, pos.moves(id))


def acting(pos: Position, frame: Going) -> tuple[str, ...]:
    """Return the acting units that are still on the board and have a move left."""
    return tuple(id for id in frame.units if id in pos.state.pieces and frame.made[id] < MOVES)


def may_move(frame: Going) -> bool:
    """Return whether the acting side may make a full move next. It may not if the enemy has taken over the
    next move, or if the units can only shoot.
    """
    return frame.mover in ("", frame.seat) and not frame.shooting


def open_order(pos: Position, frame: Going) -> bool:
    """Return whether the acting units move one by one (L104). A single unit does not."""
    left = [id for id in frame.units if id in pos.state.pieces and pos.is_unit(id)]
    return len(frame.units) > 1 and any(pos.troop(id).open_order for id in left)


def spend(play: Play, units: tuple[str, ...], points: int, moves: int = 1) -> None:
    """Charge a move and its movement points to these units in the current action."""
    going = play.state.in_progress(Going)
    assert going is not None
    left = {id: n - points * (id in units) for id, n in going.left.items()}
    made = {id: n + moves * (id in units) for id, n in going.made.items()}
    play.amend(Going, left=left, made=made)


@FRAMES.handler(Going)
class _Going(MenuHandler):
    def advance(self, play: Play, frame: Going) -> bool:
        if acting(play.pos, frame):
            return False
        end(play, frame)
        return True

    def ask(self, pos: Position, frame: Going) -> Ask:
        facts = {"units": list(frame.units), "moves": MOVES - min(frame.made.values())}
        return Ask(frame.mover or frame.seat, "move", EndAction(), RULE, facts)


def end(play: Play, frame: Going) -> None:
    """End the action and save the movement points left."""
    play.pop()
    play.remember(left=dict(sorted({**play.state.today.left, **frame.left}.items())))
    for one in ON_END:
        one(play, frame)


@handles(Going)
class _Ending(ActionHandler):
    action = EndAction

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        return (Choice("end_action", rule=RULE),)

    def check(self, pos: Position, frame: Going, action: Any) -> None:
        """Allow a side to end its action at any time, because no unit is forced to continue."""

    def execute(self, play: Play, frame: Going, action: EndAction) -> None:
        end(play, frame)
