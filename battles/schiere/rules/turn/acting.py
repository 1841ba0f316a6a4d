"""A side's actions: one for each point of its initiative score, plus reserved and bought actions (L184-206).

Each way of spending them is an action handler registered for :class:`Acting` in a separate module.
Examples are letting a unit act, reserving the rest, sending an order and building a bridge.
"""

from __future__ import annotations

from typing import Any

from battles.schiere.rules.board.play import FRAMES, ActionHandler, MenuHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import STANDARD, TROOPS
from battles.schiere.rules.shooting.shooters import has_target
from battles.schiere.rules.turn.going import begin_action
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Option
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "actions"
PER_TURN = 1  # actions that a piece can take each turn (L186)


@dataclass(frozen=True)
class Acting(Frame):
    """A side chooses its next action. Some choices cost nothing."""

    seat: str


@dataclass(frozen=True)
class Reserve(Action):
    """End the side's part of the turn and keep its remaining actions in reserve."""


@dataclass(frozen=True)
class TakeAction(Action):
    """Choose the pieces that act next: a schiera, a part of a schiera, a unit or a commander."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class ActionTaken(Event):
    """Pieces have begun an action. ``left`` is the number of actions that the side has left."""

    seat: str
    units: tuple[str, ...]
    left: int


@dataclass(frozen=True)
class ActionsReserved(Event):
    """A side has reserved its remaining actions. ``banked`` is the total in reserve."""

    seat: str
    banked: int


def actions_left(pos: Position, seat: str) -> int:
    """Return the number of actions that a side has left: this turn's, reserved and bought ones. A side that
    has just reserved the rest of its actions has none until the next turn.
    """
    today, side = pos.state.today, pos.side(seat)
    if seat not in today.actions:
        return 0
    return today.actions[seat] + side.banked + side.bought


def at_hand(pos: Position, seat: str) -> int:
    """Return the number of actions that a side can spend in the enemy's part of the turn: those for its own
    next part, and reserved ones, including any that it has only just reserved (L200). Bought actions can
    be spent only in its own part (L332).
    """
    return pos.state.today.actions.get(seat, 0) + pos.side(seat).banked


def pay(play: Play, seat: str, count: int = 1) -> None:
    """Spend actions: first this turn's, then reserved ones, then bought ones (L202, L332)."""
    for _ in range(count):
        side, today = play.state.sides[seat], play.state.today
        if today.actions.get(seat, 0) > 0:
            play.count_today("actions", (seat,), -1)
        elif side.banked > 0:
            play.change_side(seat, banked=side.banked - 1)
        else:
            play.change_side(seat, bought=side.bought - 1)
    play.count_today("taken", (seat,), count)


@FRAMES.handler(Acting)
class _Acting(MenuHandler):
    def ask(self, pos: Position, frame: Acting) -> Ask:
        facts = {"left": actions_left(pos, frame.seat)}
        return Ask(frame.seat, "act", Reserve(), RULE, facts)


@handles(Acting)
class _Reserving(ActionHandler):
    action = Reserve

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        return (Choice("reserve", rule="reserved"),)

    def check(self, pos: Position, frame: Acting, action: Any) -> None:
        """Accept the action at any time, because a side never has to act."""

    def execute(self, play: Play, frame: Acting, action: Reserve) -> None:
        """Reserve this turn's remaining actions. Bought actions stay available in any case."""
        play.pop()
        today, side = play.state.today, play.state.sides[frame.seat]
        banked = side.banked + today.actions.get(frame.seat, 0)
        play.change_side(frame.seat, banked=banked)
        play.remember(actions={s: n for s, n in today.actions.items() if s != frame.seat})
        play.tell(ActionsReserved(frame.seat, banked))


@handles(Acting)
class _Taking(ActionHandler):
    action = TakeAction

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        found = []
        able = tuple(id for id in pos.of(frame.seat) if not why_not(pos, frame.seat, id))
        for name, ids in pos.schiere(frame.seat).items():
            for body in bodies(pos, ids):
                here = tuple(Option(id) for id in body if id in able)
                if here:
                    fields, facts = (Many("units", here, 1),), {"schiera": name}
                    found.append(Choice("take_action", {}, fields, RULE, facts=facts))
        for id in able:
            if not pos.is_unit(id):
                found.append(Choice("take_action", {"units": [id]}, (), RULE, facts={"piece": id}))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: TakeAction) -> None:
        if not action.units or len(set(action.units)) < len(action.units):
            refuse(RULE, "nobody_chosen")
        for id in action.units:
            reason = why_not(pos, frame.seat, id)
            if reason:
                refuse(reason[0], reason[1], piece=id[:20])
        names = {pos.piece(id).schiera for id in action.units}
        if len(names) > 1 or (len(action.units) > 1 and names == {""}):
            refuse("schiere", "not_one_schiera")
        if len(action.units) > 1:
            whole = bodies(pos, pos.schiera(names.pop()))
            if not any(set(action.units) <= set(body) for body in whole):
                refuse("schiere", "not_together")

    def execute(self, play: Play, frame: Acting, action: TakeAction) -> None:
        play.pop()
        pay(play, frame.seat)
        units = tuple(sorted(action.units))
        acted = {id: play.state.today.acted.get(id, 0) for id in units}
        shooting = any(number >= PER_TURN + extra_actions(play.pos, id) for id, number in acted.items())
        # a second action uses up the one schiera that a resolute wing commander can urge on this turn
        if not shooting and any(number >= PER_TURN for number in acted.values()):
            wing = play.pos.wing(frame.seat, play.pos.piece(units[0]).wing)
            play.remember(urged={**play.state.today.urged, wing: play.pos.piece(units[0]).schiera})
        play.tell(ActionTaken(frame.seat, units, actions_left(play.pos, frame.seat)))
        begin_action(play, frame.seat, units, shooting=shooting)


def why_not(pos: Position, seat: str, id: str) -> tuple[str, str] | None:
    """Return the reason why a piece cannot act now, as (section of the rules, code), or None if it can."""
    piece = pos.state.pieces.get(id)
    if piece is None or piece.seat != seat:
        return RULE, "not_yours"
    if piece.troop == STANDARD:
        return "standards", "follows_its_commander"
    if pos.state.today.acted.get(id, 0) >= PER_TURN + extra_actions(pos, id) and not shoots_on(pos, id):
        return RULE, "acted_already"
    if piece.host and pos.adjacent_enemies(piece.host):
        return "chief", "host_under_attack"  # see rule L413
    if piece.troop in TROOPS and piece.rests >= pos.turn:
        return "rout", "reorganises"  # see rule L405
    if piece.troop in TROOPS and not pos.in_command(id):
        return "chief", "out_of_command"  # see rule L210
    return None


def shoots_on(pos: Position, id: str) -> bool:
    """Return whether a unit that has acted can act again, but only to shoot, because it has a shot and a
    target left. Three shots a turn need three actions (L186, L280, ruling S54).
    """
    return has_target(pos, (id,))


def bodies(pos: Position, ids: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the parts of a schiera that can act as one. In open order this is the whole schiera, otherwise
    units connected by sides or corners (L102-104, ruling S55).
    """
    if len(ids) < 2 or pos.troop(ids[0]).open_order:
        return (ids,) if ids else ()
    left, found = list(ids), []
    while left:
        body, edge = [left[0]], [left.pop(0)]
        while edge:
            around = pos.ground.neighbours[pos.piece(edge.pop()).at]
            near = [id for id in left if pos.piece(id).at in around]
            left = [id for id in left if id not in near]
            body += near
            edge += near
        found.append(tuple(sorted(body, key=ids.index)))
    return tuple(found)


def extra_actions(pos: Position, id: str) -> int:
    """Return the number of extra actions that a unit can take in a turn: one for infantry urged on by a
    resolute wing commander, otherwise none. Such a commander urges on only one schiera a turn (L236).
    """
    piece = pos.piece(id)
    if piece.troop not in TROOPS or not TROOPS[piece.troop].cls.endswith("infantry"):
        return 0
    return int(pos.is_urged_by(id, "resolute"))
