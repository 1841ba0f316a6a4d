"""Marks on a map as plain values: read them from a request, and draw them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.naming import lines
from features.notes.models import LONGEST, Note

NUMBERS: Final = {Note.Kind.NOTE: 0, Note.Kind.TEXT: 2, Note.Kind.ARROW: 4, Note.Kind.CIRCLE: 3}
FARTHEST: Final = 100_000  # largest coordinate, in the map's units
LONGEST_NAME: Final = 60
HEAD: Final = 0.022  # size of an arrowhead, as a fraction of the map's width
LETTERS: Final = 0.036  # height of a text's letters, as a fraction of the map's width
ROUND: Final = 0.35  # angle between an arrow's shaft and the sides of its arrowhead, in radians


@dataclass(frozen=True)
class Mark:
    """A mark: its kind, its coordinates in the map's units, the places it touches, and a text."""

    kind: str
    points: tuple[float, ...] = ()
    places: tuple[str, ...] = ()
    text: str = ""

    @property
    def on_map(self) -> bool:
        return bool(self.points)

    @property
    def places_text(self) -> str:
        """The names of the places that the mark touches, for example "Roma → Capua"."""
        return " → ".join(self.places)


class BadMark(ValueError):
    """Raised when input is not a valid mark."""


def read_mark(told: Mapping[str, Any]) -> Mark:
    """Read a mark from a request or from storage. Raises BadMark if it is invalid."""
    kind, points, places = told.get("kind"), told.get("points", []), told.get("places", [])
    if (
        not isinstance(kind, str)
        or kind not in NUMBERS
        or not isinstance(points, list)
        or not isinstance(places, list)
    ):
        raise BadMark
    if len(points) != NUMBERS[Note.Kind(kind)] or not all(map(_is_number, points)):
        raise BadMark
    names = tuple(lines.one_line(str(name)[:LONGEST_NAME]) for name in places[:2])
    text = _strip_invisible(str(told.get("text", "")))
    if kind in {Note.Kind.NOTE, Note.Kind.TEXT} and not text:
        raise BadMark
    return Mark(kind, tuple(round(number, 1) for number in points), tuple(filter(None, names)), text)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) <= FARTHEST


def _strip_invisible(text: str) -> str:
    """Remove invisible characters from a text, but keep its line breaks. Cut it to LONGEST characters."""
    return "\n".join(lines.one_line(line) for line in text[:LONGEST].splitlines()).strip()


def mark_json(mark: Mark) -> dict[str, Any]:
    """Convert a mark to the JSON that is stored and sent to the map."""
    return {"kind": mark.kind, "points": list(mark.points), "places": list(mark.places), "text": mark.text}


def mark_of(note: Note) -> Mark:
    """Return a stored note as the mark to draw on the map."""
    return Mark(note.kind, tuple(note.points), tuple(note.places), note.text)


def draw_marks(marks: Sequence[Mark], width: float) -> SafeString:
    """Draw marks as SVG over a picture of the map. ``width``: the picture's width in map units."""
    return format_html_join("", "{}", ((shape,) for mark in marks for shape in _shapes(mark, width)))


def _shapes(mark: Mark, width: float) -> Iterator[SafeString]:
    if mark.kind == Note.Kind.ARROW:
        x, y, to_x, to_y = mark.points
        path = f"M{x:g} {y:g}L{to_x:g} {to_y:g}{_head_path(mark.points, HEAD * width)}"
        yield format_html('<path class="note-mark" d="{}"/>', path)
    elif mark.kind == Note.Kind.CIRCLE:
        yield format_html('<circle class="note-mark" cx="{}" cy="{}" r="{}"/>', *mark.points)
    if mark.text and mark.points:
        yield format_html(
            '<text class="note-mark__text" x="{}" y="{}" font-size="{}">{}</text>',
            *mark.points[:2],
            round(width * LETTERS, 1),
            mark.text.partition("\n")[0][:60],
        )


def _head_path(points: Sequence[float], size: float) -> str:
    """Return the two sides of an arrowhead, as an SVG path."""
    x, y, to_x, to_y = points
    angle = math.atan2(to_y - y, to_x - x)
    ends = [
        (to_x - size * math.cos(angle + turn), to_y - size * math.sin(angle + turn))
        for turn in (-ROUND, ROUND)
    ]
    return "".join(f"M{to_x:g} {to_y:g}L{end_x:.1f} {end_y:.1f}" for end_x, end_y in ends)
