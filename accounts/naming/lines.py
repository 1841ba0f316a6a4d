"""Reduce typed names to one visible line, without line breaks or characters that reverse the text."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = {"\u200c", "\u200d", "\ufe0f"}  # joiners within Persian words and within emoji
# counted as letters by Unicode, but invisible
BLANKS: Final = {
    "\u2800",
    "\u3164",
    "\uffa0",
    "\u115f",
    "\u1160",
}
UNSEEN: Final = {
    "\u034f",
    "\u17b4",
    "\u17b5",
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE0F)),
}
BREAKS: Final = {"Zs", "Zl", "Zp", "Cc"}  # spaces, line and paragraph separators, control characters
DROPPED: Final = {"Cf", "Cs", "Co", "Cn"}  # direction marks, surrogates, private and unassigned characters
DRAWN: Final = "LNPS"  # letters, digits, punctuation and symbols, all of which are visible


def one_line(text: str) -> str:
    """Return a name without line breaks, direction marks and invisible characters, or "" if nothing visible
    is left.
    """
    told = "".join(map(_visible_text, unicodedata.normalize("NFC", text)))
    told = " ".join(told.split()).strip("".join(JOINERS))
    return told if any(unicodedata.category(char)[0] in DRAWN for char in told) else ""


def _visible_text(char: str) -> str:
    category = unicodedata.category(char)
    if char in JOINERS:
        return char
    if char in BLANKS or category in BREAKS:
        return " "
    return "" if char in UNSEEN or category in DROPPED or 0xE0000 <= ord(char) < 0xE1000 else char
