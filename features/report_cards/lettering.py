"""Text in pictures, drawn as outlines of the display font, so that a picture looks the same everywhere and
loads nothing.

If a line has characters that the font lacks (other scripts, emoji), the line becomes plain SVG text,
fitted to the space.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

DATA: Final = Path(__file__).parent / "data" / "letters.txt"
EM: Final = 1000
SMALLEST: Final = 0.62  # smallest fraction of the intended size to which a line shrinks before it is cut
FACES: Final = "Marcellus, 'DejaVu Sans', 'Noto Sans', 'Noto Color Emoji', sans-serif"
WIDE, NARROW = 1.0, 0.62  # assumed width of a character that the font lacks, in em


@dataclass(frozen=True)
class Letters:
    """The font's data. ``signs`` has the advance and outline of each character, in thousandths of an em;
    ``pairs`` has the kerning of pairs of characters.
    """

    signs: Mapping[str, tuple[int, str]]
    pairs: Mapping[str, int]


@cache
def letters() -> Letters:
    signs: dict[str, tuple[int, str]] = {}
    pairs: dict[str, int] = {}
    head, _gap, tail = DATA.read_text("utf-8").partition("\n\n")
    for row in head.splitlines()[3:]:
        advance, _space, path = row[2:].partition(" ")
        signs[row[0]] = (int(advance), path)
    for row in tail.splitlines():
        pairs[row[:2]] = int(row[3:])
    return Letters(signs, pairs)


def plain(text: str) -> str:
    r"""Put a text on one line, without characters that XML forbids or that change the direction of the text.

    >>> plain("a\x00b \n c\u202ed\ud800")
    'ab cd'
    """
    kept = (" " if one.isspace() else one for one in text if one.isspace() or _is_harmless(one))
    return " ".join("".join(kept).split())


def _is_harmless(one: str) -> bool:
    kind = unicodedata.category(one)
    joins = one in "\u200c\u200d"  # some scripts and emoji need these joiners
    return joins or (kind not in ("Cc", "Cs", "Cf", "Cn", "Co") and one not in "\ufffe\uffff")


def can_draw(text: str) -> bool:
    """Return whether the font has every character of the text."""
    return all(one in letters().signs for one in text)


def width(text: str, size: float = 1.0) -> float:
    """Return the width of a text. It is only approximate if the font lacks a character."""
    found = letters()
    if not can_draw(text):
        return size * sum(_foreign_width(one) for one in text)
    whole = sum(found.signs[one][0] for one in text)
    whole += sum(found.pairs.get(text[at : at + 2], 0) for at in range(len(text) - 1))
    return size * whole / EM


def _foreign_width(one: str) -> float:
    if unicodedata.combining(one) or one in "\u200c\u200d\ufe0f":
        return 0.0
    return WIDE if unicodedata.east_asian_width(one) in "WF" else NARROW


def fit_text(text: str, size: float, room: float) -> tuple[str, float]:
    """Fit a text into a width, and return the text and its size. The text is made smaller if necessary, and
    cut if that is not enough.
    """
    text = plain(text)
    wide = width(text, size)
    if wide <= room:
        return text, size
    small = max(size * room / wide, size * SMALLEST)
    if width(text, small) <= room + 0.01:
        return text, small
    while len(text) > 1 and width(f"{text}…", small) > room:
        text = text[:-1].rstrip(" \u200d")
    return f"{text}…", small


def break_text(text: str, size: float, room: float, most: int) -> list[str]:
    """Break a text between words into at most ``most`` lines. If the text is too long, the last line holds
    all the rest.
    """
    rows: list[str] = []
    for word in plain(text).split(" "):
        if rows and (width(f"{rows[-1]} {word}", size) <= room or len(rows) == most):
            rows[-1] = f"{rows[-1]} {word}"
        else:
            rows.append(word)
    return rows


class Lettering:
    """The letters used in a picture, each defined once."""

    def __init__(self) -> None:
        self._used: dict[str, str] = {}

    def line(
        self, text: str, x: float, y: float, size: float, room: float, colour: str, anchor: str = "start"
    ) -> str:
        """Draw a line of text on its baseline, no wider than ``room``."""
        text, size = fit_text(text, size, room)
        if not text:
            return ""
        if not can_draw(text):
            return _foreign_line(text, x, y, size, room, colour, anchor)
        wide = width(text, size)
        x -= {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        used = "".join(f'<use href="#{id}" x="{at}"/>' for id, at in self._place_letters(text))
        return f'<g fill="{colour}" transform="translate({x:.1f} {y:.1f}) scale({size / EM:.4f})">{used}</g>'

    def _place_letters(self, text: str) -> Iterator[tuple[str, int]]:
        found, at = letters(), 0
        for place, one in enumerate(text):
            if found.signs[one][1]:
                yield self._used.setdefault(one, f"l{ord(one):x}"), at
            at += found.signs[one][0] + found.pairs.get(text[place : place + 2], 0)

    def definitions(self) -> str:
        """Return the definitions of all letters used so far."""
        signs = letters().signs
        return "".join(f'<path id="{id}" d="{signs[one][1]}"/>' for one, id in sorted(self._used.items()))


def _foreign_line(text: str, x: float, y: float, size: float, room: float, colour: str, anchor: str) -> str:
    tight = width(text, size) > room * 0.8
    squeezed = f' textLength="{min(width(text, size), room):.1f}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family={quoteattr(FACES)} font-size="{size:.1f}" '
        f'fill="{colour}" text-anchor="{anchor}"{squeezed if tight else ""}>{escape(text)}</text>'
    )
