"""JSON from outside: its size, depth and numbers are limited before anything reads it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

DEEPEST = 60  # lists and objects nested within each other
LONGEST_NUMBER = 18  # digits, and the sign


class NoDocument(ValueError):
    """The document is not valid JSON input: malformed, nested too deeply, or with NaN or infinite numbers.
    ``line`` and ``column`` give the place, if known."""

    def __init__(self, text: str, line: int | None = None, column: int = 0) -> None:
        super().__init__(text)
        self.line, self.column = line, column


class TooBig(NoDocument):
    """More bytes than allowed."""


class Unstorable(NoDocument):
    """The document holds a text that no database stores: NUL, or half a character."""


def read(text: str | bytes, most: int) -> Any:
    """The value of a JSON document of at most ``most`` bytes. Raises TooBig, NoDocument."""
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
    """An object without duplicate keys, for which readers differ."""
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
    """Every text within a value, keys included."""
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
    """Whether a text has no NUL and no half characters (JSON can spell both)."""
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
