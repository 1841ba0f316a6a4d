"""A look-up's address holds the whole question: ``?ask=clash&attackers.0.of=immortal&defenders.0.of=numeri``;
each name is the path of a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.lookup_parts import read_paths

UNITS = ("attackers", "defenders")
LISTS = ("terrain", "rolled", "hits")


def question(query: Mapping[str, str]) -> dict[str, Any]:
    """The question of an address. Words that mean nothing stay in, to be refused."""
    found = read_paths(query)
    for name in (*UNITS, *LISTS):
        if isinstance(found.get(name), dict):
            found[name] = [row for _, row in sorted(found[name].items())]
    for name in UNITS:
        rows = found.get(name)
        if isinstance(rows, list):
            found[name] = [_attacker(row) if name == "attackers" else row for row in rows if _is_there(row)]
    return {name: value for name, value in found.items() if value != []}


def _is_there(row: Any) -> bool:
    """Whether a row of the form names a unit; one that is no object stays in, to be refused."""
    return not isinstance(row, dict) or bool({"of", "type", "tq"} & set(row))


def _attacker(row: Any) -> Any:
    """An attacker as the form tells it: without the mark it stood there."""
    return {"check": False} | row if isinstance(row, dict) else row
