"""The printed set-ups of the seven land battles: every unit in its hex with its facing (L2693-3738)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.contingents import UNSIZED, contingents
from battles.cataphract.rules.field.ground import Ground, plain
from battles.cataphract.rules.field.pieces import CORNERS, Battlefield, Piece
from battles.cataphract.rules.sheet.armies.printed_battles import battles
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.tables import DATA
from battles.cataphract.rules.unit import Unit
from kit.grid.hexes import Hex

WEST, EAST = "W", "E"
HEIGHTS: Final = ("1924", "1925", "1926", "1927", "1928")  # our choice for "any level-3 hex" (L2885)


def set_up(battle: str, ground: Ground | None = None) -> Battlefield:
    """Return the field at the start of a battle.

    If a player can choose among hexes, units take them in order. Reinforcements are not on the field yet.
    """
    facts, map_ = battles()[battle], ground or plain()
    pieces: dict[str, Piece] = {}
    for seat, side in zip(SEATS, facts["sides"], strict=True):
        letter = "a" if seat == SEATS[0] else "b"
        ids = {key: f"{letter}{n}" for n, key in enumerate(_listed_counters(battle, side), 1)}
        for row, number, at in _place_counters(facts, side, map_, pieces):
            one = _listed_counters(battle, side)[row["contingent"], number]
            id = ids[row["contingent"], number]
            pieces[id] = _piece(id, seat, one, at, _facing(facts, side, row))
    return Battlefield(map_, pieces)


@cache
def base_pieces(battle: str) -> Mapping[str, Piece]:
    """Return every counter of a battle by id, including those that are not on the field yet.

    All have a placeholder hex.
    """
    facts, found = battles()[battle], dict[str, Piece]()
    for seat, side in zip(SEATS, facts["sides"], strict=True):
        letter = "a" if seat == SEATS[0] else "b"
        for n, one in enumerate(_listed_counters(battle, side).values(), 1):
            found[f"{letter}{n}"] = _piece(f"{letter}{n}", seat, one, Hex(0, 0), 0)
    return found


def _listed_counters(battle: str, side: str) -> Mapping[tuple[str, int], Mapping[str, Any]]:
    """Return the counters of an army in order, keyed by contingent and number."""
    listed = DATA.table("units")["by_battle"]
    own = [one for one in listed if (one["battle"], one["side"]) == (battle, side)]
    return {(one["contingent"], one["id"]): one for one in own}


def _place_counters(
    facts: Mapping[str, Any], side: str, ground: Ground, pieces: Mapping[str, Piece]
) -> Iterator[tuple[Mapping[str, Any], int, Hex]]:
    taken = {one.at: one.unit.type for one in pieces.values()}
    for row in facts["setup"][side]:
        if "contingent" not in row or row.get("reinforcement"):
            continue
        type_ = contingents()[row["contingent"]].type
        for number, at in zip(row["ids"], list(_hexes(row, ground, taken)), strict=False):
            taken.setdefault(at, type_)
            yield row, number, at


def _hexes(row: Mapping[str, Any], ground: Ground, taken: Mapping[Hex, str]) -> Iterator[Hex]:
    """Yield the hexes that a row of the set-up can use. Artillery shares hexes with foot. We spread it over
    the line of heavy foot.
    """
    if row["contingent"] == "cheiroballistra":
        return iter(_spread([at for at in sorted(taken) if taken[at] == "HI"], len(row["ids"])))
    named = row.get("hexes") or HEIGHTS
    return (at for at in map(ground.board.place, named) if at not in taken)


def _spread(hexes: Sequence[Hex], many: int) -> list[Hex]:
    """Return some of the hexes at equal distances from each other and from both ends."""
    return [hexes[(n + 1) * len(hexes) // (many + 1)] for n in range(many)]


def _facing(facts: Mapping[str, Any], side: str, row: Mapping[str, Any]) -> int:
    """Return a unit's facing from the set-up.

    If none is printed, any facing is allowed, and the unit faces the enemy.
    """
    turned = facts.get("facing_sheet") or {}
    if "facing" in row:
        return CORNERS.index(turned.get(row["facing"], row["facing"]))
    said = str(facts["facing"][side])
    if said in CORNERS:
        return CORNERS.index(said)
    if "sheet" in said:
        return CORNERS.index(said.rpartition(" ")[2])
    edge = facts["retreat_edge"][side]
    return CORNERS.index(EAST if edge.get("edge") == WEST else WEST)


def _piece(id: str, seat: str, one: Mapping[str, Any], at: Hex, facing: int) -> Piece:
    contingent = contingents()[one["contingent"]]
    unit = Unit(
        one["type"],
        one["tq"],
        name=contingent.name,
        size=one["size"] or UNSIZED,
        cataphract=one["class"] == "Cat",
        missile=one["missile"],
        sword=one["sword"],
        wedge="wedge" in contingent.tags,
    )
    return Piece(id, seat, unit, one["ma"], at, facing, contingent.tags, contingent.id, one["id"])
