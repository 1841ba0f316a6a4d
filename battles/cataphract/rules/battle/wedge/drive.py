"""Questions about the Frankish Wedge on the map: who leads it, and where it can move (L3683 to L3694)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.field.reach import Stand, reach
from battles.cataphract.rules.field.wedge import Rows
from battles.cataphract.rules.sheet.units.orders import MOVE
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action

COMMANDER: Final = "buccelin"  # the leader of the Wedge (L3689)
LEADING: Final = 3  # the first rows, with one of whose units the leader of the Wedge must be (L3690)
NAME: Final = "wedge"  # stands for the number of a Line in the name of a Line Command to the Wedge


@dataclass(frozen=True)
class DriveWedge(Action):
    """Move the whole Wedge straight ahead, until its point is in a hex (L3690)."""

    to: str


def flat(rows: Rows) -> tuple[str, ...]:
    """Return the units of all rows, the point first."""
    return tuple(unit for row in rows for unit in row)


def is_led(pos: MapField, rows: Rows) -> bool:
    """Return whether the leader of the Wedge is with a unit of its first three rows (L3690)."""
    post = pos.board.posts.get(COMMANDER)
    alive = COMMANDER in pos.roster.chiefs and COMMANDER in pos.living_leaders(pos.chief(COMMANDER).seat)
    return alive and any(pos.board.places[unit].at == post for unit in flat(rows[:LEADING]))


# --- moving as a whole -----------------------------------------------------------------------------------


def why_no_drive(pos: MapField) -> str:
    """Return the reason code if the Wedge cannot move as a whole now, or "" if it can."""
    phase = pos.state.phase
    if phase is None or phase.fought:
        return "segment_over" if phase is not None else "nobody_active"
    if not pos.wedge or pos.counter(pos.wedge[0][0]).seat != phase.seat:
        return "no_wedge"
    point = pos.wedge[0][0]
    line = pos.line(phase.line)
    moving = line.units if line is not None else pos.board.ranks if pos.board.stage == "moving" else ()
    if point not in moving:
        return "wedge_not_commanded"
    return "ordered_already" if MOVE in pos.markers(point).ordered else ""


def drives(pos: MapField) -> dict[Hex, tuple[Stand, ...]]:
    """Return the hexes to which the point of the Wedge can move straight ahead, each with its route.

    In an Uncontrolled Advance, only those nearest to the enemy count (11.31).
    """
    if why_no_drive(pos):
        return {}
    if "drives" not in pos.cache:
        pos.cache["drives"] = _find_drives(pos)
    found: dict[Hex, tuple[Stand, ...]] = pos.cache["drives"]
    return found


def _find_drives(pos: MapField) -> dict[Hex, tuple[Stand, ...]]:
    point, phase = pos.wedge[0][0], pos.state.phase
    one = pos.piece(point)
    ways = {
        stand.at: way[1:]
        for stand, (_cost, way) in reach(pos.battlefield, one).stands.items()
        if stand.at != one.at and all(leg.facing == one.facing for leg in way)
    }
    if phase is None or not phase.line or not ways:
        return ways
    away = {at: pos.line_target_distance(point, at) for at in ways}
    least = min(away.values())
    if least > pos.line_target_distance(point) or pos.opponents(point):
        return {}
    return {at: way for at, way in ways.items() if away[at] == least}


def owes_drive(pos: MapField) -> bool:
    """Return whether the Wedge is in an Uncontrolled Advance and must still move (11.31, L3691)."""
    phase = pos.state.phase
    return phase is not None and bool(phase.line) and bool(drives(pos))


def is_driven(pos: MapField, unit: str) -> bool:
    """Return whether a unit can move only with the Wedge now: the Wedge is commanded or out of control
    (L3690).
    """
    phase = pos.state.phase
    if phase is None or not pos.wedge or unit not in flat(pos.wedge):
        return False
    line = pos.line(phase.line)
    moving = pos.board.ranks if line is None else line.units
    return pos.wedge[0][0] in moving
