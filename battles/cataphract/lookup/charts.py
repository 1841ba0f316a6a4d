"""The printed charts as tables for the calculators' page, which also works offline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.cataphract.lookup import words
from battles.cataphract.rules.own_data.chart import LONGEST, weapons
from battles.cataphract.rules.shock.reckoning import COLUMNS
from battles.cataphract.rules.shock.situation import ASPECTS
from battles.cataphract.rules.tables import FACES, FIRM, table
from battles.cataphract.rules.unit import TYPES
from kit.lookup.parts import Block

KEPT: Final = ("crt", "clash", "superiority", "missile")


def charts() -> list[Block]:
    """Return the charts in the order in which players need them in a turn."""
    return [_missile(), _superiority(), *_clash(), _crt()]


def tables() -> dict[str, Any]:
    """Return the charts as data for offline use."""
    return {name: table(name) for name in KEPT}


def _title(code: str) -> str:
    return str(words.PAGE[code])


def _crt() -> Block:
    head = ("", *(str(n) for n in range(1, COLUMNS + 1)))
    cells = table("crt")["rows_by_modified_dr"]
    rows = [(str(face), *(f"{a}({d})" for a, d in cells[str(face)])) for face in range(FACES)]
    return Block(_title("chart_crt"), _title("chart_crt_note"), head, tuple(rows))


def _clash() -> Iterator[Block]:
    for aspect in ASPECTS:
        cells = table("clash")["cells"][aspect]
        rows = [(of, *(str(cells[of][by]) for by in TYPES)) for of in TYPES]
        title = f"{_title('chart_clash')}: {words.ASPECTS[aspect]}"
        yield Block(title, _title("chart_clash_note"), ("", *TYPES), tuple(rows))


def _superiority() -> Block:
    cells = table("superiority")["cells"]
    kinds = tuple(cells)
    rows = [(_kind(of), *(cells[of][by] for by in kinds)) for of in kinds]
    return Block(
        _title("chart_superiority"), _title("chart_clash_note"), ("", *map(_kind, kinds)), tuple(rows)
    )


def _kind(code: str) -> str:
    return code.replace("_", " ")


def _missile() -> Block:
    head = ("", *(str(n) for n in range(1, LONGEST + 1)))
    rows = []
    for weapon in weapons():
        ranges = table("missile")["weapons"][weapon]["ranges"]
        rows.append((_kind(weapon), *(_strength(ranges.get(column)) for column in head[1:])))
    return Block(_title("chart_missile"), _title("chart_missile_note"), head, tuple(rows))


def _strength(cell: dict[str, Any] | None) -> str:
    """Format a strength, with a question mark if the rulebook does not confirm it."""
    if cell is None:
        return "–"
    return str(cell["v"]) if cell["prov"] in FIRM else f"{cell['v']}?"
