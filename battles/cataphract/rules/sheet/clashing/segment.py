"""The resolution of all clashes in a segment, one step for each input (9.13 to 9.17).

The frame keeps the dice rolled so far. Every step resolves the segment again from its beginning to the
end of that step. The calculator uses the same code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.clashing.charge import (
    JudgeBy,
    attacking_seat,
    members_of,
    record_reference,
    reference_choices,
    segment_of,
)
from battles.cataphract.rules.sheet.command.phases import close_if_fallen
from battles.cataphract.rules.sheet.command.table import Table, default_step
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, ActionHandler, FrameHandler, Play
from battles.cataphract.rules.sheet.play.state import MAP, Charged
from battles.cataphract.rules.shock.fight import STEPS, fight_until
from battles.cataphract.rules.shock.report import NeededDie, ReportLine, SegmentReport
from battles.cataphract.rules.shock.situation import SIDES, Side
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, not_offered, refuse


@dataclass(frozen=True)
class ResolveSegment(Action):
    """Resolve all declared clashes together, starting with the charge."""


@dataclass(frozen=True)
class NextStep(Action):
    """Resolve the next step of all clashes."""


@dataclass(frozen=True)
class Resolving(Frame):
    """A segment being resolved.

    ``step`` is the number of STEPS completed, ``faces`` are the dice rolled in them, and ``told`` is the
    number of events they caused. ``aside`` marks a single clash outside the shock segment (6.73).
    """

    step: int = 0
    faces: tuple[int, ...] = ()
    told: int = 0
    aside: bool = late_field(False)


@dataclass(frozen=True)
class SegmentBegan(Event):
    clashes: int


@dataclass(frozen=True)
class ClashTold(Event):
    """An event of a clash: its step, what happened, and the unit and die concerned.

    ``amount``: the number of hits, or the modified roll.
    """

    clash: int
    step: str
    what: str
    side: str
    unit: str
    face: int | None = None
    amount: int = late_field(0)
    rule: str = late_field("")


@dataclass(frozen=True)
class ClashSettled(Event):
    """The final state of every unit of a clash."""

    clash: int
    units: tuple[str, ...]
    status: tuple[str, ...]
    hits: tuple[int, ...]
    limits: tuple[int, ...]
    advances: tuple[str, ...]


@handles(Table)
class _ResolveSegment(ActionHandler):
    action = ResolveSegment

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        if not pos.state.clashes:
            return ()
        facts = {"clashes": len(pos.state.clashes)}
        return (Choice("resolve_segment", rule="9.1", facts=facts),)

    def check(self, pos: Field, frame: Table, action: ResolveSegment) -> None:
        if not pos.state.clashes:
            refuse("9.1", "no_clashes")

    def execute(self, play: Play, frame: Table, action: ResolveSegment) -> None:
        play.tell(SegmentBegan(len(play.state.clashes)))
        play.push(Resolving())


@default_step(1)
def _resolve_all(pos: Field) -> Action | None:
    return ResolveSegment() if pos.state.clashes else None


@FRAMES.handler(Resolving)
class _Resolving(FrameHandler):
    def ask(self, pos: Field, frame: Resolving) -> Ask:
        facts = {"step": STEPS[frame.step], "clashes": len(pos.state.clashes)}
        return Ask(attacking_seat(pos), "segment", NextStep(), "9.1", facts)

    def choices(self, pos: Field, frame: Resolving) -> Choices:
        return (Choice("next_step", rule=RULES[STEPS[frame.step]]), *self._judges(pos, frame))

    def _judges(self, pos: Field, frame: Resolving) -> Iterator[Choice]:
        if STEPS[frame.step] in ("charge", "leaders", "clash"):
            for number, clash in enumerate(pos.state.clashes, 1):
                yield from reference_choices(clash, clash=number)

    def answer(self, play: Play, frame: Resolving, action: Any) -> None:
        if isinstance(action, JudgeBy):
            _choose(play, frame, action)
        elif isinstance(action, NextStep):
            _resolve(play, frame)
        else:
            not_offered("9.1", action)


RULES: Final = {"charge": "9.13", "leaders": "9.14", "clash": "9.16", "collapse": "9.17"}


def _choose(play: Play, frame: Resolving, action: JudgeBy) -> None:
    number = action.clash - 1
    if STEPS[frame.step] == "collapse":
        refuse("9.15", "too_late_to_choose")
    if not 0 <= number < len(play.state.clashes) or action.side not in SIDES:
        refuse("9.15", "no_such_clash", clash=action.clash)
    members = members_of(play.state.clashes[number])[SIDES.index(action.side)]
    if len(members) < 2:
        refuse("9.15", "only_one_unit", clash=action.clash)
    if action.unit is not None and action.unit not in members:
        refuse("9.15", "not_in_this_clash", unit=action.unit[:20])
    record_reference(play, number, action)


def _resolve(play: Play, frame: Resolving) -> None:
    pos = play.pos
    segment, clashes = segment_of(pos), pos.state.clashes
    known, thrown = list(frame.faces), list(frame.faces)
    purposes: dict[tuple[int, Side, int, str], str] = {}

    def roll_all(asked: Sequence[NeededDie]) -> Sequence[int]:
        before, known[:] = known[: len(asked)], known[len(asked) :]
        if before or not asked:
            return before
        throws = []
        for one in asked:
            name = pos.counter(_unit(clashes, one.clash, one.side, one.unit)).name
            purpose = f"{one.step}|{name}"
            purposes[one.clash, one.side, one.unit, one.step] = purpose
            throws.append((purpose, one.rule, _seat(pos, one.side)))
        faces = play.throw_all(throws)
        thrown.extend(faces)
        return faces

    fought = fight_until(segment, roll_all, frame.step + 1)
    play.swap(frame.but(step=frame.step + 1, faces=tuple(thrown), told=len(fought.told)))
    for told in fought.told[frame.told :]:
        event = _event(clashes, told)
        purpose = purposes.get((told.clash, told.side, told.unit, told.step), "")
        play.tell(event, of=purpose if told.face is not None else "")
    if frame.step + 1 == len(STEPS):
        play.pop()
        _settle(play, fought, frame.aside)


def _event(clashes: Sequence[Charged], told: ReportLine) -> ClashTold:
    unit = "" if told.unit < 0 else _unit(clashes, told.clash, told.side, told.unit)
    return ClashTold(told.clash + 1, told.step, told.code, told.side, unit, told.face, told.amount, told.rule)


def _unit(clashes: Sequence[Charged], clash: int, side: Side, number: int) -> str:
    return members_of(clashes[clash])[SIDES.index(side)][number]


def _seat(pos: Field, side: Side) -> str:
    seat = attacking_seat(pos)
    return seat if side == "a" else foe(seat)


# --- after the segment -------------------------------------------------------------------------------------


def _settle(play: Play, fought: SegmentReport, aside: bool) -> None:
    """Transfer the results of the segment to the sheet: hits, routs, supply, leaders' fates and an army's
    loss of heart. ``aside``: whether the segment is a single clash outside the shock segment.
    """
    clashes = play.state.clashes
    leaders = {key: play.pos.leader_at_risk(_unit(clashes, *key)) for key in fought.left}
    seats = {side: _seat(play.pos, side) for side in SIDES}
    lost = [
        seat for side, seat in seats.items() if seat in play.state.heart and side not in fought.undisciplined
    ]
    _note_attack(play, clashes, aside)
    play.set(clashes=(), heart=tuple(seat for seat in play.state.heart if seat not in lost))
    for key, left in fought.left.items():
        unit = _unit(clashes, *key)
        play.mark(unit, shieldwall=False)  # a Shieldwall dissolves when shocked (11.7)
        if play.pos.markers(unit).where != MAP:
            continue  # the leader's people have left the battle (L3010)
        if left.status == "stands":
            play.mark(unit, hits=left.hits)
            if left.advances:
                play.mark(unit, stirred=True)
            play.supply(unit, left.supply)
        elif left.status == "routs":
            play.rout(unit, "clash", tested=True)
        else:
            play.eliminate(unit, "clash")
        leader = leaders[key]
        if leader and left.leader is None:
            play.harm(leader, "killed")
        elif leader and left.leader is not None and left.leader.wounded != play.pos.command(leader).wounded:
            play.harm(leader, "wounded")
    if play.pos.setting.options.engaged:
        _engage(play, clashes, fought)
    for number in range(len(clashes)):
        _report(play, clashes, number, fought)
    for seat in lost:
        _break_others(play, seat)
    play.settle(clashes, fought)
    close_if_fallen(play)


def _note_attack(play: Play, clashes: Sequence[Charged], aside: bool) -> None:
    """Record which units attacked, which Columns were struck, and whether a Wedge continues (6.46, L3690)."""
    attacked = [one.unit for clash in clashes for one in clash.attackers]
    for unit in () if aside else attacked:
        play.mark(unit, attacked=True)
    for unit in (one.unit for clash in clashes for one in clash.defenders):
        if play.pos.markers(unit).column:
            play.mark(unit, struck=True)
    play.release(unit for clash in clashes for members in members_of(clash) for unit in members)
    phase = play.state.phase
    if phase is not None and not aside:
        wedge = any(play.pos.markers(unit).wedge for unit in attacked)
        play.set(phase=phase.but(fought=True, wedge=wedge))


def _engage(play: Play, clashes: Sequence[Charged], fought: SegmentReport) -> None:
    """Mark as Engaged the units that remain face to face, and remove the marker from the other units (9.17,
    10.3).
    """
    for number, clash in enumerate(clashes):
        stays = {
            side: [
                _unit(clashes, *key)
                for key, left in fought.left.items()
                if key[:2] == (number, side) and left.status == "stands" and not left.advances
            ]
            for side in SIDES
        }
        held = [unit for units in stays.values() for unit in units] if all(stays.values()) else []
        for unit in (one for members in members_of(clash) for one in members):
            if play.pos.markers(unit).where == MAP:
                play.mark(unit, engaged=unit in held)


def _report(play: Play, clashes: Sequence[Charged], number: int, fought: SegmentReport) -> None:
    pos = play.pos
    members = [(key, _unit(clashes, *key)) for key in fought.left if key[0] == number]
    play.tell(
        ClashSettled(
            number + 1,
            tuple(unit for _key, unit in members),
            tuple(fought.left[key].status for key, _unit in members),
            tuple(pos.markers(unit).hits for _key, unit in members),
            tuple(pos.limit(unit) for _key, unit in members),
            tuple(unit for key, unit in members if fought.left[key].advances),
        )
    )


def _break_others(play: Play, seat: str) -> None:
    """Rout the units outside the clashes that now have too many hits (11.2)."""
    for unit in list(play.pos.units_on_map(seat, routed=False)):
        if play.pos.hits_left(unit) <= 0:
            play.rout(unit, "heart")
