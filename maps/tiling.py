"""A board's drawing tiled with equal spaces, squares or hexes.

All numbers are whole drawing units, so that paths are short. A board of 2,400 spaces has no node per space:
one outline for the board and for each ground, a pattern for the grid, and a line per row of names, from which
the browser computes the space under a finger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Point = tuple[int, int]
INSET = 0.9  # part of a space, so that frames of neighbours do not touch


@dataclass(frozen=True, eq=False)
class Tiling:
    """A tiling. ``corners``: those of a space, clockwise, from its middle; ``middles``: those of all spaces
    by name, row by row; ``tile``: the origin and size of the repeating part of the board; ``spots``: the
    middles of the spaces in it, from its origin. Tilings compare by identity: each is made once.
    """

    corners: tuple[Point, ...]
    middles: Mapping[str, Point]
    tile: tuple[int, int, int, int]
    spots: tuple[Point, ...]
    width: int
    height: int
    digits: int = 0  # digits of the number that ends a name, if it is zero-padded

    @cached_property
    def space_width(self) -> int:
        """Return the width of a space, the narrower way."""
        return min(2 * max(x for x, _y in self.corners), 2 * max(y for _x, y in self.corners))

    @cached_property
    def cell(self) -> str:
        """Return one space around its middle, as a path."""
        return _path([self.corners])

    @cached_property
    def board(self) -> str:
        """Return the outline of the whole board."""
        return self.outline(self.middles)

    @cached_property
    def points(self) -> Mapping[str, tuple[float, float]]:
        """Return the middle of every space, in the form that a map needs."""
        return {name: (float(x), float(y)) for name, (x, y) in self.middles.items()}

    @cached_property
    def runs(self) -> str:
        """Compress names and positions to ``prefix,first number,count,x,y`` per run of numbers in a row. All
        runs share one step, given first with the number of digits.
        """
        step, found = _runs(self.middles, self.digits)
        return ";".join((f"{step[0]},{step[1]},{self.digits}", *found))

    def outline(self, names: Iterable[str]) -> str:
        """Return the common border of some spaces as a path. Edges between two of them are left out."""
        return _path(_loops(self._edges(names)))

    def cells(self, names: Iterable[str]) -> str:
        """Return separate outlines of these spaces, a little smaller than their cells, as one path."""
        inset = [(round(x * INSET), round(y * INSET)) for x, y in self.corners]
        around = _steps(inset)
        (dx, dy) = inset[0]
        at = (self.middles[name] for name in names)
        return "".join(f"M{x + dx} {y + dy}{around}z" for x, y in at)

    def repeat_motif(self, motif: str) -> str:
        """Repeat a drawing for each spot of a tile."""
        return "".join(f'<g transform="translate({x} {y})">{motif}</g>' for x, y in self.spots)

    def side(self, name: str, number: int) -> tuple[Point, Point]:
        """Return the ends of the side of a space that begins at a corner."""
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
    """Yield the loops formed by the edges, each once, without points in the middle of a straight line."""
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
    """Write the route from the first point, step by step; the last step is left to ``z``."""
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
    """Write a number after another, where a minus sign is enough to separate them."""
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
