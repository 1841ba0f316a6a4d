"""A board of squares as a map: each square a place, named along the edges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from kit.grid.square import Board, Square
from maps.values import Level, Map, Outlines, Piece, Place, Side

SIDE, EDGE = 56.0, 20.0  # drawing units: of a square, and around the board for the names of columns and rows
LEVELS = (Level(0.4), Level(1, play=True))  # a unit is a pixel


def board_map(
    title: str,
    board: Board,
    pieces: Mapping[Square, Sequence[Piece]],
    described: Callable[[Square], str],
    *,
    ground: Mapping[Square, Side] | None = None,
    own: Callable[[Square], bool] = lambda square: False,
    lies: Callable[[Square], bool] = lambda square: True,
    levels: tuple[Level, ...] = LEVELS,
    symbols: Mapping[str, str] = MappingProxyType({}),
) -> Map:
    """The board with what stands on it. ``ground``: what is not plain, told apart as sides are; ``lies``:
    whether a square belongs to the board, which need not be whole; ``symbols``: what counters are marked
    with."""
    width, height = _size(board)
    places = tuple(
        Place(
            str(square),
            "square",
            *_middle(square, height),
            "",
            described(square),
            holder=(ground or {}).get(square),
            pieces=tuple(pieces.get(square, ())),
            own=own(square),
        )
        for square in board
        if lies(square)
    )
    points = {place.id: (place.x, place.y) for place in places}
    edges = tuple(_edges(board, height))
    return Map(title, Outlines("", width, height, points, ()), places, levels, edges=edges, symbols=symbols)


def points(board: Board) -> dict[str, tuple[float, float]]:
    """The middle of every square, in drawing units."""
    _width, height = _size(board)
    return {str(square): _middle(square, height) for square in board}


def _size(board: Board) -> tuple[float, float]:
    return SIDE * board.columns + 2 * EDGE, SIDE * board.rows + 2 * EDGE


def _middle(square: Square, height: float) -> tuple[float, float]:
    return EDGE + (square.column + 0.5) * SIDE, height - EDGE - (square.row + 0.5) * SIDE


def _edges(board: Board, height: float) -> list[tuple[str, float, float]]:
    """The names of columns under the board, of rows beside it."""
    columns = [
        (str(Square(column, 0))[:-1], _middle(Square(column, 0), height)[0], height - EDGE / 2)
        for column in range(board.columns)
    ]
    rows = [(str(row + 1), EDGE / 2, _middle(Square(0, row), height)[1]) for row in range(board.rows)]
    return columns + rows
