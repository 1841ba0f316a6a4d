"""Command range, and the Lines that a leader can command (4.22, 4.32, L2569)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.sheet.armies.printed_battles import battles
from battles.cataphract.rules.sheet.armies.roster import SEATS
from kit.grid.grid import link_spaces
from kit.grid.hexes import Array, Hex

FAR: Final = 60  # a distance in hexes, farther than any range
WALLING: Final = ("HI", "MI")


@dataclass(frozen=True)
class LineKind:
    """A row of a battle's table of Line Commands.

    ``numbers``: the first and last counter number that belong to it, or None for all. ``gap``: the number
    of hexes allowed between two units, or None for infantry in rows or files. ``range``: the limit on the
    distance to the leader, as a multiple of the leader's range. ``anywhere``: whether all its units form
    one Line, wherever they are.
    """

    contingents: frozenset[str]
    numbers: tuple[int, int] | None
    gap: int | None
    range: int
    anywhere: bool = False

    def takes(self, one: Piece) -> bool:
        """Return whether a unit can belong to a Line of this kind."""
        within = self.numbers is None or self.numbers[0] <= one.number <= self.numbers[1]
        return one.contingent in self.contingents and within and not one.unit.routed


def line_kinds(battle: str, seat: str) -> tuple[LineKind, ...]:
    """Return the kinds of Lines that a side of a printed battle can form."""
    facts = battles()[battle]
    side = facts["sides"][SEATS.index(seat)]
    return tuple(_kind(row) for row in facts["lines"][side])


def _kind(row: Mapping[str, Any]) -> LineKind:
    ids = row.get("ids")
    numbers = (ids[0], ids[1]) if ids else None
    return LineKind(
        frozenset(row["units"]), numbers, row.get("gap"), row.get("range", 2), row.get("anywhere", False)
    )


# --- range -------------------------------------------------------------------------------------------------


def distances(field: Battlefield, seat: str, leader: Hex, most: int = FAR) -> dict[Hex, int]:
    """Return the distance of every hex within range of a leader along a free path (4.22).

    The path avoids enemies, vacant hexes in enemy zones, and terrain that leaders cannot cross. Friends
    make a zone harmless.
    """

    found, edge = {leader: 0}, [leader]
    for away in range(1, most + 1):
        near: list[Hex] = []
        for here in edge:
            for at in here.neighbours():
                if at in found or not field.ground.open_to(here, at) or _is_blocked(field, seat, at):
                    continue
                found[at] = away
                near.append(at)
        if not near:
            break
        edge = sorted(near)
    return found


def _is_blocked(field: Battlefield, seat: str, at: Hex) -> bool:
    if field.enemies_at(seat, at):
        return True
    return at not in field.occupants and bool(field.holders(seat, at))


def in_range(field: Battlefield, one: Piece, leader: Hex, most: int) -> bool:
    """Return whether a unit is within ``most`` hexes of a leader (4.22)."""
    return one.at in distances(field, one.seat, leader, most)


# --- Lines -------------------------------------------------------------------------------------------------


def lines(field: Battlefield, kind: LineKind, seat: str, leader: Hex, reach: int) -> list[frozenset[str]]:
    """Return the units of every Line of this kind that a leader with this command range can order (4.32).

    A single unit is not a Line. Infantry Lines are rows or files, and a unit can be in one of each.
    """
    near = None if kind.anywhere else distances(field, seat, leader, kind.range * reach)
    units = [one for one in field.of(seat) if kind.takes(one) and (near is None or one.at in near)]
    if kind.anywhere:
        return [frozenset(one.id for one in units)] if len(units) > 1 else []
    places = {one.at: one.id for one in units}
    groups = _ranked_groups(field, units) if kind.gap is None else _linked_groups(field, kind, units)
    found = (frozenset(places[at] for at in group) for group in groups if len(group) > 1)
    return sorted(dict.fromkeys(found), key=sorted)


def _ranked_groups(field: Battlefield, units: Sequence[Piece]) -> list[frozenset[Hex]]:
    facings = {one.at: one.facing for one in units if not one.unit.column}
    return [group for kind in Array for group in field.ground.board.array(facings, kind)]


def _linked_groups(field: Battlefield, kind: LineKind, units: Sequence[Piece]) -> Iterable[frozenset[Hex]]:
    own = {one.at for one in units}
    barred = {at for at in field.occupants if at not in own}
    return link_spaces(field.ground.board, own, gap=kind.gap or 0, barred=barred)


def cavalry_line(field: Battlefield, kinds: Iterable[LineKind], one: Piece) -> frozenset[str]:
    """Return the units of the cavalry Line to which a unit belongs, for a withdrawal by Line (6.58).

    No leader is needed, so no range applies (ruling 70). The set is empty if the unit is in no Line.
    """
    for kind in kinds:
        if kind.gap is None or not one.is_mounted or not kind.takes(one):
            continue
        places = {o.at: o.id for o in field.of(one.seat) if o.is_mounted and kind.takes(o)}
        barred = {at for at in field.occupants if at not in places}
        groups = link_spaces(field.ground.board, set(places), gap=kind.gap, barred=barred)
        found = next((group for group in groups if one.at in group), frozenset())
        if len(found) > 1:
            return frozenset(places[at] for at in found)
    return frozenset()


def why_no_line(
    field: Battlefield, kind: LineKind, seat: str, leader: Hex, reach: int, chosen: Sequence[str]
) -> str:
    """Return the reason code if chosen units cannot form a Line of this kind, or "" if they can.

    They can be part of a larger Line (4.32).
    """
    if any(id not in field.pieces or not kind.takes(field.pieces[id]) for id in chosen):
        return "not_of_this_line"
    if field.holders(seat, leader):
        return "leader_in_a_zone"  # see rule 4.33
    if not kind.anywhere:
        near = distances(field, seat, leader, kind.range * reach)
        if any(field.pieces[id].at not in near for id in chosen):
            return "out_of_command_range"
    whole = lines(field, kind, seat, leader, reach)
    return "" if any(set(chosen) <= group for group in whole) else "not_linked"


# --- the shieldwall ----------------------------------------------------------------------------------------


def shieldwall_row(field: Battlefield, one: Piece, able: Iterable[str]) -> frozenset[str]:
    """Return the units that form a Shieldwall with one unit: its whole row, side by side (11.72).

    ``able``: the contingents that can form one.
    """
    known = set(able)
    units = [o for o in field.of(one.seat) if o.contingent in known and o.unit.type in WALLING]
    units = [o for o in units if not o.unit.routed and not o.unit.column]
    facings, ids = {o.at: o.facing for o in units}, {o.at: o.id for o in units}
    rows = field.ground.board.array(facings, Array.ROW)
    return next((frozenset(ids[at] for at in row) for row in rows if one.at in row), frozenset())
