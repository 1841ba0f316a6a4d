"""Armies as a table (CSV) with a line for each army, unit and leader.

Mistakes are reported with line and column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.printed_battles import SCHEMA
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import SEATS
from engine.game import BadScenario, Facts, Mistake

RECORDS: Final = ("army", "unit", "leader")
NUMBERS: Final = (
    *("level", "size", "tq", "ma", "rp"),
    *("initiative", "charisma", "personal_combat", "strategy", "range", "line_commands"),
)
FLAGS: Final = ("undisciplined", "cataphract", "sword", "reserve", "elite")
COLUMNS: Final = (
    *("record", "side", "name", "count", "level", "undisciplined"),
    *("type", "cataphract", "size", "tq", "ma", "missile", "sword", "rp", "reserve"),
    *("rank", "initiative", "charisma", "personal_combat", "strategy", "range", "elite", "line_commands"),
)
_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "army": ("name", "level", "undisciplined"),
    "unit": ("name", "type", "cataphract", "size", "tq", "ma", "missile", "sword", "rp", "reserve"),
    "leader": (
        "name",
        "rank",
        "initiative",
        "charisma",
        "personal_combat",
        "strategy",
        "range",
        "elite",
        "line_commands",
    ),
}
YES: Final = ("yes", "y", "1", "x", "true", "si", "sì")
NO: Final = ("no", "n", "0", "false")
MOST_LINES: Final = 300
MOST_COUNT: Final = 40


def read_lines(text: str, title: str) -> dict[str, Any]:
    """Return the scenario that a table of lines describes.

    Raises BadScenario listing every mistake with its line and column.
    """
    found = _Table(text)
    scenario = found.scenario(title)
    try:
        read_roster(scenario)
    except BadScenario as bad:
        found.mistakes += [found.locate_mistake(one) for one in bad.mistakes]
    if found.mistakes:
        raise BadScenario(found.mistakes)
    return scenario


class _Table:
    def __init__(self, text: str) -> None:
        self.mistakes: list[Mistake] = []
        self.lines: dict[str, int] = {}  # maps the path of an object in the scenario to its line
        first = text.split("\n", 1)[0]
        mark = max(",;\t", key=first.count)
        rows = list(csv.reader(io.StringIO(text), delimiter=mark))
        self.head = [one.strip().lower() for one in rows[0]] if rows else []
        self.rows = [(n, row) for n, row in enumerate(rows[1:], 2) if any(cell.strip() for cell in row)]

    def wrong(self, line: int, column: str, code: str, **facts: Any) -> None:
        self.mistakes.append(Mistake(f"line {line}, {column}" if column else f"line {line}", code, facts))

    def scenario(self, title: str) -> dict[str, Any]:
        sides: dict[str, dict[str, Any]] = {seat: {"units": [], "leaders": []} for seat in SEATS}
        self._check_head()
        if len(self.rows) > MOST_LINES:
            self.wrong(MOST_LINES + 2, "", "too_many", high=MOST_LINES)
        for line, row in self.rows[:MOST_LINES]:
            if len(row) > len(self.head):
                self.wrong(line, "", "too_many_cells", cells=len(row), columns=len(self.head))
            cells = {name: cell.strip() for name, cell in zip(self.head, row, strict=False) if cell.strip()}
            record, seat = cells.get("record", "").lower(), self._seat(cells.get("side", ""))
            if record not in RECORDS:
                self.wrong(line, "record", "not_one_of", value=record[:40], expected=list(RECORDS))
            elif seat is None:
                self.wrong(line, "side", "not_one_of", value=cells.get("side", "")[:40], expected=["1", "2"])
            else:
                self._take(line, record, sides[seat], seat, cells)
        for seat in SEATS:
            self.lines.setdefault(f"$.sides.{seat}", 1)
        return {"schema": SCHEMA, "provenance": "players", "title": title, "sides": sides}

    def _check_head(self) -> None:
        for name in self.head:
            if name not in COLUMNS:
                self.wrong(1, name[:40], "unknown_column", expected=list(COLUMNS))
        for name in ("record", "side", "name"):
            if name not in self.head:
                self.wrong(1, name, "missing_field", field=name)

    def _seat(self, side: str) -> str | None:
        return {"1": SEATS[0], "2": SEATS[1], **{seat: seat for seat in SEATS}}.get(side.lower())

    def _take(self, line: int, record: str, side: dict[str, Any], seat: str, cells: dict[str, str]) -> None:
        for name in cells.keys() & (set(COLUMNS) - set(_OF[record]) - {"record", "side", "count"}):
            self.wrong(line, name, "not_for_this_record", record=record)
        found = {name: self._value(line, name, cells[name]) for name in _OF[record] if name in cells}
        if record == "army":
            if "name" in side:
                self.wrong(line, "record", "army_twice")
            side |= found
            self.lines[f"$.sides.{seat}"] = line
            return
        members = side[f"{record}s"]
        for number in range(1, self._count(line, record, cells) + 1):
            id = f"{'a' if seat == SEATS[0] else 'b'}{'' if record == 'unit' else 'l'}{len(members) + 1}"
            name = str(found.get("name", ""))
            several = record == "unit" and cells.get("count", "1") != "1"
            members.append({"id": id, **found} | ({"name": f"{name} {number}"} if several else {}))
            self.lines[f"$.sides.{seat}.{record}s[{id}]"] = line

    def _count(self, line: int, record: str, cells: dict[str, str]) -> int:
        text = cells.get("count", "1")
        if record == "unit" and text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_COUNT:
            return int(text)
        if text != "1":
            self.wrong(line, "count", "not_a_number", low=1, high=MOST_COUNT if record == "unit" else 1)
        return 1

    def _value(self, line: int, name: str, text: str) -> Any:
        if name in NUMBERS:
            return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
        if name in FLAGS:
            if text.lower() not in (*YES, *NO):
                self.wrong(line, name, "not_yes_or_no", value=text[:40])
            return text.lower() in YES
        return text

    def locate_mistake(self, mistake: Mistake) -> Mistake:
        """Return a mistake with its line and column in the table in place of its path in the scenario. If no
        line is known for the path, return the mistake unchanged.
        """
        for place in sorted(self.lines, key=len, reverse=True):
            if mistake.path == place or mistake.path.startswith(f"{place}."):
                column = mistake.path.removeprefix(place).removeprefix(".")
                where = f"line {self.lines[place]}" + (f", {column}" if column else "")
                return Mistake(where, mistake.code, mistake.facts)
        return mistake


def write_lines(scenario: Facts) -> str:
    """Write a scenario's armies as a table of lines, which players can edit and upload again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for side, seat in enumerate(SEATS, 1):
        army = scenario["sides"][seat]
        for record, members in (("army", [army]), ("leader", army["leaders"]), ("unit", army["units"])):
            for one in members:
                writer.writerow(list(_cells(record, side, one)))
    return out.getvalue()


def _cells(record: str, side: int, one: Facts) -> Iterator[str]:
    for name in COLUMNS:
        if name == "record":
            yield record
        elif name == "side":
            yield str(side)
        else:
            value = one.get(name) if name in _OF[record] else None
            yield "" if value is None or value is False else "yes" if value is True else str(value)
