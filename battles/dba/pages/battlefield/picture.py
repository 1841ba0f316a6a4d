"""Draw the battlefield as SVG, in millimetres of the board. Styles are written as attributes, so that
downloaded pictures, thumbnails and printed sheets look like the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.dba.rules.distances import measures
from battles.dba.rules.field import geometry, shapes
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.shapes import BOARD, HALF, STATIONS, Drawing, DrawnPiece
from battles.dba.rules.table.terrain import BASE_MM
from battles.dba.wording import table_texts as texts

MARGIN: Final = 34  # mm around the board, for the names of its edges
GAP: Final = 8  # mm between the bases of an army that is drawn next to the board
GROUND, INK, MUTED, PAPER = "#e4e3c6", "#2a1e12", "#6f5f49", "#fcf6e8"
FONT: Final = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif"'
PACE: Final = 4  # paces per millimetre; 100 paces are 25 mm


# fill and outline colour of each kind of terrain; some kinds also have a pattern
LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "woods": ("#bccf9f", "#45602c"),
    "steep_hill": ("#d6b988", "#6f4f22"),
    "gentle_hill": ("#e8dbb0", "#8a763c"),
    "marsh": ("#cddccb", "#3f6a55"),
    "rough": ("#dacdb2", "#6e6044"),
    "dunes": ("#f2e2ac", "#97741f"),
    "oasis": ("#cfe3c2", "#2f6d4c"),
    "bua": ("#dcc3b0", "#6b3a28"),
    "river": ("#8db9ca", "#2f6178"),
    "waterway": ("#a9cbd6", "#2f6178"),
    "road": ("#d3b27a", "#7d5f2c"),
}
BEACH: Final = "#efe1b3"
_PATTERNS: Final[Mapping[str, tuple[int, str]]] = {
    "woods": (
        22,
        '<circle cx="6" cy="7" r="4.2" {l}/><path d="M6 11v4" {l}/><circle cx="17" cy="17" r="3.4" {l}/>',
    ),
    "steep_hill": (16, '<path d="M2 2l5 5M10 10l4 4" {l}/>'),
    "gentle_hill": (30, '<path d="M4 9q5-4 10 0M17 23q5-4 10 0" {l}/>'),
    "marsh": (24, '<path d="M3 9h12M6 9v-5M9 9v-6M12 9v-5M12 20h9M15 20v-4M18 20v-4" {l}/>'),
    "rough": (24, '<path d="M3 9l4-6 4 6zM13 21l3.5-5 3.5 5z" {l}/>'),
    "dunes": (28, '<path d="M2 11q6-8 12 0M15 24q5-7 10 0" {l}/>'),
    "oasis": (
        26,
        '<path d="M8 14V6M8 6q-4-3-6 1M8 6q4-3 6 1M8 6q0-4 3-5M20 24v-6M20 18q-3-2-5 1M20 18q3-2 5 1" {l}/>',
    ),
    "bua": (26, '<path d="M3 12V7l4-4 4 4v5zM15 24v-5l4-4 4 4v5z" {l}/>'),
    "waterway": (34, '<path d="M2 9q4-4 8 0t8 0M16 26q4-4 8 0t8 0" {l}/>'),
}


@dataclass(frozen=True)
class Row:
    """An army drawn next to the board. Each base has its depth in mm and whether it is lost."""

    colour: str
    bases: tuple[tuple[float, bool], ...]


def svg(inside: str, box: tuple[float, float, float, float], **attributes: Any) -> SafeString:
    """Wrap SVG elements as a standalone picture."""
    said = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    view = " ".join(f"{value:g}" for value in box)
    return mark_safe(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"{said}>{inside}</svg>')


def draw_board(
    drawing: Drawing, title: str, names: Mapping[int, str], bases: str = "", **attributes: Any
) -> SafeString:
    """Draw the board with named edges and scales, for a page, a screen or a report. ``bases``: the SVG of
    the elements on the board.
    """
    box = (-MARGIN, -MARGIN, BOARD + 2 * MARGIN, BOARD + 2 * MARGIN)
    inside = f"<title>{escape(title)}</title>{defs(drawing)}{board(drawing)}{draw_frame(names)}{bases}"
    return svg(inside, box, role="img", **attributes)


def draw_thumbnail(drawing: Drawing, armies: Sequence[Row] = (), bases: str = "") -> str:
    """Draw a wide thumbnail: the board in the middle without names, and the armies' bases to its left and
    right. Lost bases are hollow and crossed out. ``bases``: the SVG of elements on the board itself.
    """
    side = BOARD / 3
    cloth = f'<path fill="{BEACH}" d="M{-side:g} 0h{BOARD + 2 * side:g}v{BOARD}H{-side:g}z"/>'
    rows = "".join(_row(one, at) for one, at in zip(armies, (-side / 2, BOARD + side / 2), strict=False))
    box = (-side, 0, BOARD + 2 * side, BOARD)
    return svg(cloth + defs(drawing) + board(drawing, named=False) + bases + rows, box)


def _row(army: Row, x: float) -> str:
    """Draw an army's bases in a column, facing the board."""
    step = min(BASE_MM + GAP, BOARD / max(1, len(army.bases)))
    top, high = (BOARD - step * len(army.bases) + GAP) / 2, step - GAP
    full = gone = ""
    for number, (deep, lost) in enumerate(army.bases):
        # depths are exaggerated, because real ones would look alike at this size
        wide, y = 2 * deep, top + number * step
        base = f"M{x - wide / 2:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z"
        if lost:
            gone += f"{base}l{wide:g} {high:g}m0 {-high:g}l{-wide:g} {high:g}"
        else:
            full += base
    line = f'fill="none" stroke="{army.colour}" stroke-width="4" stroke-opacity=".55"'
    return f'<path fill="{army.colour}" d="{full}"/>' * bool(full) + f'<path {line} d="{gone}"/>' * bool(gone)


def defs(drawing: Drawing) -> str:
    """Return the SVG patterns that fill the pieces of a drawing."""
    found = ""
    for kind in sorted({one.kind for one in drawing} & set(_PATTERNS)):
        size, drawn = _PATTERNS[kind]
        line = f'fill="none" stroke="{LOOKS[kind][1]}" stroke-width="1.1" stroke-opacity=".75"'
        inside = drawn.replace("{l}", line)
        found += (
            f'<pattern id="ground-{kind}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
            f'<path fill="{LOOKS[kind][0]}" d="M0 0h{size}v{size}H0z"/>{inside}</pattern>'
        )
    return f"<defs>{found}</defs>"


def board(drawing: Drawing, *, named: bool = True) -> str:
    """Draw the ground, its quarters and its pieces. Parts beyond the board's edges are cut off."""
    pieces = "".join(_piece(one, str(texts.PIECES[one.kind]) if named else "") for one in _upwards(drawing))
    inside = f"{ground()}{quarters() if named else ''}{pieces}"
    return f'<svg x="0" y="0" width="{BOARD}" height="{BOARD}" viewBox="0 0 {BOARD} {BOARD}">{inside}</svg>'


def ground() -> str:
    return f'<path fill="{GROUND}" d="M0 0h{BOARD}v{BOARD}H0z"/>'


def quarters() -> str:
    """Draw the lines between quarters, and their numbers in the corners."""
    lines = (
        f'<path fill="none" stroke="{MUTED}" stroke-dasharray="9 7" d="M{HALF} 0v{BOARD}M0 {HALF}h{BOARD}"/>'
    )
    spots = ((14, 26), (BOARD - 14, 26), (BOARD - 14, BOARD - 12), (14, BOARD - 12))
    return lines + "".join(_text(x, y, str(n), 20, MUTED) for n, (x, y) in enumerate(spots, 1))


def draw_frame(names: Mapping[int, str]) -> str:
    """Draw the frame: ticks every 5 cm, numbers every 10 cm, the edges' names, and the deployment limit of
    each named edge.
    """
    found = f'<path fill="none" stroke="{INK}" stroke-width="2" d="M0 0h{BOARD}v{BOARD}H0z"/>'
    d = ""
    for at in range(50, BOARD, 50):
        long = 9 if at % 100 == 0 else 5
        d += f"M{at} 0v-{long}M{at} {BOARD}v{long}M0 {at}h-{long}M{BOARD} {at}h{long}"
    found += f'<path fill="none" stroke="{INK}" d="{d}"/>'
    for at in range(100, BOARD, 100):
        found += _text(at + 11, -2, f"{at // 10}", 11, MUTED) + _text(-12, at + 15, f"{at // 10}", 11, MUTED)
    for edge, name in names.items():
        middle = {1: (HALF, -18), 2: (BOARD + 18, HALF), 3: (HALF, BOARD + 26), 4: (-22, HALF)}[edge]
        turn = {1: 0, 2: 90, 3: 0, 4: -90}[edge]
        found += _text(*middle, name, 15, INK, f' transform="rotate({turn} {middle[0]} {middle[1]})"')
        found += _depth(edge)
    return found


def _depth(edge: int) -> str:
    depth = measures()["deployment"]["depth"] // PACE
    at = depth if edge in (1, 4) else BOARD - depth
    d = f"M0 {at}H{BOARD}" if edge in (1, 3) else f"M{at} 0V{BOARD}"
    return f'<path fill="none" stroke="{INK}" stroke-opacity=".55" stroke-dasharray="2 6" d="{d}"/>'


# --- pieces ---------------------------------------------------------------------------------------------


def _upwards(drawing: Iterable[DrawnPiece]) -> list[DrawnPiece]:
    return sorted(drawing, key=lambda one: LEVEL.get(one.kind, 3))


LEVEL: Final = {"waterway": 0, "river": 1, "road": 2}


def _piece(one: DrawnPiece, name: str) -> str:
    return f"<g>{shape(one)}{label(one, name) if name else ''}</g>"


def shape(one: DrawnPiece) -> str:
    """Draw the shape of a piece. Parts that change while the piece is dragged are marked ``data-shape``."""
    if one.kind == "waterway":
        return _waterway(one)
    return _strip(one) if one.linear else _area(one)


def _area(one: DrawnPiece) -> str:
    fill, line = LOOKS[one.kind]
    rx, ry = one.length / 2, one.width / 2
    place = f'transform="translate({one.x} {one.y}) rotate({one.turn})"'
    if one.kind == "bua":
        drawn = (
            f'<rect data-shape="1" x="{-rx:g}" y="{-ry:g}" width="{one.length}" height="{one.width}" '
            f'fill="url(#ground-bua)" stroke="{line}" stroke-width="4"/>'
        )
        return f'<g {place} data-place="">{drawn}</g>'
    dash = {"marsh": ' stroke-dasharray="7 4"', "rough": ' stroke-dasharray="3 3"'}.get(one.kind, "")
    drawn = (
        f'<ellipse data-shape="1" rx="{rx:g}" ry="{ry:g}" fill="url(#ground-{one.kind})" stroke="{line}" '
        f'stroke-width="2"{dash}/>'
    )
    for part in {"steep_hill": (0.7, 0.4), "gentle_hill": (0.6,)}.get(one.kind, ()):
        drawn += (
            f'<ellipse data-shape="{part:g}" rx="{rx * part:g}" ry="{ry * part:g}" fill="{fill}" '
            f'fill-opacity=".6" stroke="{line}" stroke-width="1.5"/>'
        )
    if one.kind == "oasis":
        drawn += (
            f'<ellipse data-shape=".25" rx="{rx / 4:g}" ry="{ry / 4:g}" fill="#8db9ca" stroke="#2f6178"/>'
        )
    return f'<g {place} data-place="">{drawn}</g>'


def _strip(one: DrawnPiece) -> str:
    fill, line = LOOKS[one.kind]
    d = curve(one)
    width = max(one.width, 2)
    common = 'fill="none" stroke-linecap="butt" stroke-linejoin="round"'
    drawn = f'<path {common} stroke="{line}" stroke-width="{width}" d="{d}"/>'
    drawn += f'<path {common} stroke="{fill}" stroke-width="{max(width - 4, 1)}" d="{d}"/>'
    dash = "14 10" if one.kind == "river" else "5 7"
    return drawn + f'<path {common} stroke="{line}" stroke-width="1.2" stroke-dasharray="{dash}" d="{d}"/>'


def _waterway(one: DrawnPiece) -> str:
    line = LOOKS[one.kind][1]
    shore = curve(one)
    ends = "".join(f"L{_spot(shapes.point_at(one.edge, along, 0))}" for along in (BOARD * UNIT, 0))
    outline = f"{shore}{ends}z"
    beach = (
        f'<path fill="none" stroke="{BEACH}" stroke-width="{2 * one.width}" d="{shore}"/>'
        if one.width
        else ""
    )
    return (
        f'{beach}<path fill="url(#ground-waterway)" d="{outline}"/>'
        f'<path fill="none" stroke="{line}" stroke-width="2.5" d="{shore}"/>'
    )


def path(points: Sequence[geometry.Point]) -> str:
    """Return an SVG path through points, to a tenth of a millimetre."""
    return "M" + "L".join(_spot(point) for point in points)


def curve(one: DrawnPiece) -> str:
    """Return an SVG path of cubic curves along the course of a linear piece."""
    offs = [off * UNIT for off in one.course]
    steep, step = geometry.slopes(offs), BOARD * UNIT // (len(offs) - 1)
    d = "M" + _spot(shapes.point_at(one.edge, 0, offs[0]))
    for n, (here, there) in enumerate(zip(offs, offs[1:], strict=False)):
        third = (
            ((3 * n + 1) * step // 3, here + steep[n] // 3),
            ((3 * n + 2) * step // 3, there - steep[n + 1] // 3),
        )
        spots = (*third, ((n + 1) * step, there))
        d += "C" + " ".join(_spot(shapes.point_at(one.edge, *spot)) for spot in spots)
    return d


def _spot(point: geometry.Point) -> str:
    return f"{point[0] / UNIT:.1f} {point[1] / UNIT:.1f}"


def middle(one: DrawnPiece) -> tuple[float, float]:
    """Return the point where a piece's label goes."""
    if not one.linear:
        return one.x, one.y
    line = shapes.course(one)
    x, y = (at / UNIT for at in line[len(line) // 2])
    if one.kind != "waterway":
        return x, y
    half = one.course[len(STATIONS) // 2] / 2
    return {1: (x, y - half), 2: (x + half, y), 3: (x, y + half), 4: (x - half, y)}[one.edge]


def label(one: DrawnPiece, name: str, size: int = 18) -> str:
    """Draw a piece's name on the piece, reading upwards on a vertical strip. The name never leaves the
    board.
    """
    x, y = middle(one)
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if one.linear and one.edge in (2, 4) else ""
    half = len(name) * size * 2 // 7
    if not turn:
        x = min(max(x, half), BOARD - half)
    return _text(
        x, y + size // 3, name, size, INK, turn + f' stroke="{PAPER}" stroke-width="4" paint-order="stroke"'
    )


def _text(x: float, y: float, said: str, size: int, colour: str, more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" {FONT} font-size="{size}" fill="{colour}" text-anchor="middle"{more}>'
        f"{escape(said)}</text>"
    )
