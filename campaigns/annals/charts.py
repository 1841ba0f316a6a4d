"""Line charts of how values change from turn to turn, drawn as SVG with a point for each position of the
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.wording.numbers import in_units
from maps.values import Side

WIDE, HIGH = 320.0, 120.0  # size of the plot in drawing units
DASHES = ("", "6 3", "2 2", "8 2 2 2", "1 3")


@dataclass(frozen=True)
class Line:
    """One curve as it is drawn: the points of an SVG polyline, its name, and its first and last value.
    ``dash``: the dash pattern that tells curves apart without colours. ``pattern``: the pattern of the
    owner's flag.
    """

    name: str
    side: Side
    pattern: str
    points: str
    dash: str
    first: str
    last: str


@dataclass(frozen=True)
class Chart:
    """A chart. ``top``: the highest value of its scale. ``turns``: each turn with its horizontal position in
    the plot. ``heads`` and ``rows``: the same values as a table.
    """

    title: str
    top: str
    lines: tuple[Line, ...]
    turns: tuple[tuple[int, str], ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Curve:
    """The values of one curve. ``unit``: how many counted units make a point, such as 2 if half-points are
    counted. ``said``: texts for the table, if they say more than the values.
    """

    name: str
    side: Side
    values: Sequence[int]
    pattern: str = ""
    unit: int = 1
    said: Sequence[str] = ()

    def value_text(self, number: int) -> str:
        """Return a value as text for the table."""
        return self.said[number] if self.said else in_units(self.values[number], self.unit)


def chart(title: str, turns: Sequence[int], found: Sequence[Curve], top: int = 0) -> Chart:
    """Return a chart of curves. Curves that stay at zero are left out, unless all do. The scale reaches at
    least ``top``.
    """
    curves = [one for one in found if any(one.values)] or list(found)
    top = max(top, *(value for one in curves for value in one.values)) or 1
    step = WIDE / (len(turns) - 1)
    lines = tuple(_line(one, n, top, step) for n, one in enumerate(curves))
    ends = {turn: i for i, turn in enumerate(turns)}  # index of each turn's last position
    return Chart(
        title=title,
        top=in_units(top, curves[0].unit),
        lines=lines,
        turns=tuple((turn, f"{i * step:.1f}") for turn, i in ends.items()),
        heads=tuple(line.name for line in lines),
        rows=tuple((turn, tuple(one.value_text(i) for one in curves)) for turn, i in ends.items()),
    )


def _line(curve: Curve, number: int, top: int, step: float) -> Line:
    points = (
        f"{i * step:.1f},{HIGH - HIGH * max(0, value) / top:.1f}" for i, value in enumerate(curve.values)
    )
    return Line(
        name=curve.name,
        side=curve.side,
        pattern=curve.pattern,
        points=" ".join(points),
        dash=DASHES[number % len(DASHES)],
        first=in_units(curve.values[0], curve.unit),
        last=in_units(curve.values[-1], curve.unit),
    )
