"""A test of nerve that the enemy requests, and the rout that can follow unless a solid chief rallies the unit
(L405).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.schiere.rules.board.lasting import LASTS, lasts
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.melee.flight import RULE, disorder, havens, retreat, way_off
from battles.schiere.rules.melee.rout import DRAWN_FROM, nerve
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

CHIEF_HOLDS: Final = "chief"  # the holder of orders that the commander in chief keeps


WHEN_KEPT: Final[
    list[Callable[[Play, str], None]]
] = []  # called with the unit that stays in place but leaves the fight


def when_kept(follows: Callable[[Play, str], None]) -> Callable[[Play, str], None]:
    """Register a function that is called when a unit stays in place but no longer fights."""
    WHEN_KEPT.append(follows)
    return follows


def _keep(play: Play, unit: str) -> None:
    for follows in WHEN_KEPT:
        follows(play, unit)


@dataclass(frozen=True)
class Nerves(Frame):
    """``seat`` can request a test of nerve of an enemy unit."""

    seat: str
    unit: str


@dataclass(frozen=True)
class Routing(Frame):
    """A unit is about to rout. ``asked``: its solid chief has let it run, or there is none."""

    unit: str
    asked: bool = False


@dataclass(frozen=True)
class TestNerve(Action):
    """Request the test, or decline."""

    ask: bool


@dataclass(frozen=True)
class Rally(Action):
    """Rally the unit by spending a shield, given by its face; None: let it run."""

    order: str | None = None


@dataclass(frozen=True)
class NerveTested(Event):
    """A unit has taken a test of nerve. ``result``: stands, retreats, routs or surrenders."""

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
            else:  # a unit with points left but no room stays and reorganises in place (L405, ruling S75)
                _keep(play, frame.unit)
        elif result == "surrenders":
            play.lose(frame.unit, "surrendered")
        elif result == "routs":
            play.push(Routing(frame.unit))


@FRAMES.standing_order("test_nerve", Pick("ask", (Option(True), Option(False))), LASTS, rule=RULE)
def tests(pos: Position, frame: Nerves, said: Facts) -> TestNerve | None:
    """Standing order: always request a test of nerve, or never. None once the order has expired."""
    return TestNerve(bool(said["ask"])) if lasts(pos, said) else None


# --- rout and rally ---------------------------------------------------------------------------------------


@FRAMES.handler(Routing)
class _Routing(Offered):
    """Ask the owner of a solid chief whether or not they hold a shield, because orders are secret."""

    def advance(self, play: Play, frame: Routing) -> bool:
        if frame.asked or not rallied_by(play.pos, frame.unit):
            play.pop()
            run(play, frame.unit)
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
        _keep(play, frame.unit)


@FRAMES.standing_order("rally", Pick("use", (Option(True), Option(False))), rule=RULE, covert=True)
def rallies(pos: Position, frame: Routing, said: Facts) -> Rally:
    """Standing order: spend a shield to rally the unit whenever there is one, or never."""
    usual = next(iter(shields(pos, pos.piece(frame.unit).seat)), None)
    return Rally(usual if said["use"] else None)


def rallied_by(pos: Position, unit: str) -> str:
    """The solid chief whose chain of command includes a unit, or "" (L220, L405, ruling C10)."""
    seat = pos.piece(unit).seat
    chief = pos.chief(seat)
    if not chief or pos.is_driven(unit):
        return ""
    return chief if pos.piece(chief).kind == "solid" and pos.is_reached(unit) else ""


def shields(pos: Position, seat: str) -> tuple[str, ...]:
    """The ids of the shields among a chief's orders."""
    return tuple(id for id, order in pos.orders(seat, CHIEF_HOLDS).items() if order.card == "shield")


def run(play: Play, unit: str) -> None:
    """Run a unit off the board over its own side. A unit that must touch an enemy, or finds no way,
    surrenders.
    """
    way = way_off(play.pos, unit)
    if way is None or way.touches:
        play.lose(unit, "surrendered")
        return
    disorder(play, unit, way.through)
    play.lose(unit, "routed")
