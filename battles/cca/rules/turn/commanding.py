"""The orders and moves of a turn, in any sequence, until the player begins the battles (L158-276).

Moving a unit without an order also gives it one. All moves end before the first battle. Move-Fire-Move adds a
second round of moves by the same units (L1179).
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.fight.marsh import wade_leader
from battles.cca.rules.movement import stops
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, ActionHandler, MenuHandler, Play
from battles.cca.rules.play.settling import settle
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.turn.moving import leader_ends, may_leave, unit_ends, why_not_move
from battles.cca.rules.turn.orderable_units import objection
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "L176"
MOVES: Final = "L194"
LEADERS: Final = "L258"
EXIT: Final = "L1581"


@dataclass(frozen=True)
class Commanding(Frame):
    """The orders and moves that ``seat`` is making. ``again``: whether this is the second move of
    Move-Fire-Move. ``begun``: whether there was something to order or move at the start.
    """

    seat: str
    again: bool = False
    begun: bool = late_field(False)


@dataclass(frozen=True)
class Order(Action):
    """Give an order to the unit in a hex. ``leader``: whether to order only the leader there."""

    at: str
    leader: bool = False


@dataclass(frozen=True)
class Move(Action):
    """Move the unit in a hex with its leader. The move also gives the unit an order."""

    at: str
    to: str


@dataclass(frozen=True)
class MoveLeader(Action):
    """Move a leader without a unit. The move also gives the leader an order."""

    at: str
    to: str


@dataclass(frozen=True)
class LeaveBoard(Action):
    """Move a unit off the enemy's edge of the board, for a banner (L1581)."""

    at: str


@dataclass(frozen=True)
class GoToBattle(Action):
    """End the orders and moves, and begin the battles."""


@dataclass(frozen=True)
class UnitOrdered(Event):
    at: str
    seat: str
    unit: str


@dataclass(frozen=True)
class LeaderOrdered(Event):
    at: str
    seat: str
    name: str


@dataclass(frozen=True)
class UnitMoved(Event):
    """A unit has moved. ``leader`` is the name of the leader with it after the move ("?" for an unnamed
    leader), or "".
    """

    at: str
    to: str
    seat: str
    unit: str
    leader: str = ""


@dataclass(frozen=True)
class LeaderMoved(Event):
    at: str
    to: str
    seat: str
    name: str


@dataclass(frozen=True)
class UnitLeft(Event):
    """A unit and its leader have left the board over the enemy's edge."""

    at: str
    seat: str
    unit: str


@FRAMES.handler(Commanding)
class _Commanding(MenuHandler):
    def advance(self, play: Play, frame: Commanding) -> bool:
        """Begin the phase, or end it at once if there is nothing to order or move. Return False once it has
        begun: the player then has to confirm its end, because the last move can still be undone.
        """
        if frame.begun:
            return False
        if _anything_left(play.pos, frame.again):
            play.swap(frame.but(begun=True))
        else:
            play.pop()
        return True

    def ask(self, pos: Battle, frame: Commanding) -> Ask:
        kind = "move_again" if frame.again else "command"
        return Ask(frame.seat, kind, GoToBattle(), RULE, {"card": pos.turn.stands_for})


def _anything_left(pos: Battle, again: bool) -> bool:
    """Return whether any piece can still be ordered or moved."""
    seat = pos.turn.seat
    for at in pos.units_of(seat):
        if not again and objection(pos, at, False) is None:
            return True
        if why_not_move(pos, again, at, False) is None and (unit_ends(pos, at) or may_leave(pos, at)):
            return True
    for at in pos.leaders_of(seat):
        if not again and objection(pos, at, True) is None:
            return True
        if why_not_move(pos, again, at, True) is None and leader_ends(pos, at):
            return True
    return False


@handles(Commanding)
class _GoToBattle(ActionHandler):
    action = GoToBattle

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        return (Choice("go_to_battle", rule="L160"),)

    def check(self, pos: Battle, frame: Commanding, action: GoToBattle) -> None:
        """Accept the action at any time."""

    def execute(self, play: Play, frame: Commanding, action: GoToBattle) -> None:
        play.pop()


@handles(Commanding)
class _Order(ActionHandler):
    action = Order

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        if frame.again:
            return ()
        seat = pos.turn.seat
        units = (
            Choice("order", {"at": at, "leader": False}, rule=RULE)
            for at in pos.units_of(seat)
            if objection(pos, at, False) is None
        )
        leaders = (
            Choice("order", {"at": at, "leader": True}, rule="L188")
            for at in pos.leaders_of(seat)
            if objection(pos, at, True) is None
        )
        return (*units, *leaders)

    def check(self, pos: Battle, frame: Commanding, action: Order) -> None:
        if frame.again:
            refuse("L1179", "orders_given")
        against = objection(pos, action.at, action.leader)
        if against is not None:
            refuse(*against, at=action.at)

    def execute(self, play: Play, frame: Commanding, action: Order) -> None:
        order(play, frame.seat, action.at, action.leader)


def order(play: Play, seat: str, at: str, leader: bool) -> None:
    """Give an order to a unit, or to a ``leader`` alone, and report it as an event."""
    if leader:
        play.order_leader(at)
        play.tell(LeaderOrdered(at, seat, play.state.leaders[at].name))
    else:
        play.order_unit(at)
        play.tell(UnitOrdered(at, seat, play.state.units[at].type))


@handles(Commanding)
class _Move(ActionHandler):
    action = Move

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        found = []
        for at in pos.units_of(pos.turn.seat):
            if why_not_move(pos, frame.again, at, False) is None:
                ends = unit_ends(pos, at)
                if ends:
                    to = Pick("to", tuple(Option(name) for name in sorted(ends)))
                    found.append(Choice("move", {"at": at}, (to,), MOVES))
        return tuple(found)

    def check(self, pos: Battle, frame: Commanding, action: Move) -> None:
        against = why_not_move(pos, frame.again, action.at, False)
        if against is not None:
            refuse(*against, at=action.at)
        if action.to not in unit_ends(pos, action.at):
            refuse(MOVES, "out_of_reach", at=action.at, to=action.to)

    def execute(self, play: Play, frame: Commanding, action: Move) -> None:
        pos, at, to = play.pos, action.at, action.to
        cost = unit_ends(pos, at)[to]
        if at not in pos.turn.units:
            order(play, frame.seat, at, False)
        unit, joined = play.state.units[at], to in play.state.leaders
        stopped = stops(pos.board, unit.kind, HEXES[to]) or bool(pos.board.terrain(HEXES[at]).leave_hexes)
        before = play.state.turn.units[at]
        play.note_unit(at, moved=before.moved + cost, done=True, stopped=stopped)
        leader = play.state.leaders.get(at) or play.state.leaders.get(to)
        if joined and to in play.state.turn.leaders:  # a joined leader can no longer move alone (ruling 45)
            known = play.state.turn.leaders
            play.remember(leaders={**known, to: known[to].but(done=True)})
        play.move_unit(at, to)
        name = (leader.name or "?") if leader else ""
        play.tell(UnitMoved(at, to, frame.seat, unit.type, name))
        settle(play, to)


@handles(Commanding)
class _MoveLeader(ActionHandler):
    action = MoveLeader

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        found = []
        for at in pos.leaders_of(pos.turn.seat):
            if why_not_move(pos, frame.again, at, True) is None:
                ends = leader_ends(pos, at)
                if ends:
                    to = Pick("to", tuple(Option(name) for name in sorted(ends)))
                    found.append(Choice("move_leader", {"at": at}, (to,), LEADERS))
        return tuple(found)

    def check(self, pos: Battle, frame: Commanding, action: MoveLeader) -> None:
        against = why_not_move(pos, frame.again, action.at, True)
        if against is not None:
            refuse(*against, at=action.at)
        if action.to not in leader_ends(pos, action.at):
            refuse(LEADERS, "out_of_reach", at=action.at, to=action.to)

    def execute(self, play: Play, frame: Commanding, action: MoveLeader) -> None:
        at, to = action.at, action.to
        if at not in play.state.turn.leaders:
            order(play, frame.seat, at, True)
        known = play.state.turn.leaders
        play.remember(leaders={**known, at: known[at].but(moved=1, done=True)})
        name = play.state.leaders[at].name
        play.move_leader(at, to)
        if to in play.state.units:  # the unit that a leader joins cannot move afterwards (L270)
            play.remember(frozen=tuple(sorted({*play.state.turn.frozen, to})))
        play.tell(LeaderMoved(at, to, frame.seat, name))
        wade_leader(play, to)


@handles(Commanding)
class _LeaveBoard(ActionHandler):
    action = LeaveBoard

    def list_choices(self, pos: Battle, frame: Commanding) -> Choices:
        if not any(pos.setting.special("exit_for_banner")):
            return ()
        return tuple(
            Choice("leave_board", {"at": at}, rule=EXIT)
            for at in pos.units_of(pos.turn.seat)
            if why_not_move(pos, frame.again, at, False) is None and may_leave(pos, at)
        )

    def check(self, pos: Battle, frame: Commanding, action: LeaveBoard) -> None:
        against = why_not_move(pos, frame.again, action.at, False)
        if against is not None:
            refuse(*against, at=action.at)
        if not may_leave(pos, action.at):
            refuse(EXIT, "cannot_leave", at=action.at)

    def execute(self, play: Play, frame: Commanding, action: LeaveBoard) -> None:
        at = action.at
        if at not in play.state.turn.units:
            order(play, frame.seat, at, False)
        unit = play.state.units[at]
        if at in play.state.leaders:
            play.take_leader_off_board(at)
        play.put_unit(at, None)
        play.tell(UnitLeft(at, frame.seat, unit.type))
        play.award_extra(frame.seat, "exit")
