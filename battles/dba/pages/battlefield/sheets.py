"""The battlefield on paper, in true millimetres: the board split across sheets, or outlines for
cutting felt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from battles.dba.pages.battlefield import picture
from battles.dba.rules.field import geometry, shapes
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.shapes import BOARD, Drawing, DrawnPiece
from battles.dba.wording import table_texts as texts

# The printed size of the board for 15 and 25 mm figures, as a percentage of that for 15 mm (ruling F1).
FIGURES: Final[Mapping[int, int]] = {15: 100, 25: 150}
PAPERS: Final[Mapping[str, tuple[str, float, float]]] = {
    "a4": ("A4", 210, 297),
    "a3": ("A3", 297, 420),
    "letter": ("Letter", 215.9, 279.4),
}
MARGIN: Final = 8  # mm that printers cannot reach; must match @page in static/battles/paper/*.css
SLACK: Final = 2  # mm of tolerance, so that rounding never adds a page
CROP: Final = 6  # mm around a tile for its crop marks
FOOT: Final = 16  # mm below a tile for its name and the line that checks the printer's scale
CHECK: Final = 50


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with its picture and name."""

    name: str
    picture: SafeString


@dataclass(frozen=True)
class Tile:
    """A part of a larger picture, in millimetres on paper."""

    column: int
    row: int
    columns: int
    rows: int
    width: float
    height: float

    @property
    def name(self) -> str:
        """Return the tile's name as on a map: a letter for the column and a number for the row."""
        return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[self.column]}{self.row + 1}"


def room(paper: str) -> tuple[float, float]:
    """Return the usable width and height of a sheet of paper, within its margins."""
    _name, width, height = PAPERS[paper]
    return width - 2 * MARGIN - SLACK, height - 2 * MARGIN - SLACK


def tiles(width: float, height: float, paper: str) -> Iterator[Tile]:
    """Yield the tiles of equal size that a picture needs, row by row."""
    wide, high = room(paper)
    columns, rows = ceil(width / (wide - 2 * CROP)), ceil(height / (high - 2 * CROP - FOOT))
    for row in range(rows):
        for column in range(columns):
            yield Tile(column, row, columns, rows, width / columns, height / rows)


def board(drawing: Drawing, figures: int, paper: str) -> Iterator[Sheet]:
    """Yield the sheets of the whole board. Cut along the crop marks, they fit together."""
    side = BOARD * FIGURES[figures] / 100
    inside = '<use href="#battlefield-all"/>'
    yield from _sheets(inside, (0, 0, BOARD, BOARD), side, side, paper, str(_("Battlefield")))


def outlines(drawing: Drawing, figures: int, paper: str) -> Iterator[Sheet]:
    """Yield the sheets with the outline of each piece, laid lengthwise on the paper. Rivers and roads are
    strips.
    """
    scale = FIGURES[figures] / 100
    for number, one in enumerate(drawing, 1):
        inside, box = outline(one, number, FIGURES[figures])
        width, height = (box[2] * scale, box[3] * scale)
        name = f"{number} {texts.PIECES[one.kind]}"
        yield from _sheets(inside, box, width, height, paper, name)


def outline(one: DrawnPiece, number: int, percent: int) -> tuple[str, tuple[float, float, float, float]]:
    """Return the upright outline of a piece as SVG, with its bounding box. ``percent``: the printed size, as
    a percentage of the size for 15 mm figures.
    """
    lying = replace(one, edge=4) if one.linear else replace(one, turn=90, x=0, y=0)
    points = shapes.outline(lying)
    left, top, right, bottom = (at / UNIT for at in geometry.box(points))
    banks = one.width / 2 if one.linear and one.kind != "waterway" else 0
    beach = one.width if one.kind == "waterway" else 0
    more = 1 + banks + beach
    box = (left - more, top - 1, right - left + 2 * more, bottom - top + 2)
    ink = f'stroke="{picture.INK}" stroke-width=".6"'
    d = picture.path(points)
    if lying.linear or lying.kind == "bua":
        drawn = _banks(lying) if banks else f'<path fill="none" {ink} d="{d}z"/>'
    else:
        drawn = f'<ellipse fill="none" {ink} rx="{one.width / 2:g}" ry="{one.length / 2:g}"/>'
    if beach:
        drawn += _shore(lying)
    x, y = ((left + right) / 2, (top + bottom) / 2)
    long, wide = ((BOARD if one.linear else one.length) * percent // 100, one.width * percent // 100)
    size = f"{long} × {wide} mm"
    drawn += (
        f'<path fill="none" {ink} d="M{x - 3:g} {y:g}h6M{x:g} {y - 3:g}v6"/>'
        f'<text x="{x:g}" y="{y - 6:g}" {picture.FONT} font-size="5" text-anchor="middle">'
        f"{number} {escape(texts.PIECES[one.kind])}</text>"
        f'<text x="{x:g}" y="{y + 9:g}" {picture.FONT} font-size="4" text-anchor="middle">{size}</text>'
    )
    return drawn, box


def _banks(one: DrawnPiece) -> str:
    """Draw both edges of a river or road, as a broad line with a hollow middle."""
    d = picture.curve(one)
    line = f'fill="none" stroke-linejoin="round" d="{d}"'
    hollow = max(one.width - 1.2, 0.1)
    return (
        f'<path stroke="{picture.INK}" stroke-width="{one.width}" {line}/>'
        f'<path stroke="#fff" stroke-width="{hollow:g}" {line}/>'
    )


def _shore(one: DrawnPiece) -> str:
    d = picture.curve(replace(one, course=tuple(off + one.width for off in one.course)))
    return f'<path fill="none" stroke="{picture.INK}" stroke-width=".6" stroke-dasharray="4 3" d="{d}"/>'


def _sheets(
    inside: str, box: tuple[float, float, float, float], width: float, height: float, paper: str, name: str
) -> Iterator[Sheet]:
    """Split a drawing across printed sheets. ``box``: the visible part of ``inside``."""
    wide, high = room(paper)
    for tile in tiles(width, height, paper):
        part_w, part_h = box[2] / tile.columns, box[3] / tile.rows
        x, y = box[0] + tile.column * part_w, box[1] + tile.row * part_h
        shown = (
            f'<svg x="{CROP}" y="{CROP}" width="{tile.width:g}" height="{tile.height:g}" '
            f'viewBox="{x:g} {y:g} {part_w:g} {part_h:g}">{inside}</svg>'
        )
        alone = tile.columns * tile.rows == 1
        called = name if alone else f"{name} · {tile.name}"
        where = (
            ""
            if alone
            else _("column %(c)s of %(cs)s, row %(r)s of %(rs)s")
            % {
                "c": tile.column + 1,
                "cs": tile.columns,
                "r": tile.row + 1,
                "rs": tile.rows,
            }
        )
        drawn = shown + crop_marks(tile) + _foot(tile, called, where)
        size = {"width": f"{wide:g}mm", "height": f"{high:g}mm", "class": "paper"}
        yield Sheet(called, picture.svg(drawn, (0, 0, wide, high), role="img", aria_label=called, **size))


def crop_marks(tile: Tile) -> str:
    """Draw two short lines at each corner of a tile, just outside the picture."""
    d = ""
    for x, out in ((CROP, -1), (CROP + tile.width, 1)):
        for y, down in ((CROP, -1), (CROP + tile.height, 1)):
            d += f"M{x + out:g} {y:g}h{4.5 * out:g}M{x:g} {y + down:g}v{4.5 * down:g}"
    return f'<path fill="none" stroke="#000" stroke-width=".25" d="{d}"/>'


def _foot(tile: Tile, name: str, where: str) -> str:
    """Draw the foot of a sheet: its name, and a line 50 mm long that checks the printer's scale."""
    y = 2 * CROP + tile.height + 5
    d = f"M{CROP} {y:g}h{CHECK}M{CROP} {y - 2:g}v4M{CROP + CHECK} {y - 2:g}v4"
    said = _("%(mm)s mm: measure it. If it is not, print at 100 %% (actual size).") % {"mm": CHECK}
    return (
        f'<path class="check" fill="none" stroke="#000" stroke-width=".3" d="{d}"/>'
        f'<text x="{CROP}" y="{y + 5:g}" {picture.FONT} font-size="3.2">{escape(said)}</text>'
        f'<text x="{CROP + CHECK + 6}" y="{y + 1:g}" {picture.FONT} font-size="4">{escape(name)}'
        f'<tspan font-size="3.2" dx="3">{escape(where)}</tspan></text>'
    )


def standalone(drawing: Drawing, figures: int, names: Mapping[int, str], title: str) -> str:
    """Return an SVG file of the whole board, in true millimetres for the given size of figures."""
    side = BOARD + 2 * picture.MARGIN
    true = f"{side * FIGURES[figures] / 100:g}mm"
    return str(picture.draw_board(drawing, title, names, width=true, height=true))


def piece_alone(one: DrawnPiece, number: int, figures: int) -> str:
    """Return an SVG file of a piece's outline, in true millimetres for the given size of figures."""
    inside, box = outline(one, number, FIGURES[figures])
    width, height = (f"{side * FIGURES[figures] / 100:g}mm" for side in box[2:])
    return str(picture.svg(inside, box, width=width, height=height))
