"""An enterprising chief can steal an action from the enemy by spending an order of one sword (L172, L202,
L224).

The chief can do so once in each enemy turn, after the enemy's first action. The enemy loses an action, and
the thief gains none (ruling C13). Everyone knows that a chief is enterprising, but not which orders the chief
holds. So the decision is covert.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.acting import actions_left, pay
from battles.schiere.rules.turn.going import Going, when_action_ends
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "reserved"
PRICE: Final = "sword1"


@dataclass(frozen=True)
class Thwarting(Frame):
    """A decision in progress after the other side's action: ``seat`` may steal an action from that side."""

    seat: str


@dataclass(frozen=True)
class StealAction(Action):
    """Steal an action by spending an order of one sword, or decline."""

    steal: bool


@dataclass(frozen=True)
class ActionStolen(Event):
    """The side ``by`` has stolen an action from the side ``of``, which has ``left`` actions left."""

    by: str
    of: str
    left: int


@when_action_ends
def offer_theft(play: Play, going: Going) -> None:
    """When an action ends, let the other side decide whether to steal an action."""
    offer_theft_to(play, going.seat)


def offer_theft_to(play: Play, seat: str) -> None:
    if may_be_asked(play.pos, foe(seat)):
        play.push(Thwarting(foe(seat)))


def may_be_asked(pos: Position, seat: str) -> bool:
    """Return whether public facts allow a side to steal an action. The side's chief must be enterprising and
    hold an order, the side must not have stolen an action this turn, and the enemy must have an action left.
    """
    chief = pos.chief(seat)
    return (
        bool(chief)
        and pos.piece(chief).kind == "enterprising"
        and seat not in pos.state.today.stolen
        and bool(pos.orders(seat, CHIEF))
        and actions_left(pos, foe(seat)) > 0  # reserved actions count too (L224)
    )


def find_price_order(pos: Position, seat: str) -> str:
    """Return the id of a one-sword order held by a side's chief, or ""."""
    return next((id for id, order in pos.orders(seat, CHIEF).items() if order.card == PRICE), "")


@FRAMES.handler(Thwarting)
class _Thwarting(Offered):
    def ask(self, pos: Position, frame: Thwarting) -> Ask:
        facts = {"left": actions_left(pos, foe(frame.seat))}
        return Ask(frame.seat, "steal_action", StealAction(False), RULE, facts, covert=True)

    def choices(self, pos: Position, frame: Thwarting) -> Choices:
        steal = (Option(False), *((Option(True),) if find_price_order(pos, frame.seat) else ()))
        return (Choice("steal_action", {}, (Pick("steal", steal),), RULE),)

    def execute(self, play: Play, frame: Thwarting, action: StealAction) -> None:
        play.pop()
        if not action.steal:
            return
        victim = foe(frame.seat)
        play.spend_order(find_price_order(play.pos, frame.seat), "stealing")
        play.remember(stolen=tuple(sorted({*play.state.today.stolen, frame.seat})))
        pay(play, victim)
        play.tell(ActionStolen(frame.seat, victim, actions_left(play.pos, victim)))


@FRAMES.standing_order("steal_action", Number("when_left", 1, 9, 1), rule=RULE, covert=True)
def steals(pos: Position, frame: Thwarting, said: Facts) -> StealAction:
    """Return the answer that the standing order gives. It steals an action if the enemy has at most
    ``when_left`` actions left and the chief can pay, and otherwise declines.
    """
    left = actions_left(pos, foe(frame.seat))
    return StealAction(left <= int(said["when_left"]) and bool(find_price_order(pos, frame.seat)))
