"""Moves and markers of units, as the players make them at the table (6.0, 8.17, 11.7).

This includes the Moved marker, hits from terrain, Column, Wedge, Shieldwall, ammunition and reinforcements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.command.activation import is_idle
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.units.orders import (
    MOVE,
    give,
    must_be_ordered,
    orderable_units,
    orders_left,
)
from engine.game import Choice, Choices, Many, Number
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

MOST_HITS: Final = 9
CAUSES: Final = ("terrain", "facing", "passage", "withdrawal", "reaction", "other")
GONE: Final = ("off_map", "trapped", "other", "no_points")


@dataclass(frozen=True)
class MoveUnits(Action):
    """Move units by order. Each takes ``hits`` from the terrain, and one more hit if it moved before
    (6.13).
    """

    units: tuple[str, ...]
    hits: int = 0


@dataclass(frozen=True)
class TakeHits(Action):
    """Give units hits for a reason that the players report."""

    units: tuple[str, ...]
    hits: int
    cause: str


@dataclass(frozen=True)
class RemoveHits(Action):
    """Remove hits that these units should not have."""

    units: tuple[str, ...]
    hits: int


@dataclass(frozen=True)
class MarkUnits(Action):
    """Put a marker on units or remove it, or set their missile supply. ``on``: whether to put it on."""

    mark: str
    on: bool
    units: tuple[str, ...]


@dataclass(frozen=True)
class RoutUnits(Action):
    """Rout units because of a rule that only the players can check, such as no room to withdraw."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class RemoveUnits(Action):
    """Take units off the map."""

    units: tuple[str, ...]
    cause: str


@dataclass(frozen=True)
class CallReserves(Action):
    """Roll for a side's reinforcements (L3410)."""

    seat: str


@dataclass(frozen=True)
class UnitsMoved(Event):
    units: tuple[str, ...]
    hits: int
    again: tuple[str, ...]


@dataclass(frozen=True)
class UnitsMarked(Event):
    mark: str
    on: bool
    units: tuple[str, ...]


@dataclass(frozen=True)
class ReservesCalled(Event):
    """A side has rolled for reinforcements. On a 0 they arrive, in Column."""

    seat: str
    face: int
    units: tuple[str, ...]


# --- moves -------------------------------------------------------------------------------------------------


@handles(Table)
class _MoveUnits(ActionHandler):
    action = MoveUnits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = orderable_units(pos, MOVE) if not pos.state.clashes else []
        phase = pos.state.phase
        if not able or phase is None:
            return ()
        if not phase.lines and not orders_left(pos):
            able = [u for u in able if pos.markers(u).ordered]  # moving again costs no further order
        most = len(able) if phase.lines else min(len(able), max(1, orders_left(pos)))
        fields = (Many("units", options(able), 1, most), Number("hits", 0, MOST_HITS, 0))
        return (Choice("move_units", {}, fields, rule="6.1"),)

    def check(self, pos: Field, frame: Table, action: MoveUnits) -> None:
        require_units(action.units, "6.1")
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        must_be_ordered(pos, action.units, MOVE, "6.1")
        if not 0 <= action.hits <= MOST_HITS:
            refuse("6.2", "not_a_number", low=0, high=MOST_HITS)

    def execute(self, play: Play, frame: Table, action: MoveUnits) -> None:
        again = tuple(u for u in action.units if play.pos.markers(u).moved)
        play.tell(UnitsMoved(action.units, action.hits, again))
        for unit in action.units:
            give(play, unit, MOVE)
            play.mark(unit, moved=True, stirred=True, shieldwall=False, engaged=False)
            play.hurt(unit, action.hits, "terrain")
            if unit in again and not play.pos.markers(unit).routed:
                play.hurt(unit, 1, "moved_again")  # moving again costs a hit (6.13)


def require_units(units: tuple[str, ...], rule: str) -> None:
    """Refuse an empty list of units, or a list that names a unit twice."""
    if not units:
        refuse(rule, "no_units")
    if len(set(units)) != len(units):
        refuse(rule, "named_twice")


def require_on_map(pos: Field, units: tuple[str, ...], rule: str) -> None:
    """Refuse a list of units that is empty, repeats a unit or names one that is not on the map."""
    require_units(units, rule)
    for unit in units:
        if unit not in pos.state.units:
            refuse(rule, "no_such_unit", unit=unit[:20])
        if pos.markers(unit).where != MAP:
            refuse(rule, "not_on_map", unit=unit)


def _units_by_side(pos: Field, able: Callable[[str], bool]) -> Iterator[tuple[str, list[str]]]:
    """Yield each side with its units on the map for which ``able`` is true."""
    for seat in SEATS:
        found = [u for u in pos.units_on_map(seat) if able(u)]
        if found:
            yield seat, found


# --- hits --------------------------------------------------------------------------------------------------


@handles(Table)
class _TakeHits(ActionHandler):
    action = TakeHits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "take_hits",
                {},
                (Many("units", options(units), 1), Number("hits", 1, MOST_HITS, 1), pick("cause", CAUSES)),
                rule="10.1",
                facts={"seat": seat},
            )
            for seat, units in _units_by_side(pos, lambda u: True)
        )

    def check(self, pos: Field, frame: Table, action: TakeHits) -> None:
        require_on_map(pos, action.units, "10.1")
        if not 1 <= action.hits <= MOST_HITS:
            refuse("10.1", "not_a_number", low=1, high=MOST_HITS)
        if action.cause not in CAUSES:
            refuse("10.1", "not_one_of", value=action.cause[:20])

    def execute(self, play: Play, frame: Table, action: TakeHits) -> None:
        for unit in action.units:
            play.hurt(unit, action.hits, action.cause)


@handles(Table)
class _RemoveHits(ActionHandler):
    action = RemoveHits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "remove_hits",
                {},
                (Many("units", options(units), 1), Number("hits", 1, MOST_HITS, 1)),
                rule="10.1",
                facts={"seat": seat},
            )
            for seat, units in _units_by_side(pos, lambda u: pos.markers(u).hits > 0)
        )

    def check(self, pos: Field, frame: Table, action: RemoveHits) -> None:
        require_on_map(pos, action.units, "10.1")
        if not 1 <= action.hits <= MOST_HITS:
            refuse("10.1", "not_a_number", low=1, high=MOST_HITS)
        for unit in action.units:
            if not pos.markers(unit).hits:
                refuse("10.1", "no_hits", unit=unit)

    def execute(self, play: Play, frame: Table, action: RemoveHits) -> None:
        for unit in action.units:
            play.ease(unit, action.hits, "other")


# --- markers -----------------------------------------------------------------------------------------------


def why_no_mark(pos: Field, unit: str, mark: str) -> str:
    """Return the reason code if a unit cannot carry a marker, or "" if it can."""
    one, now = pos.counter(unit), pos.markers(unit)
    if now.routed and mark not in ("low", "no", "full"):
        return "routed"
    if mark == "column":
        foot = one.unit.foot
        fits = foot and pos.roster.sizes and not pos.roster.sides[one.seat].undisciplined
        return "" if fits else "only_disciplined_foot_forms_column"  # see rule 6.4
    if mark == "shieldwall":
        return "" if one.type in ("HI", "MI") else "only_heavy_and_medium_foot"  # see rule 11.7
    if mark == "engaged":
        return "" if pos.setting.options.engaged else "engaged_not_used"  # see rule 10.3
    if mark == "wedge":
        return "" if one.type == "MI" else "only_medium_foot_forms_wedge"  # see rule L3690
    if mark in ("low", "no", "full"):
        return "" if one.missile not in ("", "Cheiro") else "no_missiles"
    return ""


MARKS: Final = {"moved": "6.13", "column": "6.4", "wedge": "L3690", "shieldwall": "11.7", "engaged": "10.3"}
SUPPLIES: Final = {"low": "8.17", "no": "8.17", "full": "8.18"}


@handles(Table)
class _MarkUnits(ActionHandler):
    action = MarkUnits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(self._list_choices(pos))

    def _list_choices(self, pos: Field) -> Iterator[Choice]:
        for mark, rule in (*MARKS.items(), *SUPPLIES.items()):
            for on in (True, False) if mark in MARKS else (True,):
                units = [
                    u for seat in SEATS for u in pos.units_on_map(seat) if _would_change(pos, u, mark, on)
                ]
                if units:
                    fields = (Many("units", options(units), 1),)
                    yield Choice("mark_units", {"mark": mark, "on": on}, fields, rule=rule)

    def check(self, pos: Field, frame: Table, action: MarkUnits) -> None:
        rule = {**MARKS, **SUPPLIES}.get(action.mark)
        if rule is None or (action.mark in SUPPLIES and not action.on):
            refuse("10.1", "not_one_of", value=action.mark[:20])
        require_on_map(pos, action.units, rule)
        for unit in action.units:
            why = why_no_mark(pos, unit, action.mark)
            if why and action.on:
                refuse(rule, why, unit=unit)
            if not _would_change(pos, unit, action.mark, action.on):
                refuse(rule, "marked_already", unit=unit)

    def execute(self, play: Play, frame: Table, action: MarkUnits) -> None:
        for unit in action.units:
            changes: dict[str, Any] = (
                {action.mark: action.on} if action.mark in MARKS else {"supply": action.mark}
            )
            if action.mark == "moved" and action.on:
                changes["stirred"] = True
            play.mark(unit, **changes)
        play.tell(UnitsMarked(action.mark, action.on, action.units))
        for unit in action.units:  # the quality of a Column is two lower, which can rout it
            if not play.pos.markers(unit).routed and play.pos.hits_left(unit) <= 0:
                play.rout(unit, "column")


def _would_change(pos: Field, unit: str, mark: str, on: bool) -> bool:
    now = pos.markers(unit)
    if mark in SUPPLIES:
        return (
            not why_no_mark(pos, unit, mark)
            and now.supply != mark
            and not (now.routed and pos.counter(unit).unit.foot)
        )
    carries: bool = getattr(now, mark)
    return carries != on and not (on and why_no_mark(pos, unit, mark))


# --- routs and removals that players report ----------------------------------------------------------------


@handles(Table)
class _RoutUnits(ActionHandler):
    action = RoutUnits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice("rout_units", {}, (Many("units", options(units), 1),), rule="10.2", facts={"seat": seat})
            for seat, units in _units_by_side(pos, lambda u: not pos.markers(u).routed)
        )

    def check(self, pos: Field, frame: Table, action: RoutUnits) -> None:
        require_on_map(pos, action.units, "10.2")
        for unit in action.units:
            if pos.markers(unit).routed:
                refuse("10.2", "routed", unit=unit)

    def execute(self, play: Play, frame: Table, action: RoutUnits) -> None:
        for unit in action.units:
            if not play.pos.markers(unit).routed:  # the unit may already have routed when its army lost heart
                play.rout(unit, "told")


@handles(Table)
class _RemoveUnits(ActionHandler):
    action = RemoveUnits

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "remove_units",
                {},
                (Many("units", options(units), 1), pick("cause", GONE)),
                rule="10.23",
                facts={"seat": seat},
            )
            for seat, units in _units_by_side(pos, lambda u: True)
        )

    def check(self, pos: Field, frame: Table, action: RemoveUnits) -> None:
        require_on_map(pos, action.units, "10.23")
        if action.cause not in GONE:
            refuse("10.23", "not_one_of", value=action.cause[:20])

    def execute(self, play: Play, frame: Table, action: RemoveUnits) -> None:
        if action.cause == "no_points":
            play.leave(action.units, action.cause)
            return
        for unit in action.units:
            play.eliminate(unit, action.cause)


# --- reinforcements ----------------------------------------------------------------------------------------


def sides_awaiting(pos: Field) -> list[str]:
    """Return the sides that can roll for reinforcements now. Each can do so once a turn, before any
    activation.
    """
    untouched = is_idle(pos) and all(
        one.status != "finished" or pos.chief(id).late for id, one in pos.state.leaders.items()
    )
    return [s for s in SEATS if untouched and s not in pos.state.called and list(pos.reserves(s))]


@handles(Table)
class _CallReserves(ActionHandler):
    action = CallReserves

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(Choice("call_reserves", {"seat": seat}, rule="L3410") for seat in sides_awaiting(pos))

    def check(self, pos: Field, frame: Table, action: CallReserves) -> None:
        if action.seat not in sides_awaiting(pos):
            refuse("L3410", "no_reserves_now", seat=action.seat[:20])

    def execute(self, play: Play, frame: Table, action: CallReserves) -> None:
        face = play.throw("reserves", "L3410", action.seat)
        come = tuple(play.pos.reserves(action.seat)) if face == 0 else ()
        play.set(called=(*play.state.called, action.seat))
        for unit in come:
            play.mark(unit, where=MAP, column=True, stirred=True)
        play.tell(ReservesCalled(action.seat, face, come))
