"""Turn a board of hexes into a map. Hexes lie in rows (with corners at the top) or in columns (with corners
at the left and right).

A hex is 56 units wide across its sides and 64 across its corners. This is nearly regular and needs only
integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from kit.grid.board import HexBoard, Layout, column_of, row_of
from kit.grid.hexes import Hex, Hexside
from maps.boards import assemble_map
from maps.tiling import Point, Tiling
from maps.values import Ground, Level, Map, Piece, Side, Stroke

# width across sides, width across corners, distance to the next row or column, margin
ACROSS, OVER, ON, EDGE = 56, 64, 48, 20
LEVELS = (Level(0.05), Level(0.36), Level(0.8, play=True))
UPRIGHT = ((0, -32), (28, -16), (28, 16), (0, 32), (-28, 16), (-28, -16))
CORNERS = {
    Layout.ROWS: UPRIGHT,  # clockwise from corner 0; side n ends at corner n
    Layout.COLUMNS: ((16, -28), (32, 0), (16, 28), (-16, 28), (-32, 0), (-16, -28)),
}
FIRST_CORNER = {Layout.ROWS: 0, Layout.COLUMNS: 30}  # direction of corner 0, in degrees from the top
FIRST_SIDE = {Layout.ROWS: -30, Layout.COLUMNS: 0}


def hex_map(
    title: str,
    board: HexBoard,
    pieces: Mapping[Hex, Sequence[Piece]],
    described: Callable[[Hex], str],
    *,
    ground: Mapping[Hex, Side | Ground] = MappingProxyType({}),
    own: Callable[[Hex], bool] = lambda at: False,
    levels: tuple[Level, ...] = LEVELS,
    symbols: Mapping[str, str] = MappingProxyType({}),
    strokes: Iterable[Stroke] = (),
) -> Map:
    """Build the map of a board with its pieces; see :func:`maps.squares.board_map`."""
    here = tiling(board)
    return assemble_map(
        title,
        here,
        {board.name(at): found for at, found in pieces.items()},
        {board.name(at): kind for at, kind in ground.items()},
        lambda name: described(board.place(name)),
        own=lambda name: own(board.place(name)),
        levels=levels,
        symbols=symbols,
        strokes=tuple(strokes),
        edges=_edges(board),
    )


def facing_to_corner(board: HexBoard, corner: int) -> int:
    """Return the facing, in degrees, of a piece that faces a corner."""
    return (FIRST_CORNER[board.layout] + 60 * corner) % 360


def facing_to_side(board: HexBoard, side: int) -> int:
    """Return the facing, in degrees, of a piece that faces a side."""
    return (FIRST_SIDE[board.layout] + 60 * side) % 360


def strokes_along(board: HexBoard, kind: str, sides: Iterable[Hexside]) -> Iterator[Stroke]:
    """Yield lines of the given kind along hexsides."""
    for side in sides:
        at, number = _from_the_board(board, side)
        yield Stroke(kind, *tiling(board).side(board.name(at), (number - 1) % 6))


def vertical_strokes(board: HexBoard, kind: str, numbers: Iterable[int]) -> Iterator[Stroke]:
    """Yield vertical lines through the hexes with these numbers in the lowest row. The board must be
    in rows.
    """
    height = tiling(board).height
    for number in numbers:
        x, _y = tiling(board).middles[f"A{number}"]
        yield Stroke(kind, (x, EDGE), (x, height - EDGE))


@lru_cache(maxsize=64)
def tiling(board: HexBoard) -> Tiling:
    """Return the tiling of a board's hexes, in drawing units."""
    in_rows = board.layout is Layout.ROWS
    corner = _corner(board)
    points = [_middle(board.layout, corner, at) for at in board]
    tile = (ACROSS, 2 * ON) if in_rows else (2 * ON, ACROSS)
    x, y = points[0]
    wide, high = tile
    # parts cut off at one edge of the tile reappear at the opposite edge
    spots = ((0, 0), (wide, 0), (0, high), tile, (wide // 2, high // 2))
    corners = CORNERS[board.layout]
    right, low = (max(one[axis] for one in corners) for axis in (0, 1))
    return Tiling(
        corners=corners,
        middles=dict(zip(map(board.name, board), points, strict=True)),
        tile=(x % tile[0], y % tile[1], *tile),
        spots=spots,
        width=max(x for x, _y in points) + right + EDGE,
        height=max(y for _x, y in points) + low + EDGE,
        digits=0 if in_rows else 2,
    )


def _middle(layout: Layout, corner: tuple[int, int], at: Hex) -> Point:
    left, first = corner
    if layout is Layout.ROWS:
        row, number = row_of(at)
        return EDGE + ACROSS // 2 * (2 * number - 1 + row % 2), EDGE + OVER // 2 + (first - row) * ON
    column, row = column_of(at)
    return EDGE + OVER // 2 + (column - left) * ON, EDGE + ACROSS // 2 * (2 * (row - first) + 1 + column % 2)


def _corner(board: HexBoard) -> tuple[int, int]:
    """Return the numbers of a board's upper left corner. In a board of rows these are the first number and
    the highest row. Otherwise they are the first column and the first row.
    """
    if board.layout is Layout.ROWS:
        return 1, max(row_of(at)[0] for at in board)
    return min(column_of(at)[0] for at in board), min(column_of(at)[1] for at in board)


def _from_the_board(board: HexBoard, side: Hexside) -> tuple[Hex, int]:
    """Return a hexside as a hex on the board and the number of its side."""
    a, b = side.hexes
    return (a, side.side) if a in board else (b, side.side + 3)


def _edges(board: HexBoard) -> tuple[tuple[str, float, float], ...]:
    """Return the names of rows and columns along all edges of the board, with their positions. Neighbouring
    rows are offset by half a hex, so names above the board follow its highest row, and names below it the
    lowest. Names on the left and right of a board in columns work in the same way.
    """
    here, in_rows = tiling(board), board.layout is Layout.ROWS
    cut = 1 if in_rows else 2
    lines: dict[str, dict[str, Point]] = {}
    for name, at in here.middles.items():
        lines.setdefault(name[:cut], {})[name[cut:]] = at
    ends = next(iter(lines.values())), next(reversed(lines.values()))
    heads = {head: next(iter(line.values())) for head, line in lines.items()}
    found: list[tuple[str, float, float]] = []
    for x, line in zip((EDGE / 2, here.width - EDGE / 2), (heads, heads) if in_rows else ends, strict=True):
        found += [(name, x, y) for name, (_x, y) in line.items()]
    for y, line in zip((here.height - EDGE / 2, EDGE / 2), ends if in_rows else (heads, heads), strict=True):
        found += [(name, x, y) for name, (x, _y) in line.items()]
    return tuple(found)
