"""Turn a board of squares into a map, with names along the edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from kit.grid.square import Board, Square
from maps.boards import assemble_map
from maps.tiling import Tiling
from maps.values import Ground, Level, Map, Piece, Side, Stroke

SIDE, EDGE = 56, 20  # drawing units: the side of a square, and the margin for the names of columns and rows
HALF = SIDE // 2
LEVELS = (Level(0.4), Level(1, play=True))  # at the level of play, one drawing unit is one pixel


def board_map(
    title: str,
    board: Board,
    pieces: Mapping[Square, Sequence[Piece]],
    described: Callable[[Square], str],
    *,
    ground: Mapping[Square, Side | Ground] = MappingProxyType({}),
    own: Callable[[Square], bool] = lambda square: False,
    lies: Iterable[Square] = (),
    levels: tuple[Level, ...] = LEVELS,
    symbols: Mapping[str, str] = MappingProxyType({}),
    strokes: tuple[Stroke, ...] = (),
) -> Map:
    """Build the map of a board with its pieces. ``described``: returns the description of a square.
    ``ground``: the terrain of squares that are not plain. ``own``: returns whether a square holds the
    viewer's pieces. ``lies``: the squares of a board that is not a full rectangle. ``symbols``: the symbols
    on counters.
    """
    here = tiling(board, frozenset(lies))
    return assemble_map(
        title,
        here,
        {str(square): found for square, found in pieces.items()},
        {str(square): kind for square, kind in ground.items()},
        lambda name: described(Square.parse(name)),
        own=lambda name: own(Square.parse(name)),
        levels=levels,
        symbols=symbols,
        strokes=strokes,
        edges=_edges(board, here),
    )


@lru_cache(maxsize=64)
def tiling(board: Board, lies: frozenset[Square] = frozenset()) -> Tiling:
    """Return the tiling of a board's squares, or of the squares in ``lies``."""
    height = SIDE * board.rows + 2 * EDGE
    columns = ((Square(column, row) for row in range(board.rows)) for column in range(board.columns))
    return Tiling(
        corners=((-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)),
        middles={str(at): _middle(at, height) for row in columns for at in row if not lies or at in lies},
        tile=(EDGE, EDGE, SIDE, SIDE),
        spots=((HALF, HALF),),
        width=SIDE * board.columns + 2 * EDGE,
        height=height,
    )


def points(board: Board) -> Mapping[str, tuple[float, float]]:
    """Return the middle of every square by name, in drawing units."""
    return tiling(board).points


def _middle(square: Square, height: int) -> tuple[int, int]:
    return EDGE + HALF + square.column * SIDE, height - EDGE - HALF - square.row * SIDE


def _edges(board: Board, here: Tiling) -> tuple[tuple[str, float, float], ...]:
    """Return the names of columns below and above the board, and of rows on both sides, with positions, in
    drawing units.
    """
    found: list[tuple[str, float, float]] = []
    for y in (here.height - EDGE / 2, EDGE / 2):
        for column in range(board.columns):
            square = Square(column, 0)
            found.append((str(square)[:-1], _middle(square, here.height)[0], y))
    for x in (EDGE / 2, here.width - EDGE / 2):
        found += [(str(row + 1), x, _middle(Square(0, row), here.height)[1]) for row in range(board.rows)]
    return tuple(found)
