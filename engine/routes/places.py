"""Find the line of each value in a JSON text, so that error messages can point to it."""

from __future__ import annotations

import json
import re
from contextlib import suppress

_BLANK = re.compile(r"[ \t\r\n]*")
_SCALARS = json.JSONDecoder(strict=False)  # lenient, because people put line breaks inside strings

Places = list[tuple[str, int]]  # paths and the position in the text where each begins, in text order


def lines_of(text: str) -> dict[str, int]:
    """Return the line on which the value of each path begins. Text after the first JSON error is ignored.

    >>> lines_of('{"men": 3,\\n "roads": [\\n  "appia"]}')
    {'$': 1, '$.men': 1, '$.roads': 2, '$.roads[0]': 3}
    """
    return {path: _line(text, at) for path, at in _places(text)}


def line_of(path: str, lines: dict[str, int]) -> int | None:
    """Return the line of a path, or of the nearest container whose line is known.

    >>> line_of("$.roads[0].length", {"$": 1, "$.roads": 2, "$.roads[0]": 3})
    3
    """
    while path and path not in lines:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return lines.get(path)


def find_repeated_key(text: str) -> tuple[str, int] | None:
    r"""Find the first repeated key of an object. Return its path and line, or None.

    >>> find_repeated_key('{"men": 3,\n "men": 4}')
    ('$.men', 2)
    """
    seen: set[str] = set()
    for path, at in _places(text):
        if path in seen:
            return path, _line(text, at)
        seen.add(path)
    return None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _places(text: str) -> Places:
    found: Places = []
    with suppress(ValueError, IndexError, RecursionError):  # the rest is not JSON
        _record_value(text, _skip(text, 0), "$", found)
    return found


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _record_value(text: str, at: int, path: str, found: Places) -> int:
    """Record in ``found`` where the value at position ``at`` begins, and where everything within it begins.
    Return the position after the value.
    """
    found.append((path, at))
    if text[at] == "{":
        return _skip_container(text, at + 1, "}", path, found)
    if text[at] == "[":
        return _skip_container(text, at + 1, "]", path, found)
    return _SCALARS.raw_decode(text, at)[1]


def _skip_container(text: str, at: int, end: str, path: str, found: Places) -> int:
    at, number = _skip(text, at), 0
    while text[at] != end:
        inner = f"{path}[{number}]"
        if end == "}":
            key, at = _SCALARS.raw_decode(text, at)
            inner = f"{path}.{key}"
            at = _skip(text, _skip_sign(text, _skip(text, at), ":"))
        at = _skip(text, _record_value(text, at, inner, found))
        if text[at] != end:
            at = _skip(text, _skip_sign(text, at, ","))
        number += 1
    return at + 1


def _skip_sign(text: str, at: int, sign: str) -> int:
    if text[at] != sign:
        raise ValueError(sign)
    return at + 1
