"""Boards that tests draw as text, with a line of characters for each row, the northernmost first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from textwrap import dedent

from kit.grid.square import Board, Square


def drawn(picture: str) -> tuple[Board, dict[str, list[Square]]]:
    """Return the board of a picture, and the squares of each character in it."""
    rows = dedent(picture).strip().splitlines()[::-1]
    found: dict[str, list[Square]] = {}
    for row, line in enumerate(rows):
        for column, character in enumerate(line.split()):
            found.setdefault(character, []).append(Square(column, row))
    return Board(len(rows[0].split()), len(rows)), found


def picture(board: Board, character: Callable[[Square], str]) -> str:
    """Draw a board in the notation that :func:`drawn` reads."""
    rows: Iterable[int] = range(board.rows - 1, -1, -1)
    return "\n".join(
        " ".join(character(Square(column, row)) for column in range(board.columns)) for row in rows
    )


def same(a: str, b: str) -> bool:
    """Return whether two pictures are equal, ignoring indentation."""
    return dedent(a).strip() == dedent(b).strip()
