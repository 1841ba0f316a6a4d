"""The drawing of a board tiled with equal spaces, either squares or hexes.

All numbers are whole drawing units, so that paths are short. A board of 2,400 spaces has no SVG element for
each space. Instead the board is a single outline, each kind of terrain is another outline, and the grid is a
pattern. Each row of names is a short text, from which the browser works out the space under a finger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Point = tuple[int, int]
INSET = 0.9  # scale of a frame within its space, so that frames of neighbours do not touch


@dataclass(frozen=True, eq=False)
class Tiling:
    """The spaces of a board, all of the same shape. ``corners``: the corners of a space, clockwise, relative
    to its centre. ``middles``: the centre of every space by name, row by row. ``tile``: the origin and size
    of the repeating part of the board. ``spots``: the centres of the spaces in the tile, relative to the
    tile's origin. Each tiling is built only once, so tilings compare by identity.
    """

    corners: tuple[Point, ...]
    middles: Mapping[str, Point]
    tile: tuple[int, int, int, int]
    spots: tuple[Point, ...]
    width: int
    height: int
    digits: int = 0  # number of digits at the end of a name, if zero-padded

    @cached_property
    def space_width(self) -> int:
        """The shorter side of a space's bounding box, in drawing units."""
        return min(2 * max(x for x, _y in self.corners), 2 * max(y for _x, y in self.corners))

    @cached_property
    def cell(self) -> str:
        """The outline of one space around the origin, as a path."""
        return _path([self.corners])

    @cached_property
    def board(self) -> str:
        """The outline of the whole board, as a path."""
        return self.outline(self.middles)

    @cached_property
    def points(self) -> Mapping[str, tuple[float, float]]:
        """The middle of every space by name, in floats, as a map needs it."""
        return {name: (float(x), float(y)) for name, (x, y) in self.middles.items()}

    @cached_property
    def runs(self) -> str:
        """The names and positions of all spaces in a compact form: ``prefix,first number,count,x,y`` for each
        run of consecutive numbers in a row. Before the runs come the step between two spaces, which all runs
        share, and the number of digits.
        """
        step, found = _runs(self.middles, self.digits)
        return ";".join((f"{step[0]},{step[1]},{self.digits}", *found))

    def outline(self, names: Iterable[str]) -> str:
        """Return the outline of a group of spaces as a path. Edges between two spaces of the group are left
        out.
        """
        return _path(_loops(self._edges(names)))

    def cells(self, names: Iterable[str]) -> str:
        """Return separate outlines of these spaces as one path. Each outline is a little smaller than its
        space.
        """
        inset = [(round(x * INSET), round(y * INSET)) for x, y in self.corners]
        around = _steps(inset)
        (dx, dy) = inset[0]
        at = (self.middles[name] for name in names)
        return "".join(f"M{x + dx} {y + dy}{around}z" for x, y in at)

    def repeat_motif(self, motif: str) -> str:
        """Return SVG that repeats a drawing in the middle of each space of the tile."""
        return "".join(f'<g transform="translate({x} {y})">{motif}</g>' for x, y in self.spots)

    def side(self, name: str, number: int) -> tuple[Point, Point]:
        """Return the two ends of one side of a space. The side begins at the corner with this number."""
        x, y = self.middles[name]
        (ax, ay), (bx, by) = self.corners[number], self.corners[(number + 1) % len(self.corners)]
        return (x + ax, y + ay), (x + bx, y + by)

    def _edges(self, names: Iterable[str]) -> dict[Point, list[Point]]:
        edges: dict[tuple[Point, Point], None] = {}
        for name in names:
            x, y = self.middles[name]
            corners = [(x + dx, y + dy) for dx, dy in self.corners]
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                if (b, a) in edges:
                    del edges[b, a]
                else:
                    edges[a, b] = None
        found: dict[Point, list[Point]] = {}
        for a, b in edges:
            found.setdefault(a, []).append(b)
        return found


def _loops(edges: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """Yield each closed loop that the edges form, without points in the middle of a straight line."""
    while edges:
        start = here = next(iter(edges))
        loop: list[Point] = []
        while here in edges:
            onward = edges[here]
            there = onward.pop()
            if not onward:
                del edges[here]
            loop.append(here)
            here = there
        if here == start:
            yield _corners(loop)


def _corners(loop: list[Point]) -> list[Point]:
    before = (loop[-1], *loop[:-1])
    after = (*loop[1:], loop[0])
    return [
        at
        for (px, py), at, (nx, ny) in zip(before, loop, after, strict=True)
        if (at[0] - px) * (ny - at[1]) != (at[1] - py) * (nx - at[0])
    ]


def _path(loops: Iterable[Iterable[Point]]) -> str:
    found = []
    for loop in loops:
        points = list(loop)
        found.append(f"M{points[0][0]} {points[0][1]}{_steps(points)}z")
    return "".join(found)


def _steps(points: list[Point]) -> str:
    """Return SVG path commands that lead from the first point to the last, in relative coordinates. The
    caller closes the outline with ``z``.
    """
    found, last = [], ""
    for (x, y), (nx, ny) in zip(points, points[1:], strict=False):
        dx, dy = nx - x, ny - y
        letter, text = (
            ("h", f"{dx}") if not dy else ("v", f"{dy}") if not dx else ("l", f"{dx}{_next_number(dy)}")
        )
        found.append(text if letter == last == "l" and text.startswith("-") else letter + text)
        if letter == last == "l" and not text.startswith("-"):
            found[-1] = f" {text}"
        last = letter
    return "".join(found)


def _next_number(number: int) -> str:
    """Return the second number of a pair as text that can follow the first one. A minus sign separates the
    two, otherwise a blank does.
    """
    return f"{number}" if number < 0 else f" {number}"


def _runs(middles: Mapping[str, Point], digits: int) -> tuple[Point, list[str]]:
    found: list[tuple[str, int, list[Point]]] = []
    for name, at in middles.items():
        prefix, number = _split_name(name, digits)
        if found and found[-1][0] == prefix and found[-1][1] + len(found[-1][2]) == number:
            found[-1][2].append(at)
        else:
            found.append((prefix, number, [at]))
    long = next((run for _prefix, _first, run in found if len(run) > 1), [(0, 0), (0, 0)])
    step = long[1][0] - long[0][0], long[1][1] - long[0][1]
    return step, [f"{prefix},{first},{len(run)},{run[0][0]},{run[0][1]}" for prefix, first, run in found]


def _split_name(name: str, digits: int) -> tuple[str, int]:
    cut = len(name) - digits if digits else len(name.rstrip("0123456789"))
    return name[:cut], int(name[cut:])
