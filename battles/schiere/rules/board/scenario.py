"""The scenarios of *Schiere*: a board of quarters, its terrain, and two starting armies (L17-43).

The rulebook contains no scenario. Those in ``data/boards.toml`` are our own design; a document can supply
another, and :func:`load` reports every mistake in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import field
from typing import Final

from battles.schiere.rules.board.ground import (
    BRIDGE,
    FORD,
    HEIGHT,
    OFF,
    QUARTER,
    RIVER,
    STREAM,
    WOOD,
    Ground,
)
from battles.schiere.rules.board.troops import CHIEFS, MOST_WINGS, SEATS, WING_NAMES, name_wings, troops_of
from battles.schiere.rules.tables import load as table
from engine.game import BadScenario, Facts
from engine.reading import Reader
from engine.values import dataclass
from kit.grid.square import Board, Square
from kit.rules.scenarios import Remembered

FEWEST_QUARTERS, MOST_QUARTERS, MOST_WATER = 4, 8, 4  # limits of a board's quarters and water (L33)
MOST_TILES, MOST_CROSSINGS = 12, 6  # maximum numbers of tiles and of crossings (L35)
SIDES: Final = {"n": (0, QUARTER - 1), "s": (0, 0), "e": (QUARTER - 1, 0), "w": (0, 0)}
PROVENANCE: Final = frozenset({"rules", "history", "design"})
LONGEST_WAY: Final = 4  # maximum number of quarters in a row or column
MOST_SPARE: Final = 30  # maximum unspent points of an army supplied by a campaign


@dataclass(frozen=True)
class Army:
    """An army's composition. ``units``: the number of units of each kind. ``spare``: the points that an army
    given by a campaign has left for orders and actions.
    """

    units: Mapping[str, int]
    chief: str
    wings: tuple[str, ...]
    spare: int = 0


@dataclass(frozen=True)
class Scenario:
    """A battle before it begins. ``armies``: the default armies. ``given``: whether these come from a
    campaign, in which case neither side chooses an army, and both know both armies.
    """

    title: str
    points: int
    turns: int
    layout: tuple[str, ...]
    ground: Ground
    armies: Mapping[str, Army]
    given: bool = False
    # the names that players of a campaign have given to the counters, by seat
    names: Mapping[str, str] = field(default_factory=dict)


TITLES: Final = {
    "open_field": "The open field",
    "ford": "The ford",
    "stream": "The cold stream",
    "woods": "Between the woods",
    "ridge": "The ridge",
    "great_plain": "The great plain",
}


def builtin(name: str) -> Facts:
    """Return a copy of the JSON of a built-in scenario. Raises KeyError if the name is not in TITLES."""
    if name not in TITLES:
        raise KeyError(name)
    return deepcopy(table("boards")[name])


def read(raw: Facts) -> Scenario:
    """Parse the scenario in ``raw``. Raises BadScenario listing every mistake with its path."""
    top = Reader(raw, free=("prov", "note"))
    if not top.fields("title points turns layout", "water tiles crossings armies given names"):
        top.raise_mistakes(BadScenario)
    layout = _layout(top["layout"])
    ground = _ground(top, layout)
    scenario = Scenario(
        title=top["title"].text(),
        points=top["points"].number(6, 104),
        turns=top["turns"].number(1, 60),
        layout=layout,
        ground=ground,
        armies={seat: _army(top["armies"][seat], seat) for seat in SEATS},
        given="given" in top and top["given"].flag(),
        names=_names(top["names"]) if "names" in top else {},
    )
    top.marks("prov", PROVENANCE)
    top.raise_mistakes(BadScenario)
    return scenario


load = Remembered(read, 64)


def _names(reader: Reader) -> Mapping[str, str]:
    reader.only(" ".join(SEATS))
    return {seat: reader[seat].text() for seat in SEATS}


def _layout(reader: Reader) -> tuple[str, ...]:
    """Read the rows of quarters, starting in the north. "#" is a quarter and "." a gap."""
    rows = reader.words()
    width = len(rows[0]) if rows else 0
    quarters = sum(row.count("#") for row in rows)
    fits = 0 < width <= LONGEST_WAY and len(rows) <= LONGEST_WAY
    if not fits or any(len(row) != width or set(row) - {"#", "."} for row in rows):
        reader.note_mistake("not_a_layout")
        return ("##", "##")
    if not FEWEST_QUARTERS <= quarters <= MOST_QUARTERS:
        reader.note_mistake("so_many_quarters", low=FEWEST_QUARTERS, high=MOST_QUARTERS, number=quarters)
    if "#" not in rows[0] or "#" not in rows[-1]:
        reader.note_mistake("no_entry_area")
    return rows


def board_of(layout: tuple[str, ...]) -> Board:
    return Board(len(layout[0]) * QUARTER, len(layout) * QUARTER)


def has_quarter(layout: tuple[str, ...], column: int, row: int) -> bool:
    """Return whether the layout has a quarter at a column and row, counted from the south-west."""
    return 0 <= row < len(layout) and 0 <= column < len(layout[0]) and layout[-1 - row][column] == "#"


def _ground(top: Reader, layout: tuple[str, ...]) -> Ground:
    board = board_of(layout)
    kinds: dict[str, str] = {
        str(s): OFF for s in board if not has_quarter(layout, s.column // QUARTER, s.row // QUARTER)
    }
    _water(top["water"], layout, kinds)
    _tiles(top["tiles"], board, kinds)
    _crossings(top["crossings"], kinds)
    return Ground(board, kinds)


def _water(reader: Reader, layout: tuple[str, ...], kinds: dict[str, str]) -> None:
    """Read the rivers and streams along the sides of quarters. Along the edge of the board the squares stay
    plain (L33).
    """
    found = reader.items() if reader.has_value else []
    if len(found) > MOST_WATER:
        reader.note_mistake("too_many", most=MOST_WATER)
    for one in found:
        one.only("kind column row side")
        kind = one["kind"].one_of((RIVER, STREAM))
        column, row = one["column"].number(0, LONGEST_WAY - 1), one["row"].number(0, LONGEST_WAY - 1)
        side = one["side"].one_of(SIDES)
        if not has_quarter(layout, column, row):
            one.note_mistake("no_such_quarter", column=column, row=row)
        elif adjoins_quarter(layout, column, row, side):
            kinds.update(dict.fromkeys(squares_along(column, row, side), kind))


def adjoins_quarter(layout: tuple[str, ...], column: int, row: int, side: str) -> bool:
    """Return whether a quarter adjoins another quarter on the given side."""
    east, north = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}[side]
    return has_quarter(layout, column + east, row + north)


def squares_along(column: int, row: int, side: str) -> Iterator[str]:
    """Yield the squares along one side of a quarter."""
    east, north = SIDES[side]
    for far in range(QUARTER):
        aside = (far, 0) if side in "ns" else (0, far)
        yield str(Square(column * QUARTER + east + aside[0], row * QUARTER + north + aside[1]))


def _tiles(reader: Reader, board: Board, kinds: dict[str, str]) -> None:
    """Read heights and woods. Each covers four squares and is named by its south-western square (L35)."""
    found = reader.items() if reader.has_value else []
    if len(found) > MOST_TILES:
        reader.note_mistake("too_many", most=MOST_TILES)
    for one in found:
        one.only("kind at")
        kind, squares = one["kind"].one_of((HEIGHT, WOOD)), tuple(tile(one["at"].text()))
        if len(squares) != 4 or any(Square.parse(s) not in board for s in squares):
            one["at"].note_mistake("not_on_the_board")
        elif any(s in kinds for s in squares):
            one["at"].note_mistake("something_lies_there")
        else:
            kinds.update(dict.fromkeys(squares, kind))


def tile(at: str) -> Iterator[str]:
    """Yield the four squares of a tile given by its south-western square. Yield nothing if the name is
    invalid.
    """
    try:
        corner = Square.parse(at)
    except ValueError:
        return
    for column in (0, 1):
        for row in (0, 1):
            yield str(Square(corner.column + column, corner.row + row))


def _crossings(reader: Reader, kinds: dict[str, str]) -> None:
    """Read bridges and fords, which can lie only on a river (L37)."""
    found = reader.items() if reader.has_value else []
    if len(found) > MOST_CROSSINGS:
        reader.note_mistake("too_many", most=MOST_CROSSINGS)
    for one in found:
        one.only("kind at")
        kind, at = one["kind"].one_of((BRIDGE, FORD)), one["at"].text()
        if kinds.get(at) != RIVER:
            one["at"].note_mistake("not_on_a_river")
        else:
            kinds[at] = kind


def _army(reader: Reader, seat: str) -> Army:
    """Read a starting army. Without one, return the smallest possible army."""
    troops = {troop.id: troop for troop in troops_of(seat)}
    if not reader.has_value:
        return Army({next(iter(troops)): 1}, CHIEFS[0], ())
    reader.only("units chief wings spare")
    units = reader["units"].amounts()
    for id, number in units.items():
        if id not in troops:
            reader["units"][id].note_mistake("no_such_troop", troop=id)
        elif number > troops[id].units:
            reader["units"][id].note_mistake("no_counters_left", most=troops[id].units)
    wings = reader["wings"].words() if reader["wings"].has_value else ()
    if len(wings) > MOST_WINGS or set(wings) - set(WING_NAMES):
        reader["wings"].note_mistake("not_wing_commanders", most=MOST_WINGS)
        wings = ()
    spare = reader["spare"].number(0, MOST_SPARE) if "spare" in reader else 0
    return Army(units, reader["chief"].one_of(CHIEFS), name_wings(wings), spare)
