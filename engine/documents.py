"""Read JSON from outside, limiting its size, depth and numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NoReturn

DEEPEST = 60  # maximum depth of nested lists and objects
LONGEST_NUMBER = 18  # maximum length of a number, in characters with its sign


class NoDocument(ValueError):
    """Raised for invalid JSON input: malformed, nested too deeply, with repeated keys, or with numbers that
    are too long, NaN or infinite. ``line`` and ``column`` locate the error, if known.
    """

    def __init__(self, text: str, line: int | None = None, column: int = 0) -> None:
        super().__init__(text)
        self.line, self.column = line, column


class TooBig(NoDocument):
    """Raised when a document exceeds the size limit."""


class Unstorable(NoDocument):
    """Raised when a document contains text that databases cannot store: NUL or a lone surrogate."""


def read(text: str | bytes, most: int) -> Any:
    """Read a JSON document. Raises NoDocument if it is not valid JSON. Raises TooBig if it is longer than
    ``most`` bytes; a text is measured in UTF-8. Raises Unstorable if it has text that no database stores.
    """
    if len(text) > most or (isinstance(text, str) and len(text.encode(errors="replace")) > most):
        raise TooBig(f"more than {most} bytes")
    try:
        value = json.loads(
            text,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_decimal,
            object_pairs_hook=_build_object,
        )
    except json.JSONDecodeError as error:
        raise NoDocument(error.msg, error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:
        raise NoDocument(str(error)) from None
    if _depth_beyond(value, DEEPEST):
        raise NoDocument("nested too deeply")
    if not all(map(_is_storable, _iter_texts(value))):
        raise Unstorable("a text that no database stores")
    return value


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object from its pairs. Raises ValueError for duplicate keys, because JSON readers disagree
    about them.
    """
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


def _iter_texts(value: Any) -> Iterator[str]:
    """Yield every text within a value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _iter_texts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _iter_texts(one)


def _is_storable(text: str) -> bool:
    """Return whether the text has no NUL and no lone surrogates, both of which JSON can escape."""
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
