"""Feigned retreats of steppe horse: the lure, the pursuit, the about-face, and the counter-attack (6.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.cataphract.rules.checks.quality import must_pursue, passes
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.clashing.charge import Describing
from battles.cataphract.rules.sheet.clashing.segment import Resolving
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, ActionHandler, Offered, Play
from battles.cataphract.rules.sheet.play.state import Attacking, Charged, Defending
from battles.cataphract.rules.sheet.shooting.fire import HARASS, REACTION, Aiming
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.sheet.units.orders import MOVE
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

MOST_VALUE: Final = 9
SHOOT, CHARGE, HOLD = "fire", "charge", "hold"


@dataclass(frozen=True)
class Feign(Action):
    """Let light horse pretend to flee from enemy cavalry.

    ``value``: the target's value against a feigned retreat, if the battle prints none (6.74).
    """

    unit: str
    target: str
    value: int | None = None


@dataclass(frozen=True)
class Luring(Frame):
    """The runner has retreated three to five hexes, and the players report what the target sees."""

    unit: str
    target: str
    value: int


@dataclass(frozen=True)
class Lure(Action):
    """Report what the target sees.

    ``sight``: whether the target saw the hex in which the retreat began. ``led``: whether a leader of its
    own side has the target in range. Without such a leader, harassment makes the target pursue (6.74).
    """

    sight: bool = True
    led: bool = True


@dataclass(frozen=True)
class Chasing(Frame):
    """The target pursues, and the players report how far."""

    unit: str
    target: str


@dataclass(frozen=True)
class Catch(Action):
    """Report a pursuit. ``close``: whether the pursuer ends two hexes from the runner, with a vacant hex
    between them (6.73).
    """

    close: bool


@dataclass(frozen=True)
class Striking(Frame):
    """The runner or its pursuer can now fire, or move adjacent and attack."""

    striker: str
    struck: str
    aspect: str


@dataclass(frozen=True)
class Strike(Action):
    """Choose what the striking unit does. ``how`` is fire, charge or hold."""

    how: str


@dataclass(frozen=True)
class RetreatFeigned(Event):
    """A unit has feigned a retreat. The event says what the target rolled, if anything, and whether it must
    pursue.

    ``leader``: whether a leader with the target lowers its roll by one.
    """

    unit: str
    target: str
    face: int | None
    value: int
    leader: bool
    pursues: bool


@dataclass(frozen=True)
class FaceTurned(Event):
    """The runner has rolled a die to face about."""

    unit: str
    face: int
    needs: int
    passes: bool


def runners(pos: Field) -> list[str]:
    """Return the light horse that can feign a retreat now (6.72).

    It belongs to the inactive side, or it has just harassed.
    """
    phase = pos.state.phase
    if phase is None or pos.state.clashes or phase.fought:
        return []
    return [
        u
        for seat in SEATS
        for u in pos.units_on_map(seat, routed=False)
        if pos.counter(u).feigns and not pos.markers(u).engaged
        if seat != phase.seat or HARASS in pos.markers(u).ordered
    ]


def pursuers(pos: Field, seat: str) -> list[str]:
    """Return the enemy cavalry that a side can lure."""
    return [u for u in pos.units_on_map(foe(seat), routed=False) if not pos.counter(u).unit.foot]


@handles(Table)
class _Feign(ActionHandler):
    action = Feign

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(self._list_choices(pos))

    def _list_choices(self, pos: Field) -> Iterator[Choice]:
        able = runners(pos)
        for seat in SEATS:
            mine = [u for u in able if pos.counter(u).seat == seat]
            theirs = pursuers(pos, seat)
            for printed in (True, False):
                found = [u for u in theirs if (pos.counter(u).pursues is not None) is printed]
                if mine and found:
                    fields = (pick("unit", mine), pick("target", found))
                    value = () if printed else (Number("value", 0, MOST_VALUE, 0),)
                    facts = {"seat": seat, "printed": printed}
                    yield Choice("feign", {}, (*fields, *value), rule="6.7", facts=facts)

    def check(self, pos: Field, frame: Table, action: Feign) -> None:
        if pos.state.phase is None:
            refuse("6.7", "nobody_active")
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        require_on_map(pos, (action.unit, action.target), "6.7")
        seat = pos.counter(action.unit).seat
        if not pos.counter(action.unit).feigns:
            refuse("6.71", "does_not_feign", unit=action.unit)
        if action.unit not in runners(pos):
            refuse("6.72", "no_time_to_feign", unit=action.unit)
        if action.target not in pursuers(pos, seat):
            refuse("6.71", "only_cavalry_is_lured", unit=action.target)
        printed = pos.counter(action.target).pursues
        if (action.value is None) == (printed is None):
            refuse("6.74", "value_not_printed" if printed is None else "value_printed", unit=action.target)
        if action.value is not None and not 0 <= action.value <= MOST_VALUE:
            refuse("6.74", "not_a_number", low=0, high=MOST_VALUE)

    def execute(self, play: Play, frame: Table, action: Feign) -> None:
        printed = play.pos.counter(action.target).pursues
        value = printed if printed is not None else action.value
        play.mark(action.unit, stirred=True)
        play.push(Luring(action.unit, action.target, value or 0))


def _yes_no(name: str, usual: bool) -> Pick:
    return Pick(name, (Option(True, usual=usual), Option(False, usual=not usual)))


@FRAMES.handler(Luring)
class _Luring(Offered):
    def ask(self, pos: Field, frame: Luring) -> Ask:
        return Ask(pos.counter(frame.target).seat, "lure", Lure(), "6.73", _facts(frame.unit, frame.target))

    def choices(self, pos: Field, frame: Luring) -> Choices:
        led = (_yes_no("led", True),) if _has_harassed(pos, frame.unit) else ()
        fixed = {} if led else {"led": True}
        return (Choice("lure", fixed, (_yes_no("sight", True), *led), rule="6.74"),)

    def execute(self, play: Play, frame: Luring, action: Lure) -> None:
        pos = play.pos
        leader = bool(pos.leaders_at(frame.target))
        face = None
        drawn = not action.led
        if action.led and action.sight:
            one = pos.counter(frame.target)
            face = play.throw(f"lure|{one.name}", "6.74", one.seat)
            drawn = must_pursue(frame.value, face, leader)
        play.tell(RetreatFeigned(frame.unit, frame.target, face, frame.value, leader, drawn))
        if drawn:
            play.swap(Chasing(frame.unit, frame.target))
        else:
            play.pop()


def _has_harassed(pos: Field, unit: str) -> bool:
    return HARASS in pos.markers(unit).ordered


def _facts(unit: str, target: str) -> dict[str, Any]:
    return {"unit": unit, "target": target}


@FRAMES.handler(Chasing)
class _Chasing(Offered):
    def ask(self, pos: Field, frame: Chasing) -> Ask:
        seat = pos.counter(frame.unit).seat
        return Ask(seat, "chase", Catch(False), "6.73", _facts(frame.unit, frame.target))

    def choices(self, pos: Field, frame: Chasing) -> Choices:
        return (Choice("catch", {}, (_yes_no("close", True),), rule="6.73"),)

    def execute(self, play: Play, frame: Chasing, action: Catch) -> None:
        target = play.pos.markers(frame.target)
        ordered = target.ordered if MOVE in target.ordered else (*target.ordered, MOVE)
        play.mark(frame.target, moved=True, stirred=True, ordered=ordered)  # the target's move is over
        if not action.close:
            play.pop()
            return
        one = play.pos.counter(frame.unit)
        face = play.throw(f"about_face|{one.name}", "6.73", one.seat) + play.pos.check_modifier(one.seat)
        unit = play.pos.unit(frame.unit)
        turns = passes("about_face", unit, face)
        play.tell(FaceTurned(frame.unit, face, unit.quality, turns))
        pair = (frame.unit, frame.target, "front") if turns else (frame.target, frame.unit, "rear")
        play.swap(Striking(*pair))


@FRAMES.handler(Striking)
class _Striking(Offered):
    def ask(self, pos: Field, frame: Striking) -> Ask:
        seat = pos.counter(frame.striker).seat
        return Ask(seat, "strike", Strike(HOLD), "6.73", _facts(frame.striker, frame.struck))

    def choices(self, pos: Field, frame: Striking) -> Choices:
        ways = (CHARGE, HOLD) if pos.why_no_shot(frame.striker) else (CHARGE, SHOOT, HOLD)
        return (Choice("strike", {}, (Pick("how", options(ways)),), rule="6.73"),)

    def execute(self, play: Play, frame: Striking, action: Strike) -> None:
        play.pop()
        if action.how == SHOOT:
            play.push(Aiming(frame.striker, frame.struck, REACTION))
        elif action.how == CHARGE:
            clash = Charged((Attacking(frame.striker, True, frame.aspect),), (Defending(frame.struck),))
            play.set(clashes=(clash,))
            play.push(Resolving(aside=True))
            play.push(Describing(0))
