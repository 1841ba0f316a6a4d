"""Reads JSON from outside, limiting its size, depth and numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

DEEPEST = 60  # levels of nested lists and objects
LONGEST_NUMBER = 18  # characters: digits and sign


class NoDocument(ValueError):
    """Raised for invalid JSON input: malformed, nested too deeply, or with NaN or infinite numbers. ``line``
    and ``column`` give the place, if known.
    """

    def __init__(self, text: str, line: int | None = None, column: int = 0) -> None:
        super().__init__(text)
        self.line, self.column = line, column


class TooBig(NoDocument):
    """Raised when a document exceeds the size limit."""


class Unstorable(NoDocument):
    """Raised when a document contains text that databases cannot store: NUL or a lone surrogate."""


def read(text: str | bytes, most: int) -> Any:
    """Read a JSON document of at most ``most`` bytes. Raises TooBig, NoDocument."""
    if len(text) > most:
        raise TooBig(f"more than {most} bytes")
    try:
        value = json.loads(
            text,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_decimal,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise NoDocument(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise NoDocument(str(error)) from None
    if _depth_beyond(value, DEEPEST):
        raise NoDocument("nested too deeply")
    if not all(map(_storable, _texts(value))):
        raise Unstorable("a text that no database stores")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing duplicate keys because JSON readers disagree about them."""
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:60]!r} stands twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("a number of too many digits")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _no_number(digits[:20])


def _texts(value: Any) -> Iterator[str]:
    """Yield every text within a value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _texts(one)


def _storable(text: str) -> bool:
    """Return whether a text has no NUL and no lone surrogates, both of which JSON can escape."""
    return "\0" not in text and text.encode(errors="replace").decode() == text


def _depth_beyond(value: Any, deepest: int) -> bool:
    level = [value]
    for _ in range(deepest):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
