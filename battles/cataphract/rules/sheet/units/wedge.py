"""The waves of the Frankish Wedge: one row after another moves up and attacks (L3690)."""

from __future__ import annotations

from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.sheet.units.orders import WAVE
from engine.game import Choice, Choices, Json, Many
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, refuse


@dataclass(frozen=True)
class MoveWave(Action):
    """Move up ``units``, the next row of the Wedge. ``passed``: friends that the row moved through."""

    units: tuple[str, ...]
    passed: tuple[str, ...] = ()


@dataclass(frozen=True)
class WaveMoved(Event):
    units: tuple[str, ...]
    passed: tuple[str, ...]


def rows(pos: Field) -> list[str]:
    """Return the units of the Wedge that can still move up, because their row has not attacked."""
    phase = pos.state.phase
    if phase is None or not phase.wedge or pos.state.clashes:
        return []
    return [u for u in pos.units_on_map(phase.seat, routed=False) if not why_no_wave(pos, u)]


def why_no_wave(pos: Field, unit: str) -> str:
    """Return the reason code if a unit cannot move up with the Wedge, or "" if it can."""
    now = pos.markers(unit)
    if not now.wedge or now.routed:
        return "not_in_the_wedge"
    return "attacks_already" if now.attacked else "ordered_already" if WAVE in now.ordered else ""


@handles(Table)
class _MoveWave(ActionHandler):
    action = MoveWave

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = rows(pos)
        if not able or pos.state.phase is None:
            return ()
        stays = [u for u in pos.units_on_map(pos.state.phase.seat) if u not in able]
        passed = (Many("passed", options(stays)),) if stays else ()
        fixed: dict[str, Json] = {} if stays else {"passed": []}
        return (Choice("move_wave", fixed, (Many("units", options(able), 1), *passed), rule="L3695"),)

    def check(self, pos: Field, frame: Table, action: MoveWave) -> None:
        phase = pos.state.phase
        if phase is None or not phase.wedge:
            refuse("L3695", "no_wedge_attacks")
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        require_on_map(pos, action.units, "L3695")
        for unit in action.units:
            if pos.counter(unit).seat != phase.seat:
                refuse("L3695", "other_side_active", unit=unit)
            if why := why_no_wave(pos, unit):
                refuse("L3695", why, unit=unit)
        if action.passed:
            require_on_map(pos, action.passed, "L3706")
        for unit in action.passed:
            if pos.counter(unit).seat != phase.seat or unit in action.units:
                refuse("L3706", "not_a_friend_in_place", unit=unit)

    def execute(self, play: Play, frame: Table, action: MoveWave) -> None:
        for unit in action.units:  # moving up with the Wedge costs no hit for moving again (L3718)
            now = play.pos.markers(unit)
            play.mark(unit, stirred=True, moved=True, ordered=(*now.ordered, WAVE))
        play.tell(WaveMoved(action.units, action.passed))
        for unit in action.passed:
            play.hurt(unit, 1, "passage")
