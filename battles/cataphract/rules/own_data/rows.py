"""Read and write tables (CSV) of a player's own values, and record the line of every object."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from battles.cataphract.rules.own_data.chart import LONGEST, weapons
from engine.refusals import Mistake

COUNTERS: Final = ("scenario", "side", "name", "id", "type", "class", "size", "tq", "ma", "missile", "sword")
LEADERS: Final = (
    *("name", "class", "range", "initiative", "elite"),
    *("line_commands", "strategy", "charisma", "personal_combat", "restriction"),
)
CHART: Final = ("weapon", *(str(n) for n in range(1, LONGEST + 1)))
NUMBERS: Final = frozenset(
    {"id", "size", "tq", "ma", "range", "initiative", "line_commands", "strategy", "charisma"}
    | {"personal_combat"}
)
FLAGS: Final = frozenset({"sword", "elite"})
YES: Final = ("yes", "y", "1", "x", "s", "true", "si", "sì")
NO: Final = ("no", "n", "0", "false", "-")
MOST_LINES: Final = 700


@dataclass
class Table:
    """A document read from the lines of a table.

    ``document`` holds counters, leaders or a chart. ``lines`` maps the path of each object to its line.
    ``mistakes`` are those in the table itself.
    """

    document: dict[str, Any]
    lines: dict[str, int] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def wrong(self, line: int, column: str, code: str, **facts: Any) -> None:
        self.mistakes.append(Mistake(f"line {line}, {column}" if column else f"line {line}", code, facts))

    def locate_mistake(self, mistake: Mistake) -> Mistake:
        """Return a mistake with its line and column in the table in place of its path in the document. If no
        line is known for the path, return the mistake unchanged.
        """
        for place in sorted(self.lines, key=len, reverse=True):
            if mistake.path == place or mistake.path.startswith((f"{place}.", f"{place}[")):
                column = mistake.path.removeprefix(place).strip(".[]")
                if place.startswith("$.chart") and column.isdigit():
                    column = str(int(column) + 1)  # columns count distances from 1
                where = f"line {self.lines[place]}" + (f", {column}" if column else "")
                return Mistake(where, mistake.code, mistake.facts)
        return mistake


def kind_of(text: str) -> str:
    """Return the kind of a table, judging by its first line: counters, leaders, chart, or "" if it is none
    of these.
    """
    head = _cells(text.split("\n", 1)[0])
    if "weapon" in head:
        return "chart"
    if "scenario" in head:
        return "counters"
    return "leaders" if "initiative" in head and "record" not in head else ""


def _cells(line: str) -> list[str]:
    return [one.strip().lower() for one in next(csv.reader([line], delimiter=_mark(line)), [])]


def _mark(line: str) -> str:
    return max(",;\t", key=line.count)


def read_table(text: str) -> Table:
    """Read counters, leaders or a chart from lines. The first line names the columns."""
    kind = kind_of(text)
    rows = list(csv.reader(io.StringIO(text), delimiter=_mark(text.split("\n", 1)[0])))
    head = [one.strip().lower() for one in rows[0]]
    found = Table({kind: {} if kind == "chart" else []}, {f"$.{kind}": 1})
    columns = {"chart": CHART, "counters": COUNTERS, "leaders": LEADERS}[kind]
    for name in head:
        if name not in columns:
            found.wrong(1, name[:40], "unknown_column", expected=list(columns))
    filled = [(n, row) for n, row in enumerate(rows[1:], 2) if any(cell.strip() for cell in row)]
    if len(filled) > MOST_LINES:
        found.wrong(MOST_LINES + 2, "", "too_many", high=MOST_LINES)
    for line, row in filled[:MOST_LINES]:
        if len(row) > len(head):
            found.wrong(line, "", "too_many_cells", cells=len(row), columns=len(head))
        cells = {name: cell.strip() for name, cell in zip(head, row, strict=False) if cell.strip()}
        if kind == "chart":
            _take_weapon(found, line, cells)
        else:
            _take(found, kind, line, cells)
    return found


def _take(found: Table, kind: str, line: int, cells: Mapping[str, str]) -> None:
    listed = found.document[kind]
    found.lines[f"$.{kind}[{len(listed)}]"] = line
    listed.append({name: _value(found, line, name, cell) for name, cell in cells.items()})


def _value(found: Table, line: int, name: str, text: str) -> Any:
    if name in NUMBERS:
        return number(text)
    if name not in FLAGS:
        return text
    if text.lower() not in (*YES, *NO):
        found.wrong(line, name, "not_yes_or_no", value=text[:40])
    return text.lower() in YES


def number(text: str) -> int | str:
    """Convert up to five digits to an integer. Return any other text unchanged."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text


def _take_weapon(found: Table, line: int, cells: Mapping[str, str]) -> None:
    weapon = cells.get("weapon", "")
    if weapon not in weapons():
        found.wrong(line, "weapon", "not_one_of", value=weapon[:40], expected=list(weapons()))
        return
    if weapon in found.document["chart"]:
        found.wrong(line, "weapon", "repeated_id", id=weapon)
    found.lines[f"$.chart.{weapon}"] = line
    strengths = [cells.get(column, "-") for column in CHART[1:]]
    while strengths and strengths[-1] == "-":  # a dash means out of range
        strengths.pop()
    found.document["chart"][weapon] = [number(one) for one in strengths]


def write_table(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Write rows as a table, which players can edit and upload again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = list(columns)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_text(row.get(name)) for name in head])
    return out.getvalue()


def _text(value: Any) -> str:
    return "" if value is None or value is False else "yes" if value is True else str(value)
