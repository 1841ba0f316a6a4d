"""Noise against charging elephants. It costs three orders (one with swords, a feint, a shield) and an action,
and then a card is drawn (L302-304).

The elephants must halt halfway. A side about to be charged must decide whenever it has any three orders and
an action, so that the question reveals nothing about its orders.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.board.watching import watch_steps
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.elephants.alarm import ACTION, CORRIDOR, alarm, halt_after, payments
from battles.schiere.rules.elephants.rampage import AHEAD, ElephantsRan, cancel_elephants_action, turn_back
from battles.schiere.rules.turn.acting import at_hand, pay
from battles.schiere.rules.turn.going import Going
from battles.schiere.rules.turn.march import March
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "elephants"
THREE: Final = 3  # number of orders spent on noise
ASIDE: Final = (-1, 1, -2, 2)  # sideways offsets, in squares, that a unit tries when it steps aside


@dataclass(frozen=True)
class Noise(Frame):
    """A decision in progress: ``seat`` can try to scare the elephants that charge it."""

    seat: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class MakeNoise(Action):
    """Make noise with three of the chief's orders. ``swords`` is the face of the order with swords; None
    lets the elephants come.
    """

    swords: str | None = None


@dataclass(frozen=True)
class NoiseMade(Event):
    """A side has made noise. ``card`` is the card drawn for the elephants; ``course`` is charges_on,
    turns_back or runs_through.
    """

    seat: str
    units: tuple[str, ...]
    card: str
    course: str


@dataclass(frozen=True)
class WayCleared(Event):
    """Units have stepped aside to let elephants run through."""

    seat: str
    units: tuple[str, ...]


@watch_steps
def offer_noise(play: Play, march: March) -> None:
    """When a charge of elephants is halfway, let the charged side decide whether to make noise."""
    pos, seat = play.pos, foe(march.seat)
    if not march.units or march.units[0] not in pos.state.pieces or pos.cls(march.units[0]) != "elephants":
        return
    way = march.length or 1 + len(march.rest)
    if not march.length:
        play.amend(March, length=way)
    done = way - len(march.rest)
    if done == halt_after(way) and ends_in_contact(pos, march) and may_afford_noise(pos, seat):
        play.push(Noise(seat, march.units))


def may_afford_noise(pos: Position, seat: str) -> bool:
    """Return whether public facts allow a side to make noise: it has an action and three orders of any
    kind.
    """
    return at_hand(pos, seat) >= ACTION and len(pos.orders(seat, CHIEF)) >= THREE


def ends_in_contact(pos: Position, march: March) -> bool:
    """Return whether the elephants' march would end next to an enemy."""
    lead = pos.ground.places[pos.piece(march.units[0]).at]
    last = pos.ground.places[march.rest[-1]] if march.rest else lead
    for id in march.units:
        at = pos.piece(id).at
        there = pos.ground.square_at_offset(at, last.column - lead.column, last.row - lead.row)
        for square in pos.ground.side_neighbours.get(there, ()):
            other = pos.unit_at(square)
            if other and pos.piece(other).seat != march.seat and pos.can_be_hurt(other):
                return True
    return False


def ways_to_pay(pos: Position, seat: str) -> dict[str, tuple[str, str, str]]:
    """Map each face with swords to three orders that would pay for the noise."""
    held = [(id, order.card) for id, order in pos.orders(seat, CHIEF).items()]
    found: dict[str, tuple[str, str, str]] = {}
    for ids in payments(held):
        found.setdefault(pos.state.orders[ids[0]].card, ids)
    return found


@FRAMES.handler(Noise)
class _Noise(Offered):
    def ask(self, pos: Position, frame: Noise) -> Ask:
        return Ask(frame.seat, "noise", MakeNoise(), RULE, {"units": list(frame.units)}, covert=True)

    def choices(self, pos: Position, frame: Noise) -> Choices:
        cards = tuple(Option(card) for card in sorted(ways_to_pay(pos, frame.seat)))
        return (Choice("make_noise", {}, (Pick("swords", cards, optional=True),), RULE),)

    def execute(self, play: Play, frame: Noise, action: MakeNoise) -> None:
        play.pop()
        if action.swords is None:
            return
        for id in ways_to_pay(play.pos, frame.seat)[action.swords]:
            play.spend_order(id, "noise")
        pay(play, frame.seat, ACTION)
        card = play.card_of(list(CARDS), "noise", RULE, frame.seat)
        march = play.state.in_progress(March)
        assert march is not None
        found = alarm(card, len(march.rest) + _points_left(play.pos, frame.units[0]))
        cleared = found.course == "runs_through" and at_hand(play.pos, frame.seat) >= CORRIDOR
        course = found.course if found.course != "runs_through" or cleared else "charges_on"
        play.tell(NoiseMade(frame.seat, frame.units, card, course))
        if course == "charges_on":
            _charge_on(play, found.squares)
        elif course == "turns_back":
            for unit in reversed(frame.units):
                turn_back(play, unit, found.squares, "noise")
        else:
            pay(play, frame.seat, CORRIDOR)
            for unit in frame.units:
                cancel_elephants_action(play, unit)
                _run_through(play, frame.seat, unit, march.facing, found.squares)


@FRAMES.standing_order("noise", Pick("make", (Option(False), Option(True))), rule=RULE, covert=True)
def makes_noise(pos: Position, frame: Noise, said: Facts) -> MakeNoise:
    """The standing order's answer: make noise with the fewest swords whenever the side can pay, or never."""
    ways = sorted(ways_to_pay(pos, frame.seat))
    return MakeNoise(ways[0] if said["make"] and ways else None)


def _points_left(pos: Position, unit: str) -> int:
    going = pos.state.in_progress(Going)
    return going.left.get(unit, 0) if going is not None else 0


def _charge_on(play: Play, squares: int) -> None:
    going, march = play.state.in_progress(Going), play.state.in_progress(March)
    if going is not None and march is not None:
        more = squares - len(march.rest)
        play.amend(Going, left={**going.left, **dict.fromkeys(march.units, more)})


def _run_through(play: Play, seat: str, unit: str, facing: str, squares: int) -> None:
    """Run the elephants straight on through the gaps that units leave for them. The elephants do no harm.
    They stop when their points are spent or the way is blocked, and are lost if they leave the board.
    """
    origin = play.pos.piece(unit).at
    moved: list[str] = []
    for _ in range(squares):
        pos = play.pos
        there = pos.ground.square_at_offset(pos.piece(unit).at, *AHEAD[facing])
        if not there:
            play.lose(unit, "routed")
            break
        other = pos.unit_at(there)
        if pos.ground.is_barred(there) or (other and not _step_aside(play, seat, other, facing)):
            break
        moved += [other] if other else []
        play.place({unit: there})
    if moved:
        play.tell(WayCleared(seat, tuple(moved)))
    if unit in play.state.pieces:
        play.change(unit, facing=facing)
        play.tell(ElephantsRan(unit, origin, play.pos.piece(unit).at))


def _step_aside(play: Play, seat: str, other: str, facing: str) -> bool:
    """Move a unit of the charged side sideways to the nearest free square. Return whether the unit moved."""
    pos = play.pos
    piece = pos.piece(other)
    if piece.seat != seat:
        return False
    east, north = AHEAD[facing]
    for aside in ASIDE:
        there = pos.ground.square_at_offset(piece.at, north * aside, east * aside)
        if there and not pos.ground.is_barred(there) and not pos.unit_at(there):
            play.place({other: there})
            return True
    return False
