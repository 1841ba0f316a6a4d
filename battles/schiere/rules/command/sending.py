"""Tactical orders sent during the battle: by the chief to units and wing commanders, and by wing commanders
to their units (L166-172, L218, L226, L242). An astute enemy chief can intercept an order (L172, L222).

Sending costs no action. Everyone sees that an order changes hands, but not its face.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import FRAMES, ActionHandler, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.acting import Acting
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE: Final = "orders"
CHIEF_SENDS: Final = 3  # maximum orders that the chief can send each turn (L226)
WING_SENDS: Final = 1  # maximum orders that a wing commander can send each turn (L242)
ON_THE_WAY: Final = "on_the_way"  # recorded as the holder while a messenger is carrying the order
UNDER_A_UNIT: Final = 1  # maximum orders that a unit can hold (ruling C18)


@dataclass(frozen=True)
class SendOrder(Action):
    """Send an order with the face ``card`` to a piece. ``source`` is "chief" or a wing commander."""

    source: str
    card: str
    to: str


@dataclass(frozen=True)
class OrderSent(Event):
    """An order changes hands face down."""

    seat: str
    source: str
    to: str


@dataclass(frozen=True)
class Delivery(Frame):
    """A messenger carries an order sent by ``seat``. ``asked``: whether the enemy has already decided to let
    the messenger pass.
    """

    seat: str
    to: str
    asked: bool = False


@dataclass(frozen=True)
class Intercept(Action):
    """Intercept the order by spending a feint, or let it pass."""

    catch: bool


# --- sending ----------------------------------------------------------------------------------------------


def sources(pos: Position, seat: str) -> tuple[str, ...]:
    """Return the holders on a side that can still send an order this turn. The chief sends up to three, and
    each wing commander in the chain of command sends one.
    """
    chain, sent = pos.chain(seat), pos.state.today.sent
    found = (CHIEF,) if chain and sent.get(f"{seat}:{CHIEF}", 0) < CHIEF_SENDS else ()
    wings = (id for id in chain[1:] if sent.get(id, 0) < WING_SENDS)
    return (*found, *wings)


def sendable_orders(pos: Position, seat: str, source: str) -> dict[str, str]:
    """Map each face that the source can send now to the id of one such order. A wing commander cannot pass
    on an order in the turn it arrives (L242).
    """
    found: dict[str, str] = {}
    for id, order in pos.orders(seat, source).items():
        if source == CHIEF or order.since < pos.turn:
            found.setdefault(order.card, id)
    return found


def receivers(pos: Position, seat: str, source: str) -> tuple[str, ...]:
    """Return the pieces that an order can be sent to. The chief can send orders to the wing commanders in the
    chain of command, and to units under none of them. A wing commander can send orders to the units of the
    wing. Units that no messenger can reach, that are in contact, or that already hold an order are left out.
    """
    chain = pos.chain(seat)
    mine = "" if source == CHIEF else pos.piece(source).kind
    led = {pos.piece(id).kind for id in chain[1:]}
    units = tuple(
        id
        for id in pos.units(seat)
        if (pos.piece(id).wing == mine if mine else pos.piece(id).wing not in led)
        and pos.is_reached(id)
        and not pos.adjacent_enemies(id)
        and len(pos.orders(seat, id)) < UNDER_A_UNIT
    )
    return (*chain[1:], *units) if source == CHIEF else units


@handles(Acting)
class _Sending(ActionHandler):
    action = SendOrder

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        found = []
        for source in sources(pos, frame.seat):
            cards = tuple(Option(card) for card in sorted(sendable_orders(pos, frame.seat, source)))
            to = tuple(Option(id) for id in receivers(pos, frame.seat, source))
            if cards and to:
                fields = (Pick("card", cards), Pick("to", to))
                found.append(Choice("send_order", {"source": source}, fields, RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: SendOrder) -> None:
        if action.source not in sources(pos, frame.seat):
            refuse(RULE, "sends_no_more", source=action.source[:20])
        if action.card not in sendable_orders(pos, frame.seat, action.source):
            refuse(RULE, "no_such_order", card=action.card[:20])
        if action.to not in receivers(pos, frame.seat, action.source):
            refuse(RULE, "cannot_receive", piece=action.to[:20])

    def execute(self, play: Play, frame: Acting, action: SendOrder) -> None:
        seat, source = frame.seat, action.source
        play.count_today("sent", (f"{seat}:{CHIEF}" if source == CHIEF else source,))
        play.change_order(sendable_orders(play.pos, seat, source)[action.card], holder=ON_THE_WAY)
        play.tell(OrderSent(seat, source, action.to))
        play.push(Delivery(seat, action.to))


# --- interception -----------------------------------------------------------------------------------------


def thief(pos: Position, seat: str) -> str:
    """Return the enemy's seat if public facts allow the enemy to intercept, otherwise "". The enemy's chief
    must be astute, hold an order, and not have stolen an order this turn (L222).
    """
    other = foe(seat)
    chief = pos.chief(other)
    able = chief and pos.piece(chief).kind == "astute" and pos.orders(other, CHIEF)
    return other if able and other not in pos.state.today.robbed else ""


def find_feint(pos: Position, seat: str) -> str:
    """Return the id of a feint held by a side's chief, or ""."""
    return next((id for id, order in pos.orders(seat, CHIEF).items() if order.card == "feint"), "")


def steal_order(play: Play, seat: str, order: str) -> None:
    """Spend a feint to steal an enemy order."""
    play.remember(robbed=tuple(sorted({*play.state.today.robbed, seat})))
    play.spend_order(find_feint(play.pos, seat), "stealing")
    play.take_order(order)


@FRAMES.handler(Delivery)
class _Delivery(Offered):
    """The decision whether to intercept an order. An astute enemy must decide even without a feint, because
    it is secret whether the chief holds one.
    """

    def advance(self, play: Play, frame: Delivery) -> bool:
        if not frame.asked and thief(play.pos, frame.seat):
            return False
        play.pop()
        for id in play.pos.orders(frame.seat, ON_THE_WAY):
            play.change_order(id, holder=frame.to, since=play.state.turn)
        return True

    def ask(self, pos: Position, frame: Delivery) -> Ask:
        facts = {"to": frame.to}
        return Ask(thief(pos, frame.seat), "intercept", Intercept(False), RULE, facts, covert=True)

    def choices(self, pos: Position, frame: Delivery) -> Choices:
        catch = (Option(False), *((Option(True),) if find_feint(pos, foe(frame.seat)) else ()))
        return (Choice("intercept", {}, (Pick("catch", catch),), RULE),)

    def execute(self, play: Play, frame: Delivery, action: Intercept) -> None:
        if not action.catch:
            play.swap(frame.but(asked=True))
            return
        play.pop()
        for id in tuple(play.pos.orders(frame.seat, ON_THE_WAY)):
            steal_order(play, foe(frame.seat), id)


@FRAMES.standing_order("intercept", Pick("catch", (Option(False), Option(True))), rule=RULE, covert=True)
def intercepts(pos: Position, frame: Delivery, said: Facts) -> Intercept:
    """Return the answer that a standing order gives: intercept if the order allows it and the chief holds a
    feint, otherwise let the enemy's order pass.
    """
    return Intercept(bool(said["catch"]) and bool(find_feint(pos, foe(frame.seat))))
