"""An enterprising chief steals an action of the enemy, with an order of one sword (L172, L202, L224).

Once in each turn of the enemy, when it has carried out at least one action; the enemy loses one, and the
thief's own actions do not change (ruling C13). An enterprising chief is public, his orders are not: the
question is covert.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.acting import actions_left, pay
from battles.schiere.rules.turn.going import Going, when_action_ends
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Number, Option, Pick
from kit.rules.decisions import Action, Event

RULE: Final = "reserved"
PRICE: Final = "sword1"


@dataclass(frozen=True)
class Thwarting(Frame):
    """``seat`` may take an action from the other side, which has just carried one out."""

    seat: str


@dataclass(frozen=True)
class StealAction(Action):
    """Steal an action with an order of one sword, or decline."""

    steal: bool


@dataclass(frozen=True)
class ActionStolen(Event):
    """``left``: the remaining actions of ``of``."""

    by: str
    of: str
    left: int


@when_action_ends
def carried_out(play: Play, going: Going) -> None:
    """Offer the theft after an action of the enemy."""
    after_action(play, going.seat)


def after_action(play: Play, seat: str) -> None:
    """Offer the other side a theft after an action."""
    if may_be_asked(play.pos, foe(seat)):
        play.push(Thwarting(foe(seat)))


def may_be_asked(pos: Position, seat: str) -> bool:
    """Whether a side might steal an action, by public facts: an enterprising chief with an order who has not
    stolen this turn, and an enemy with an action left."""
    chief = pos.chief(seat)
    return (
        bool(chief)
        and pos.piece(chief).kind == "enterprising"
        and seat not in pos.state.today.stolen
        and bool(pos.orders(seat, CHIEF))
        and actions_left(pos, foe(seat)) > 0  # all actions available to it, reserved ones too (L224)
    )


def price(pos: Position, seat: str) -> str:
    """An order of one sword held by the chief; "" without one."""
    return next((id for id, order in pos.orders(seat, CHIEF).items() if order.card == PRICE), "")


@FRAMES.duty(Thwarting)
class _Thwarting(Offered):
    def ask(self, pos: Position, frame: Thwarting) -> Ask:
        facts = {"left": actions_left(pos, foe(frame.seat))}
        return Ask(frame.seat, "steal_action", StealAction(False), RULE, facts, covert=True)

    def choices(self, pos: Position, frame: Thwarting) -> Choices:
        steal = (Option(False), *((Option(True),) if price(pos, frame.seat) else ()))
        return (Choice("steal_action", {}, (Pick("steal", steal),), RULE),)

    def carry_out(self, play: Play, frame: Thwarting, action: StealAction) -> None:
        play.pop()
        if not action.steal:
            return
        victim = foe(frame.seat)
        play.spend_order(price(play.pos, frame.seat), "stealing")
        play.remember(stolen=tuple(sorted({*play.state.today.stolen, frame.seat})))
        pay(play, victim)
        play.tell(ActionStolen(frame.seat, victim, actions_left(play.pos, victim)))


@FRAMES.standing_order("steal_action", Number("when_left", 1, 9, 1), rule=RULE, covert=True)
def steals(pos: Position, frame: Thwarting, said: Facts) -> StealAction:
    """Steal once the enemy is down to this many actions, whenever an order can pay for it."""
    left = actions_left(pos, foe(frame.seat))
    return StealAction(left <= int(said["when_left"]) and bool(price(pos, frame.seat)))
