"""Clean up lines that people typed or pasted. Such lines may have bullets, line numbers, column headings,
totals and look-alike characters.
"""

from __future__ import annotations

import re
from typing import Final

_LOOKALIKES: Final = str.maketrans(
    {"×": "x", "✕": "x", "✖": "x", "\u2219": "*", "\u2212": "-", "\u201c": '"', "\u201d": '"'}
    | {"（": "(", "）": ")", "，": ",", "；": ";", "：": ":"}
    | dict.fromkeys("\t\u00a0\u2007\u2009\u202f\u3000", " ")
    | {chr(0xFF10 + n): str(n) for n in range(10)}
)
_OF_COLUMNS: Final = frozenset(
    {"number", "count", "quantity", "qty", "n", "no", "num", "code", "element", "elements", "type", "troop"}
    | {"troops", "note", "notes", "description", "name", "points", "unit", "units", "numero", "quantità"}
    | {"quantita", "qta", "codice", "elemento", "elementi", "tipo", "truppa", "truppe", "nota", "descrizione"}
    | {"nome", "punti", "unità"}
)
_COUNTED = r"(?:elements?|elementi|elemento|bases?|basi|units?|unità)"
_TOTAL: Final = re.compile(
    r"(?:^|[\s,;.(=|])(?P<all>(?:(?:total[ei]?|totale|in all|in tutto|sum|somma)\b[\s:;,=|]*(?P<a>\d{1,4})"
    rf"(?:\s*{_COUNTED})?|=\s*(?P<b>\d{{1,4}})(?:\s*{_COUNTED})?"
    rf"|(?P<c>\d{{1,4}})\s*{_COUNTED}(?:\s+(?:in all|in total|in tutto))?)[\s).;,|]*)$",
    re.IGNORECASE,
)


def clean(line: str) -> str:
    r"""Strip the comment from a line. Replace look-alike characters by plain ones, as in "6 x" for "6 ×", and
    tabs between cells by "|".

    >>> clean("6 × 4Bd\tlegions # the best")
    '6 x 4Bd|legions '
    """
    return re.sub(r"(?<=\S)\t(?=\s*\S)", "|", line.partition("#")[0]).translate(_LOOKALIKES)


def begin(line: str, numbered: int) -> tuple[int, int]:
    """Return the position where a line's words begin, after bullets and the line's number. Also return the
    next line number.

    Only numbers in order (1, 2, 3) are line numbers, because "6. 4Bd" may also mean six elements.

    >>> begin("  - 3Kn", 1), begin("1. 3Kn", 1), begin("2) 3Kn", 2), begin("6. 3Kn", 1)
    ((4, 1), (3, 2), (3, 3), (0, 1))
    """
    start = re.match(r"[\s\ufeff]*(?:[-*•·–—‣▪◦>+]+\s*)*", line)
    at = start.end() if start else 0
    found = re.compile(r"\(?(\d{1,3})[.)]\s+(?=\S)").match(line, at)
    if found and int(found[1]) == numbered:
        return found.end(), numbered + 1
    return at, numbered


def is_header(line: str) -> bool:
    """Return whether a line contains column headings.

    >>> is_header("Numero;Codice;Nota"), is_header("number"), is_header("6;4Bd;note")
    (True, False, False)
    """
    words = re.findall(r"[^\W\d_]+", line.lower())
    return len(words) > 1 and all(word in _OF_COLUMNS for word in words) and not re.search(r"\d", line)


def total_of(line: str, start: int = 0) -> tuple[int, int, int] | None:
    """Return the total at the end of a line as (number, its start, the end of the words before it), or None.

    >>> total_of("Total: 9 elements"), total_of("2 x 2Ps = 2"), total_of("2 x 2Ps")
    ((9, 0, 0), (2, 8, 7), None)
    """
    found = _TOTAL.search(line, start, len(line.rstrip()))
    if found is None:
        return None
    return int(found["a"] or found["b"] or found["c"]), found.start("all"), found.start()
