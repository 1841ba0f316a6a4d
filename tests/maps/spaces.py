"""Read the data about a board's spaces that a drawing contains."""

from __future__ import annotations

import re
from html import unescape


def spaces_of(page: str) -> set[str]:
    """Return the names of all spaces that can be selected."""
    found = re.search(r'data-runs="([^"]*)"', page)
    assert found is not None
    first, *runs = (run.split(",") for run in unescape(found[1]).split(";"))
    digits = int(first[2])
    return {
        f"{prefix}{number:0{digits}}"
        for prefix, start, count, _x, _y in runs
        for number in range(int(start), int(start) + int(count))
    }


def framed(drawn: str, kind: str) -> int:
    """Return the number of spaces that have this frame."""
    return sum(map(int, re.findall(rf'map-frame--{kind}" data-n="([0-9]+)"', drawn)))
