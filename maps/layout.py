"""Where the name, the signs and the pieces of a place stand around its point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from maps.values import Piece, Place

PIECE, ROW, LINE = 17.0, 10.5, 5.6  # drawing units: piece spacing, row height, line height of a label
LETTER, MARK = 3.1, 4.5  # width of a letter of a name; half that of a holder's two letters


@dataclass(frozen=True)
class Laid:
    """A place with where its parts stand. ``letters``: those of its holder, right of its point or left."""

    place: Place
    lines: tuple[tuple[str, float], ...]
    pieces: tuple[tuple[Piece, float, float], ...]
    letters: float = 0


def lines(name: str) -> tuple[str, ...]:
    """A name broken where it is long, a numeral kept with its word."""
    words = name.split(" ")
    found = [words[0]]
    for one in words[1:]:
        if len(one) <= 3 or len(found[-1]) + len(one) < 9:
            found[-1] += f" {one}"
        else:
            found.append(one)
    return tuple(found)


def laid_out(places: Iterable[Place]) -> tuple[Laid, ...]:
    """Every place with its parts: the name above its point, the pieces below, two a row."""
    found = []
    for place in places:
        count = min(2, len(place.label)) if place.kind == "box" else len(place.label)
        top = place.y - 4 - LINE * count + LINE
        written = tuple((text, round(top + i * LINE, 1)) for i, text in enumerate(place.label))
        found.append(Laid(place, written, tuple(_rows(place))))
    return tuple(replace(one, letters=_letters(one, found)) for one in found)


def _rows(place: Place) -> Iterator[tuple[Piece, float, float]]:
    for i, piece in enumerate(place.pieces):
        row, column = divmod(i, 2)
        in_row = min(2, len(place.pieces) - 2 * row)
        left = place.x + (column - (in_row - 1) / 2) * PIECE
        yield piece, round(left, 1), round(place.y + 9.5 + row * ROW, 1)


def _letters(one: Laid, others: Iterable[Laid]) -> float:
    """The letters of the holder: in the middle where no sign is drawn, else left of it; where a neighbour's
    name stands there, right of it."""
    place = one.place
    if not (place.sign or place.treasure):
        return 0
    left = -14 if place.treasure else -9
    start, end = place.x + left - MARK, place.x + left + MARK
    for other in others:
        for text, y in other.lines if other is not one and other.place.kind != "sea" else ():
            half = LETTER * len(text) / 2
            near = abs(y - place.y - 2.6) < LINE
            if near and other.place.x - half < end and start < other.place.x + half:
                return 14 if place.flag else 9
    return left
