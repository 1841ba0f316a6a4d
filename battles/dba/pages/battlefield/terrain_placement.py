"""The board on which players place terrain by touch, mouse or keyboard. Positions go into the form's fields,
and the server checks whether they are legal.
"""

from __future__ import annotations

from collections.abc import Collection
from math import cos, radians, sin
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString

from battles.dba.pages.battlefield import picture
from battles.dba.rules.field import shapes
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.shapes import BOARD, STATIONS, Drawing, DrawnPiece
from battles.dba.wording import table_texts as texts

GRIP: Final = 40  # radius in mm of a grip (a handle for dragging), which makes 44 pixels on a phone
OFF: Final = 42  # mm from the outline to a grip's centre, so that the piece stays visible


def board(drawing: Drawing, wrong: Collection[int], title: str, aside: str) -> SafeString:
    """Draw the board with its pieces. ``wrong``: the numbers of faulty pieces. ``aside``: a note for the
    labels of faulty pieces.
    """
    order = sorted(range(len(drawing)), key=lambda n: picture.LEVEL.get(drawing[n].kind, 3))
    pieces = "".join(_piece(drawing[n], n, aside if n in wrong else "") for n in order)
    inside = (
        f"<title>{escape(title)}</title>{picture.defs(drawing)}{picture.ground()}{picture.quarters()}"
        f'{pieces}<path id="ghost" fill="none" d=""/>{picture.draw_frame({})}'
    )
    side = BOARD + 2 * picture.MARGIN
    box = (-picture.MARGIN, -picture.MARGIN, side, side)
    return picture.svg(inside, box, id="board", **{"class": "board", "data-board": BOARD})


def _piece(one: DrawnPiece, number: int, aside: str) -> str:
    name = str(texts.PIECES[one.kind])
    said = f"{number + 1} · {name}" + (f" · {aside}" if aside else "")
    kind = "line" if one.linear else "area"
    written = picture.label(one, f"{number + 1} {name}{' !' if aside else ''}", 22)
    marked = " piece--wrong" if aside else ""
    return (
        f'<g class="piece{marked}" id="piece-{number}" data-piece="{number}" data-kind="{kind}" '
        f'data-edge="{one.edge}" aria-label="{escape(said)}">'
        f"{_hold(one)}{picture.shape(one)}{_mark(one)}{written}{_grips(one)}</g>"
    )


def _hold(one: DrawnPiece) -> str:
    if one.linear:
        d = picture.curve(one)
        return f'<path class="piece__hold" stroke-width="{max(one.width, GRIP)}" d="{d}"/>'
    rx, ry = max(one.length / 2, GRIP), max(one.width / 2, GRIP)
    place = f'transform="translate({one.x} {one.y}) rotate({one.turn})"'
    return f'<ellipse class="piece__hold" {place} rx="{rx:g}" ry="{ry:g}"/>'


def _mark(one: DrawnPiece) -> str:
    """Draw the outline that marks a selected or faulty piece."""
    closed = "z" if not one.linear or one.kind == "waterway" else ""
    return f'<path class="piece__mark" d="{picture.path(shapes.outline(one))}{closed}"/>'


def _grips(one: DrawnPiece) -> str:
    if one.linear:
        line = shapes.course(one)
        every = (len(line) - 1) // (len(STATIONS) - 1)
        spots = [(x / UNIT, y / UNIT, f"d{n}") for n, (x, y) in enumerate(line[::every])]
    else:
        spots = [(*_grip_point(one, 0, one.length), "long"), (*_grip_point(one, 90, one.width), "short")]
    return "".join(
        f'<g class="grip" data-grip="{name}" transform="translate({x:.1f} {y:.1f})">'
        f'<circle class="grip__hold" r="{GRIP}"/><circle class="grip__knob" r="12"/></g>'
        for x, y, name in spots
    )


def _grip_point(one: DrawnPiece, degrees: int, size: int) -> tuple[float, float]:
    """Return the point for a grip (a handle for dragging): just beyond the end of the piece's axis that is on
    the board.
    """
    angle, far = radians(one.turn + degrees), size / 2 + OFF
    x, y = far * cos(angle), far * sin(angle)
    ends = ((one.x + x, one.y + y), (one.x - x, one.y - y))
    return next((at for at in ends if all(0 <= value <= BOARD for value in at)), ends[0])
