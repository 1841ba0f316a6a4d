"""Declaring clashes: attackers, targets, the side attacked and the terrain (9.11, 9.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, ActionHandler, Offered, Play
from battles.cataphract.rules.sheet.play.state import Attacking, Charged, Defending
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.shock.situation import (
    ASPECTS,
    SIDES,
    TERRAIN,
    Army,
    Attacker,
    Clash,
    Defender,
    Segment,
)
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

MOST: Final = 6  # maximum number of units on one side of a clash, because a hex has six neighbours
MOST_CLASHES: Final = 40
FEROCITY: Final = 2
BARRED: Final = {
    "column_never_attacks": "6.4",
    "artillery_never_attacks": "11.61",
    "on_the_wall": "L3219",
    "attacks_already": "9.12",
    "not_in_the_wedge": "L3690",
    "not_in_the_line": "11.31",
}
FACTS: Final = ("check", "outflanked", "held", "open_flank")


@dataclass(frozen=True)
class Charge(Action):
    """Declare a clash between these units."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


@dataclass(frozen=True)
class EditClash(Action):
    """Correct a declared clash. ``clash``: its number, counted from 1."""

    clash: int


@dataclass(frozen=True)
class CancelClash(Action):
    """Withdraw a declared clash. ``clash``: its number, counted from 1."""

    clash: int


@dataclass(frozen=True)
class Describing(Frame):
    """The players give the details of a clash. ``clash``: its index, counted from 0."""

    clash: int


@dataclass(frozen=True)
class DescribeClash(Action):
    """Give the details of a clash.

    ``aspect``: the side of the defenders that all attackers strike. ``advance_hits``: the cost in
    hits of entering the vacated hex.
    """

    aspect: str
    terrain: str | None = None
    advance_hits: int = 0


@dataclass(frozen=True)
class TurnAttacker(Action):
    """Let one attacker strike from a different side than the other attackers do."""

    unit: str
    aspect: str


@dataclass(frozen=True)
class NoteUnit(Action):
    """Record a fact about one unit of the clash: it checks its quality, is outflanked, is held by an enemy
    outside the clash, or has an open flank. ``holds``: whether the fact is true.
    """

    unit: str
    fact: str
    holds: bool


@dataclass(frozen=True)
class JudgeBy(Action):
    """Choose a side's reference unit, by which the clash is judged (9.15), or None for the best one.

    ``clash``: the number of the clash, counted from 1, if a segment is being resolved, and 0 if the clash
    is still being described.
    """

    side: str
    unit: str | None
    clash: int = 0


@dataclass(frozen=True)
class ClashDeclared(Event):
    clash: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


@dataclass(frozen=True)
class ClashCancelled(Event):
    clash: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


# --- declaring ---------------------------------------------------------------------------------------------


def members_of(clash: Charged) -> tuple[list[str], list[str]]:
    """Return the units of a clash: the attackers and the defenders."""
    return [one.unit for one in clash.attackers], [one.unit for one in clash.defenders]


def engaged_units(pos: Field) -> set[str]:
    """Return the units of all declared clashes. A unit can attack and be attacked only once (9.12)."""
    return {unit for clash in pos.state.clashes for members in members_of(clash) for unit in members}


def attackers(pos: Field) -> list[str]:
    """Return the units that can still attack in this segment (7.3)."""
    phase, taken = pos.state.phase, engaged_units(pos)
    if phase is None or (phase.fought and not phase.wedge):
        return []
    fits = (u for u in pos.units_on_map(phase.seat, routed=False) if u not in taken)
    return [u for u in fits if not why_no_attack(pos, u)]


def why_no_attack(pos: Field, unit: str) -> str:
    """Return the reason code if a unit cannot attack, or "" if it can."""
    one, now = pos.counter(unit), pos.markers(unit)
    if now.routed:
        return "routed_never_attacks"
    if now.column:
        return "column_never_attacks"
    if now.rallied:
        return "rallied"
    if one.artillery or one.wall:
        return "artillery_never_attacks" if one.artillery else "on_the_wall"  # see rules 11.61 and L3219
    phase = pos.state.phase
    if phase is None or now.attacked:
        return "attacks_already" if now.attacked else ""
    if phase.fought and phase.wedge and not now.wedge:
        return "not_in_the_wedge"  # only the Wedge still attacks after the first clashes (L3690)
    line = pos.line(phase.line)
    return "not_in_the_line" if line is not None and unit not in line.units else ""


def targets(pos: Field) -> list[str]:
    """Return the units that can still be attacked in this segment."""
    phase, taken = pos.state.phase, engaged_units(pos)
    if phase is None or (phase.fought and not phase.wedge):
        return []
    return [u for u in pos.units_on_map(foe(phase.seat)) if u not in taken and not pos.counter(u).wall]


@handles(Table)
class _Charge(ActionHandler):
    action = Charge

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        mine, theirs = attackers(pos), targets(pos)
        if not mine or not theirs or len(pos.state.clashes) >= MOST_CLASHES:
            return ()
        fields = (
            Many("attackers", options(mine), 1, min(MOST, len(mine))),
            Many("defenders", options(theirs), 1, min(MOST, len(theirs))),
        )
        return (Choice("charge", {}, fields, rule="9.12"),)

    def check(self, pos: Field, frame: Table, action: Charge) -> None:
        phase = pos.state.phase
        if phase is None:
            refuse("9.1", "nobody_active")
        if phase.fought and not phase.wedge:
            refuse("9.1", "segment_over")
        if len(pos.state.clashes) >= MOST_CLASHES:
            refuse("9.12", "too_many", high=MOST_CLASHES)
        for units in (action.attackers, action.defenders):
            require_on_map(pos, units, "9.12")
            if len(units) > MOST:
                refuse("9.12", "too_many", high=MOST)
        taken = engaged_units(pos)
        for unit in action.attackers:
            if pos.counter(unit).seat != phase.seat:
                refuse("9.12", "other_side_active", unit=unit)
            if why := why_no_attack(pos, unit):
                refuse(BARRED.get(why, "7.3"), why, unit=unit)
            if unit in taken:
                refuse("9.12", "attacks_already", unit=unit)
        for unit in action.defenders:
            if pos.counter(unit).seat == phase.seat:
                refuse("9.12", "own_unit", unit=unit)
            if pos.counter(unit).wall:
                refuse("L3219", "on_the_wall", unit=unit)
            if unit in taken:
                refuse("9.12", "attacked_already", unit=unit)

    def execute(self, play: Play, frame: Table, action: Charge) -> None:
        pos, phase = play.pos, play.state.phase
        assert phase is not None
        clash = Charged(
            tuple(
                Attacking(u, bool({"move", "wave"} & set(pos.markers(u).ordered))) for u in action.attackers
            ),
            tuple(Defending(u) for u in action.defenders),
        )
        play.set(clashes=(*play.state.clashes, clash), phase=phase.but(used=True))
        play.tell(ClashDeclared(len(play.state.clashes), action.attackers, action.defenders))
        play.push(Describing(len(play.state.clashes) - 1))


def _clash_number(pos: Field, clash: int) -> Charged:
    if not 1 <= clash <= len(pos.state.clashes):
        refuse("9.12", "no_such_clash", clash=clash)
    return pos.state.clashes[clash - 1]


def _clash_choices(pos: Field, kind: str) -> Choices:
    numbers = [one + 1 for one in range(len(pos.state.clashes))]
    return (Choice(kind, {}, (pick("clash", numbers),), rule="9.12"),) if numbers else ()


@handles(Table)
class _EditClash(ActionHandler):
    action = EditClash

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return _clash_choices(pos, "edit_clash")

    def check(self, pos: Field, frame: Table, action: EditClash) -> None:
        _clash_number(pos, action.clash)

    def execute(self, play: Play, frame: Table, action: EditClash) -> None:
        play.push(Describing(action.clash - 1))


@handles(Table)
class _CancelClash(ActionHandler):
    action = CancelClash

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return _clash_choices(pos, "cancel_clash")

    def check(self, pos: Field, frame: Table, action: CancelClash) -> None:
        _clash_number(pos, action.clash)

    def execute(self, play: Play, frame: Table, action: CancelClash) -> None:
        gone = play.state.clashes[action.clash - 1]
        left = (*play.state.clashes[: action.clash - 1], *play.state.clashes[action.clash :])
        play.set(clashes=left)
        names = (tuple(one.unit for one in gone.attackers), tuple(one.unit for one in gone.defenders))
        play.tell(ClashCancelled(action.clash, *names))


# --- details of a clash ------------------------------------------------------------------------------------


def change_clash(play: Play, number: int, **changes: Any) -> None:
    """Change one declared clash."""
    clashes = list(play.state.clashes)
    clashes[number] = clashes[number].but(**changes)
    play.set(clashes=tuple(clashes))


@FRAMES.handler(Describing)
class _Describing(Offered):
    def ask(self, pos: Field, frame: Describing) -> Ask:
        clash = pos.state.clashes[frame.clash]
        seat = pos.counter(clash.attackers[0].unit).seat
        as_told = DescribeClash(clash.attackers[0].aspect, clash.terrain or None, clash.advance_hits)
        return Ask(seat, "describe", as_told, "9.12", {"clash": frame.clash + 1})

    def choices(self, pos: Field, frame: Describing) -> Choices:
        return tuple(self._choices(pos, pos.state.clashes[frame.clash]))

    def _choices(self, pos: Field, clash: Charged) -> Iterator[Choice]:
        aspect = clash.attackers[0].aspect
        yield Choice(
            "describe_clash",
            {},
            (
                Pick("aspect", tuple(Option(one, usual=one == aspect) for one in ASPECTS)),
                Pick(
                    "terrain",
                    tuple(Option(one, usual=one == clash.terrain) for one in TERRAIN),
                    optional=True,
                ),
                Number("advance_hits", 0, 9, clash.advance_hits),
            ),
            rule="9.12",
        )
        if len(clash.attackers) > 1:
            fields = (pick("unit", [one.unit for one in clash.attackers]), pick("aspect", ASPECTS))
            yield Choice("turn_attacker", {}, fields, rule="9.15")
        for fact in FACTS:
            for holds in (True, False):
                units = [u for u, now in _facts(clash, fact) if now != holds]
                if units:
                    yield Choice(
                        "note_unit", {"fact": fact, "holds": holds}, (pick("unit", units),), rule="9.11"
                    )
        yield from reference_choices(clash)

    def execute(self, play: Play, frame: Describing, action: Any) -> None:
        clash = play.state.clashes[frame.clash]
        if isinstance(action, DescribeClash):
            uniform = len({one.aspect for one in clash.attackers}) == 1
            turned = (
                tuple(one.but(aspect=action.aspect) for one in clash.attackers)
                if uniform or action.aspect != clash.attackers[0].aspect
                else clash.attackers
            )
            change_clash(
                play,
                frame.clash,
                attackers=turned,
                terrain=action.terrain or "",
                advance_hits=action.advance_hits,
            )
            play.pop()
        elif isinstance(action, TurnAttacker):
            turned = tuple(
                one.but(aspect=action.aspect) if one.unit == action.unit else one for one in clash.attackers
            )
            change_clash(play, frame.clash, attackers=turned)
        elif isinstance(action, NoteUnit):
            _note(play, frame.clash, action)
        else:
            record_reference(play, frame.clash, action)


def reference_choices(declared: Charged, clash: int = 0) -> Iterator[Choice]:
    """Yield a choice of reference unit for each side that has several units in the clash."""
    for side, members in zip(SIDES, members_of(declared), strict=True):
        if len(members) > 1:
            units = Pick("unit", options(members), optional=True)
            yield Choice("judge_by", {"side": side, "clash": clash}, (units,), rule="9.15")


def record_reference(play: Play, number: int, action: JudgeBy) -> None:
    """Record the chosen reference unit of a side."""
    judged = {side: unit for side, unit in play.state.clashes[number].judged.items() if side != action.side}
    if action.unit is not None:
        judged[action.side] = action.unit
    change_clash(play, number, judged=dict(sorted(judged.items())))


def _facts(clash: Charged, fact: str) -> list[tuple[str, bool]]:
    members: Any = clash.defenders if fact == "open_flank" else clash.attackers
    return [(one.unit, getattr(one, fact)) for one in members]


def _note(play: Play, number: int, action: NoteUnit) -> None:
    clash = play.state.clashes[number]
    where = "defenders" if action.fact == "open_flank" else "attackers"
    members: Any = getattr(clash, where)
    noted = tuple(
        one.but(**{action.fact: action.holds}) if one.unit == action.unit else one for one in members
    )
    change_clash(play, number, **{where: noted})


# --- conversion for the shock rules ------------------------------------------------------------------------


def clash_of(pos: Field, one: Charged) -> Clash:
    """Convert a declared clash into the form that the shock rules use."""
    members = members_of(one)
    judged = {
        side: there.index(one.judged[side])
        for side, there in zip(SIDES, members, strict=True)
        if one.judged.get(side) in there
    }
    # artillery has a front on every side (11.64)
    bolts = {n: "front" for n, d in enumerate(one.defenders) if pos.counter(d.unit).artillery}
    return Clash(
        tuple(
            Attacker(
                pos.unit(u.unit, heart=False),
                u.check,
                u.check,  # the side that moved into contact has a check marker (9.11)
                u.aspect,
                bolts,
                u.outflanked,
                u.held,
                one.advance_hits,
                on_charge=ferocity(pos, u.unit),
            )
            for u in one.attackers
        ),
        tuple(Defender(pos.unit(u.unit, heart=False), u.open_flank) for u in one.defenders),
        judged,
        {},
        frozenset({one.terrain} - {""}),
        not pos.roster.sizes,
    )


def ferocity(pos: Field, unit: str) -> int:
    """Return the modifier that Ferocity adds to an attacker's roll in the charge (L3033, ruling 12)."""
    if not pos.has_ferocity(unit):
        return 0
    return -FEROCITY if pos.setting.options.ferocity == "less" else FEROCITY


def armies(pos: Field, seat: str) -> dict[Any, Army]:
    """Return the two armies of a segment by side ("a" and "d"), given the seat that attacks."""
    return {
        side: Army(one in pos.state.heart, pos.initiative(one), pos.check_modifier(one))
        for side, one in zip(SIDES, (seat, foe(seat)), strict=True)
    }


def segment_of(pos: Field) -> Segment:
    """Combine all declared clashes into one segment."""
    return Segment(
        tuple(pos.clash(one) or clash_of(pos, one) for one in pos.state.clashes),
        armies(pos, attacking_seat(pos)),
    )


def attacking_seat(pos: Field) -> str:
    """Return the seat whose units attack in the declared clashes.

    After a feigned retreat this can be the inactive seat (6.73).
    """
    return pos.counter(pos.state.clashes[0].attackers[0].unit).seat
