"""The sections of a rulebook in our own words, read from `docs/coverage/<system>.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

COVERAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "coverage"
_NUMBER: Final = re.compile(r"(?<![\w.])[LC]?(\d+(?:\.\d+)*)(?:-L?(\d+(?:\.\d+)*))?")
_MARKUP: Final = re.compile(r"[`*]|\[([^\]]+)\]\([^)]*\)")
_NOTHING: Final = {"", "-"}


@dataclass(frozen=True)
class Row:
    """A section in our own words, with its test cases. ``ranges``: the first and last number of each
    range. The numbers are either sections ("8.13") or lines of the rulebook ("316").
    """

    title: str
    cases: str
    ranges: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Table:
    """The rows below one heading of the coverage document."""

    heading: str
    rows: tuple[Row, ...]


@cache
def tables_of(system: str) -> tuple[Table, ...]:
    """Return the sections of a system, table by table, or () if the system has no coverage document."""
    path = COVERAGE / f"{system}.md"
    if not path.is_file():
        return ()
    return tuple(Table(heading, rows) for heading, rows in _tables(path.read_text("utf-8")) if rows)


def find_row(system: str, reference: str) -> Row | None:
    """Return the row that best covers a reference such as "8.13", "L316" or an English heading, or None."""
    found = _NUMBER.search(reference)
    if found is None:
        return _row_headed(system, reference)
    rated = [(_closeness(row, found[1]), row) for table in tables_of(system) for row in table.rows]
    best, row = max(rated, key=lambda one: one[0], default=(0, None))
    return row if best else None


def _row_headed(system: str, heading: str) -> Row | None:
    """Return the first row whose title begins with a heading, or None."""
    wanted = heading.casefold().strip()
    rows = [row for table in tables_of(system) for row in table.rows]
    begins = (row for row in rows if wanted and row.title.casefold().startswith(wanted))
    return next(begins, None)


def _closeness(row: Row, number: str) -> int:
    """Rate how closely a row covers a number, or return 0 if the row does not cover it. An exact match rates
    highest, then a range, then the parent section with the longest number.
    """
    return max((_in_range(number, first, last) for first, last in row.ranges), default=0)


def _in_range(number: str, first: str, last: str) -> int:
    if number in {first, last}:
        return 100
    if "." not in number + first + last and len(number) > 1:  # the numbers are lines of the rulebook
        return 50 if int(first) <= int(number) <= int(last) else 0
    if first != last:  # a range such as "5.31-5.33"
        return 60 if len(first) == len(number) and first <= number <= last else 0
    return len(first) if number.startswith(first) and "." in number else 0


def _tables(text: str) -> Iterator[tuple[str, tuple[Row, ...]]]:
    heading, columns, rows = "", list[str](), list[Row]()
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = [cell.lower() for cell in cells]
            elif columns[0] == "section" and not set(cells[0]) <= set("-: "):
                rows.append(_row(cells[0], dict(zip(columns, cells, strict=False)).get("cases", "")))
            continue
        columns = []
        if line.startswith("#"):
            yield heading, tuple(rows)
            heading, rows = line.lstrip("# "), []
    yield heading, tuple(rows)


def _row(title: str, cases: str) -> Row:
    plain = _MARKUP.sub(lambda found: found[1] or "", title).strip()
    return Row(plain, "" if cases in _NOTHING else cases, tuple(_ranges(plain)))


def _ranges(title: str) -> Iterator[tuple[str, str]]:
    """Yield the number ranges at the head of a title ("5.31-5.33 recruits") and in its brackets ("(33-43,
    108)").
    """
    head = re.match(r"[\dLC., -]*", title)
    for part in [head[0] if head else "", *re.findall(r"\(([^)]*\d[^)]*)\)", title)]:
        if not part.strip().startswith("p."):
            for found in _NUMBER.finditer(part):
                yield found[1], found[2] or found[1]
