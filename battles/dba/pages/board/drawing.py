"""Draw the field as SVG, in millimetres. Each base is a rotated rectangle and serves as a link. Faint
outlines, called ghosts, show where bases would end after a legal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from battles.dba.pages.battlefield.picture import MARGIN, board, defs, draw_frame
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import UNIT, Line
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.shapes import BOARD
from battles.dba.rules.table.terrain import BASE_MM

SIZE: Final = BOARD + 2 * MARGIN


@dataclass(frozen=True)
class Token:
    """An element on the field. ``at``: the elements that are selected when the element is tapped, as text for
    its link. ``label``: the code on the base. ``colour``: the side's colour.
    """

    at: str
    label: str
    text: str
    colour: str
    type: str = ""
    own: bool = False
    done: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Ghost:
    """The places where elements would end after a move. ``at``: the move that the ghost's link selects, as
    text, or "" for the previewed move, which is not a link.
    """

    at: str
    text: str
    bases: tuple[Base, ...]
    kind: str = "march"


def field(
    position: Position, tokens: Mapping[str, Token], marks: str, names: Mapping[int, str], to: str
) -> str:
    """Draw the whole field for ``maps/_window.html``. ``to`` is the part of a link's query string before
    ``at``.
    """
    camps = "".join(_camp(seat, camp.outline) for seat, camp in position.camps.items())
    bases = "".join(_base(name, position, token, to) for name, token in tokens.items())
    inside = f"{defs(position.drawing)}{board(position.drawing)}{draw_frame(names)}{camps}{bases}"
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map__svg dfield" viewBox="0 0 {SIZE} {SIZE}" '
        f'width="{SIZE}" height="{SIZE}" data-levels="0.3 0.75 1.5" data-level="0" data-whole role="group">'
        f'<g transform="translate({MARGIN} {MARGIN})">{inside}<g id="map-marks">{marks}</g></g></svg>'
    )


def marks(position: Position, tokens: Mapping[str, Token], ghosts: Iterable[Ghost], to: str) -> SafeString:
    """Draw the marks on top of the field: frames around the selected elements, and the outlines of moves
    (ghosts).
    """
    frames = "".join(_frame(position.base(name)) for name, token in tokens.items() if token.chosen)
    return mark_safe(frames + "".join(_ghost(one, to) for one in ghosts))


def _base(name: str, position: Position, token: Token, to: str) -> str:
    base = position.base(name)
    deep = base.deep * 5
    state = f"{' dbase--own' if token.own else ''}{' dbase--done' if token.done else ''}"
    general = (
        '<circle class="dbase__general" cx="33" cy="5" r="3.5"/>' if position.elements[name].general else ""
    )
    blue = position.elements[name].seat == "blue"  # tell the sides apart without colour
    rear = f'<path class="dbase__rear" d="M3 {deep - 3}h{BASE_MM - 6}"/>' if blue else ""
    x, y = (value / UNIT for value in base.middle)
    return (
        f'<a id="m-{escape(name)}" class="dbase{state}" href="?{escape(to)}{_quote_place(token.at)}#here" '
        f'data-base="{base.x} {base.y} {base.heading} {base.deep}" data-element="{escape(name)}">'
        f"<title>{escape(token.text)}</title>"
        f'<g transform="{_place(base)}">'
        f'<path class="dbase__hold" d="M-2.5 -5h45v{deep + 10}h-45z"/>'
        f'<path class="dbase__block" fill="{token.colour}" d="M0 0h{BASE_MM}v{deep}H0z"/>'
        f'<path class="dbase__front" d="M1.5 1.5h{BASE_MM - 3}M16 6l4-3 4 3"/>{rear}{general}</g>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}">{escape(token.label)}</text>'
        f'<text class="dbase__type" x="{x:.1f}" y="{y + 5:.1f}">{escape(token.type)}</text></a>'
    )


def _place(base: Base) -> str:
    return f"translate({base.x / UNIT:g} {base.y / UNIT:g}) rotate({base.heading / 2:g})"


def _outline(outline: Line) -> str:
    return "M" + "L".join(f"{x / UNIT:.1f} {y / UNIT:.1f}" for x, y in outline) + "z"


def _frame(base: Base) -> str:
    return f'<path class="dframe" d="{_outline(base.corners)}"/>'


def _camp(seat: str, outline: Line) -> str:
    return f'<path class="dcamp dcamp--{escape(seat)}" d="{_outline(outline)}"/>'


def _ghost(ghost: Ghost, to: str) -> str:
    shapes = "".join(
        f'<path d="{_outline(base.corners)}"/><path class="dghost__front" d="{_front(base)}"/>'
        for base in ghost.bases
    )
    title = f"<title>{escape(ghost.text)}</title>"
    if not ghost.at:
        return f'<g class="dghost dghost--{ghost.kind}">{title}{shapes}</g>'
    return (
        f'<a id="m-{escape(ghost.at)}" class="dghost dghost--{ghost.kind}" '
        f'href="?{escape(to)}{_quote_place(ghost.at)}#here">{title}{shapes}</a>'
    )


def _front(base: Base) -> str:
    (ax, ay), (bx, by) = base.front
    return f"M{ax / UNIT:.1f} {ay / UNIT:.1f}L{bx / UNIT:.1f} {by / UNIT:.1f}"


def _quote_place(at: str) -> str:
    return escape(urlencode({"": at})[1:])
