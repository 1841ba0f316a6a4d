"""Texts that name pieces by their ids, in the words of the board: troop, letter of the schiera, square."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from battles.schiere.pages.board import called
from battles.schiere.pages.seen import Seen

# In sentences ids are written in capitals, squares never: "C6: at c10".
PIECES: Final = re.compile(r"\b[RC][1-9][0-9]*\b(?:, [RC][1-9][0-9]*\b)*")


def said(seen: Seen, text: str, *, squares: bool = True) -> str:
    """A text with pieces by their names, and where they stand now unless that says nothing (``squares``): of
    what has happened it would mislead. Who is off the board keeps the id."""

    def named(found: re.Match[str]) -> str:
        return ", ".join(_together(seen, found.group().lower().split(", "), squares=squares))

    return PIECES.sub(named, text) if text else text


def _together(seen: Seen, ids: Iterable[str], *, squares: bool) -> Iterable[str]:
    """Pieces that are called alike in one breath: "Legionaries A (e5, f5)"."""
    found: dict[str, list[str]] = {}
    for id in ids:
        piece = seen.pieces.get(id)
        found.setdefault(called(seen, id) if piece else id.upper(), []).append(piece.at if piece else "")
    for name, where in found.items():
        yield f"{name} ({', '.join(where)})" if squares and where[0] else name


def told(seen: Seen, lines: Iterable[Any]) -> list[Any]:
    """Lines of the chronicle with pieces by their names."""
    return [
        replace(
            line, lines=tuple(replace(one, text=said(seen, one.text, squares=False)) for one in line.lines)
        )
        for line in lines
    ]


def awaited(seen: Seen, waits: Iterable[Any]) -> list[Any]:
    """Questions with pieces by their names."""
    return [replace(one, text=said(seen, one.text), default=said(seen, one.default)) for one in waits]
