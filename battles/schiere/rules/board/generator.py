"""Generate numbered boards with water, crossings, heights and woods within the limits of L33-37.

The same number always gives the same board. The result is a scenario document like a hand-written one,
and is parsed and checked in the same way.
"""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.rules.board.ground import BRIDGE, ENTRY, FORD, HEIGHT, QUARTER, RIVER, STREAM, WOOD
from battles.schiere.rules.board.scenario import MOST_CROSSINGS, MOST_TILES, MOST_WATER, has_quarter, tile
from engine.dice import Dice, Seeded, Throw
from engine.game import Facts
from kit.grid.square import Square

FEWEST_TILES: Final = 3
TRIES: Final = 200


def generate_board(scenario: Facts, number: int) -> dict[str, Any]:
    """Return the scenario with its terrain replaced by the generated board of this number. Layout, armies
    and length do not change.
    """
    layout = tuple(scenario["layout"])
    dice = Seeded(b"schiere board", "/".join(layout), number)
    water, wet = _water(layout, dice)
    crossings = _crossings(wet, dice) if water and water[0]["kind"] == RIVER else []
    tiles = _tiles(layout, set(wet), dice)
    return {**scenario, "prov": "design", "water": water, "crossings": crossings, "tiles": tiles}


def of_kind(layout: tuple[str, ...], number: int, heights: int, woods: int, water: str) -> dict[str, Any]:
    """Return generated terrain in scenario format, with the given numbers of heights and woods.

    ``water`` is a river or a stream through the middle, or "" for none. A river gets crossings.
    """
    dice = Seeded(b"schiere ground", "/".join(layout), number)
    lies: list[dict[str, Any]] = []
    wet: list[str] = []
    if water:
        lies, wet = _lay_water(layout, water, len(layout) // 2 - 1)
    crossings = _crossings(wet, dice) if water == RIVER else []
    tiles = [*_lay_tiles(layout, set(wet), dice, heights, (HEIGHT,))]
    taken = {*wet, *(square for one in tiles for square in tile(one["at"]))}
    tiles += _lay_tiles(layout, taken, dice, woods, (WOOD,))
    return {"layout": list(layout), "water": lies, "crossings": crossings, "tiles": tiles}


def _roll_below(dice: Dice, count: int) -> int:
    return dice.roll(Throw(count, "board", low=0))


def _water(layout: tuple[str, ...], dice: Dice) -> tuple[list[dict[str, Any]], list[str]]:
    """Return a river or stream between two rows of quarters, and the squares it covers. Return two empty
    lists if the board gets no water.
    """
    rows, columns = len(layout), len(layout[0])
    whole = [r for r in range(rows - 1) if all(has_quarter(layout, c, r) for c in range(columns))]
    if columns > MOST_WATER or not whole or not _roll_below(dice, 3):
        return [], []
    kind, row = (RIVER, STREAM)[_roll_below(dice, 2)], whole[_roll_below(dice, len(whole))]
    return _lay_water(layout, kind, row)


def _lay_water(layout: tuple[str, ...], kind: str, row: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Return water along the northern side of a row of quarters, and the squares that the water covers."""
    columns = len(layout[0])
    water = [{"kind": kind, "column": c, "row": row, "side": "n"} for c in range(columns)]
    return water, [str(Square(c, row * QUARTER + QUARTER - 1)) for c in range(columns * QUARTER)]


def _crossings(wet: list[str], dice: Dice) -> list[dict[str, Any]]:
    """Choose three pairs of bridges or fords, spread along the water. Units two squares wide can cross at a
    pair.
    """
    found, part = [], len(wet) // (MOST_CROSSINGS // 2)
    for third in range(MOST_CROSSINGS // 2):
        kind, first = (BRIDGE, FORD)[_roll_below(dice, 2)], third * part + _roll_below(dice, part - 1)
        found += [{"kind": kind, "at": wet[first]}, {"kind": kind, "at": wet[first + 1]}]
    return found


def _tiles(layout: tuple[str, ...], taken: set[str], dice: Dice) -> list[dict[str, Any]]:
    """Place heights and woods between the entry areas, as long as there is room."""
    return _lay_tiles(layout, taken, dice, FEWEST_TILES + _roll_below(dice, MOST_TILES - FEWEST_TILES + 1))


def _lay_tiles(
    layout: tuple[str, ...],
    taken: set[str],
    dice: Dice,
    wanted: int,
    kinds: tuple[str, ...] = (HEIGHT, WOOD),
) -> list[dict[str, Any]]:
    columns, rows = len(layout[0]) * QUARTER, len(layout) * QUARTER
    found: list[dict[str, Any]] = []
    for _ in range(TRIES):
        if len(found) == wanted:
            break
        corner = Square(_roll_below(dice, columns - 1), ENTRY + _roll_below(dice, rows - 2 * ENTRY - 1))
        kind = kinds[_roll_below(dice, 2)] if len(kinds) > 1 else kinds[0]
        squares = set(tile(str(corner)))
        if squares & taken or not all(_on_board(layout, s) for s in squares):
            continue
        taken |= squares
        found.append({"kind": kind, "at": str(corner)})
    return found


def _on_board(layout: tuple[str, ...], name: str) -> bool:
    square = Square.parse(name)
    return has_quarter(layout, square.column // QUARTER, square.row // QUARTER)
