"""Tactical orders sent during the battle: by the chief to units and wing commanders, and by wing commanders
to their units (L166-172, L218, L226, L242). An astute enemy chief can intercept one (L172, L222).

Sending costs no action. Everyone sees that an order changes hands, but nobody sees its face.
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
CHIEF_SENDS: Final = 3  # orders that the chief can send each turn (L226)
WING_SENDS: Final = 1  # each turn (L242)
ON_THE_WAY: Final = "on_the_way"  # the holder of an order that a messenger is carrying
UNDER_A_UNIT: Final = 1  # maximum number of orders that a unit can hold (ruling C18)


@dataclass(frozen=True)
class SendOrder(Action):
    """Send an order of one face from its holder ("chief" or a wing commander) to a piece."""

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
    """A messenger carries an order sent by ``seat``. ``asked``: the enemy has let it pass."""

    seat: str
    to: str
    asked: bool = False


@dataclass(frozen=True)
class Intercept(Action):
    """Intercept the order by spending a feint, or let it pass."""

    catch: bool


# --- sending ----------------------------------------------------------------------------------------------


def sources(pos: Position, seat: str) -> tuple[str, ...]:
    """The holders on a side that can still send an order this turn. The chief sends up to three, a wing
    commander in the chain of command one.
    """
    chain, sent = pos.chain(seat), pos.state.today.sent
    found = (CHIEF,) if chain and sent.get(f"{seat}:{CHIEF}", 0) < CHIEF_SENDS else ()
    wings = (id for id in chain[1:] if sent.get(id, 0) < WING_SENDS)
    return (*found, *wings)


def ready(pos: Position, seat: str, source: str) -> dict[str, str]:
    """The faces that can be sent now, each with one order. A wing commander cannot pass on an order in the
    turn he gets it (L242).
    """
    found: dict[str, str] = {}
    for id, order in pos.orders(seat, source).items():
        if source == CHIEF or order.since < pos.turn:
            found.setdefault(order.card, id)
    return found


def receivers(pos: Position, seat: str, source: str) -> tuple[str, ...]:
    """The pieces that can be sent an order: for the chief, wing commanders in his chain and independent
    units; for a wing commander, his own units. Units that fight or already have an order are excluded.
    """
    chain = pos.chain(seat)
    mine = "" if source == CHIEF else pos.piece(source).kind
    led = {pos.piece(id).kind for id in chain[1:]}
    units = tuple(
        id
        for id in pos.units(seat)
        if (pos.piece(id).wing == mine if mine else pos.piece(id).wing not in led)
        and pos.is_reached(id)
        and not pos.touching(id)
        and len(pos.orders(seat, id)) < UNDER_A_UNIT
    )
    return (*chain[1:], *units) if source == CHIEF else units


@handles(Acting)
class _Sending(ActionHandler):
    action = SendOrder

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        found = []
        for source in sources(pos, frame.seat):
            cards = tuple(Option(card) for card in sorted(ready(pos, frame.seat, source)))
            to = tuple(Option(id) for id in receivers(pos, frame.seat, source))
            if cards and to:
                fields = (Pick("card", cards), Pick("to", to))
                found.append(Choice("send_order", {"source": source}, fields, RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: SendOrder) -> None:
        if action.source not in sources(pos, frame.seat):
            refuse(RULE, "sends_no_more", source=action.source[:20])
        if action.card not in ready(pos, frame.seat, action.source):
            refuse(RULE, "no_such_order", card=action.card[:20])
        if action.to not in receivers(pos, frame.seat, action.source):
            refuse(RULE, "cannot_receive", piece=action.to[:20])

    def execute(self, play: Play, frame: Acting, action: SendOrder) -> None:
        seat, source = frame.seat, action.source
        play.count_today("sent", (f"{seat}:{CHIEF}" if source == CHIEF else source,))
        play.change_order(ready(play.pos, seat, source)[action.card], holder=ON_THE_WAY)
        play.tell(OrderSent(seat, source, action.to))
        play.push(Delivery(seat, action.to))


# --- interception -----------------------------------------------------------------------------------------


def thief(pos: Position, seat: str) -> str:
    """The seat that can intercept: the enemy, if its chief is astute, has an order to spend and has not
    stolen this turn (L222); otherwise "".
    """
    other = foe(seat)
    chief = pos.chief(other)
    able = chief and pos.piece(chief).kind == "astute" and pos.orders(other, CHIEF)
    return other if able and other not in pos.state.today.robbed else ""


def feint(pos: Position, seat: str) -> str:
    """The id of a feint held by a side's chief, or ""."""
    return next((id for id, order in pos.orders(seat, CHIEF).items() if order.card == "feint"), "")


def rob(play: Play, seat: str, order: str) -> None:
    """Steal an order by spending a feint."""
    play.remember(robbed=tuple(sorted({*play.state.today.robbed, seat})))
    play.spend_order(feint(play.pos, seat), "stealing")
    play.take_order(order)


@FRAMES.handler(Delivery)
class _Delivery(Offered):
    """An astute enemy is asked even without a feint, because it is secret whether the chief holds one."""

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
        catch = (Option(False), *((Option(True),) if feint(pos, foe(frame.seat)) else ()))
        return (Choice("intercept", {}, (Pick("catch", catch),), RULE),)

    def execute(self, play: Play, frame: Delivery, action: Intercept) -> None:
        if not action.catch:
            play.swap(frame.but(asked=True))
            return
        play.pop()
        for id in tuple(play.pos.orders(frame.seat, ON_THE_WAY)):
            rob(play, foe(frame.seat), id)


@FRAMES.standing_order("intercept", Pick("catch", (Option(False), Option(True))), rule=RULE, covert=True)
def intercepts(pos: Position, frame: Delivery, said: Facts) -> Intercept:
    """Standing order: intercept the next order if a feint is available."""
    return Intercept(bool(said["catch"]) and bool(feint(pos, foe(frame.seat))))
