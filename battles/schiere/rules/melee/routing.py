"""A test of nerve that the enemy requests, and the rout that can follow unless a solid chief rallies the
unit (L405).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.schiere.rules.board.lasting import LASTS, order_applies
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.melee.flight import RULE, disorder, havens, retreat, way_off
from battles.schiere.rules.melee.rout import DRAWN_FROM, nerve
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

CHIEF_HOLDS: Final = "chief"  # recorded as the holder of orders kept by the commander in chief


WHEN_KEPT: Final[
    list[Callable[[Play, str], None]]
] = []  # callbacks, called with a unit that stays in place but leaves the fight


def when_unit_stays(follows: Callable[[Play, str], None]) -> Callable[[Play, str], None]:
    """Register a function that is called when a unit stays in place but leaves the fight."""
    WHEN_KEPT.append(follows)
    return follows


def _notify_kept(play: Play, unit: str) -> None:
    for follows in WHEN_KEPT:
        follows(play, unit)


@dataclass(frozen=True)
class Nerves(Frame):
    """A decision in progress: ``seat`` can demand that an enemy unit test its nerve."""

    seat: str
    unit: str


@dataclass(frozen=True)
class Routing(Frame):
    """A unit that is about to rout. ``asked``: whether its chief has already declined to rally it."""

    unit: str
    asked: bool = False


@dataclass(frozen=True)
class TestNerve(Action):
    """Decide whether an enemy unit must take a test of nerve. ``ask``: whether it must."""

    ask: bool


@dataclass(frozen=True)
class Rally(Action):
    """Rally the unit by spending an order, or let it run if ``order`` is None."""

    order: str | None = None


@dataclass(frozen=True)
class NerveTested(Event):
    """A unit has taken a test of nerve. ``result`` is stands, retreats, routs or surrenders."""

    unit: str
    card: str
    result: str


@dataclass(frozen=True)
class UnitRallied(Event):
    unit: str


@FRAMES.handler(Nerves)
class _Nerves(Offered):
    def advance(self, play: Play, frame: Nerves) -> bool:
        if frame.unit not in play.state.pieces:
            play.pop()
            return True
        return False

    def ask(self, pos: Position, frame: Nerves) -> Ask:
        return Ask(frame.seat, "test_nerve", TestNerve(True), RULE, {"unit": frame.unit})

    def choices(self, pos: Position, frame: Nerves) -> Choices:
        return (Choice("test_nerve", {}, (Pick("ask", (Option(True), Option(False))),), RULE),)

    def execute(self, play: Play, frame: Nerves, action: TestNerve) -> None:
        play.pop()
        if not action.ask:
            return
        pos = play.pos
        seat = pos.piece(frame.unit).seat
        ways = havens(pos, frame.unit)
        card = play.card_of(list(DRAWN_FROM), "nerve", RULE, seat)
        result = nerve(card, pos.points_left(frame.unit) > 0)
        play.tell(NerveTested(frame.unit, card, result))
        if result == "retreats":
            play.change(frame.unit, rests=play.state.turn + 1)
            if ways:
                retreat(play, frame.unit, ways[-1], "tested")
            else:  # movement points, but no room: the unit reorganises in place (L405, ruling S75)
                _notify_kept(play, frame.unit)
        elif result == "surrenders":
            play.lose(frame.unit, "surrendered")
        elif result == "routs":
            play.push(Routing(frame.unit))


@FRAMES.standing_order("test_nerve", Pick("ask", (Option(True), Option(False))), LASTS, rule=RULE)
def tests(pos: Position, frame: Nerves, said: Facts) -> TestNerve | None:
    """The standing order's answer: always request a test of nerve, or never. Return None once the order has
    expired.
    """
    return TestNerve(bool(said["ask"])) if order_applies(pos, said) else None


# --- rout and rally ---------------------------------------------------------------------------------------


@FRAMES.handler(Routing)
class _Routing(Offered):
    """The decision whether to rally a unit. The owner of a solid chief must decide even without a shield,
    because orders are secret.
    """

    def advance(self, play: Play, frame: Routing) -> bool:
        if frame.asked or not rallied_by(play.pos, frame.unit):
            play.pop()
            rout_unit(play, frame.unit)
            return True
        return False

    def ask(self, pos: Position, frame: Routing) -> Ask:
        seat = pos.piece(frame.unit).seat
        usual = next((order for order in shields(pos, seat)), None)
        return Ask(seat, "rally", Rally(usual), RULE, {"unit": frame.unit}, covert=True)

    def choices(self, pos: Position, frame: Routing) -> Choices:
        orders = tuple(Option(o) for o in shields(pos, pos.piece(frame.unit).seat))
        return (Choice("rally", {}, (Pick("order", orders, optional=True),), RULE),)

    def execute(self, play: Play, frame: Routing, action: Rally) -> None:
        if action.order is None:
            play.swap(frame.but(asked=True))
            return
        play.pop()
        play.spend_order(action.order, "rally")
        play.tell(UnitRallied(frame.unit))
        _notify_kept(play, frame.unit)


@FRAMES.standing_order("rally", Pick("use", (Option(True), Option(False))), rule=RULE, covert=True)
def rallies(pos: Position, frame: Routing, said: Facts) -> Rally:
    """Return the answer of a standing order, which is either to spend a shield on rallying the unit whenever
    the chief holds one, or never to rally it.
    """
    usual = next(iter(shields(pos, pos.piece(frame.unit).seat)), None)
    return Rally(usual if said["use"] else None)


def rallied_by(pos: Position, unit: str) -> str:
    """Return the solid chief whose chain of command includes a unit, or "" (L220, L405, ruling C10)."""
    seat = pos.piece(unit).seat
    chief = pos.chief(seat)
    if not chief or pos.is_driven(unit):
        return ""
    return chief if pos.piece(chief).kind == "solid" and pos.is_reached(unit) else ""


def shields(pos: Position, seat: str) -> tuple[str, ...]:
    """Return the ids of the shields among a chief's orders."""
    return tuple(id for id, order in pos.orders(seat, CHIEF_HOLDS).items() if order.card == "shield")


def rout_unit(play: Play, unit: str) -> None:
    """Run a unit off the board over its own edge. A unit that must touch an enemy, or finds no path,
    surrenders.
    """
    way = way_off(play.pos, unit)
    if way is None or way.touches:
        play.lose(unit, "surrendered")
        return
    disorder(play, unit, way.through)
    play.lose(unit, "routed")
