"""Encode lookup questions as query strings. Each parameter name is the path to a fact.

An example is ``?ask=clash&attackers.0.of=immortal&defenders.0.of=numeri``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.lookup.parts import read_paths

UNITS = ("attackers", "defenders")
LISTS = ("terrain", "rolled", "hits")


def question(query: Mapping[str, str]) -> dict[str, Any]:
    """Read a question from a query string. Unknown names stay in the question, so that they are refused with
    a message.
    """
    found = read_paths(query)
    for name in (*UNITS, *LISTS):
        if isinstance(found.get(name), dict):
            found[name] = [row for _, row in sorted(found[name].items())]
    for name in UNITS:
        rows = found.get(name)
        if isinstance(rows, list):
            found[name] = [_attacker(row) if name == "attackers" else row for row in rows if _names_unit(row)]
    return {name: value for name, value in found.items() if value != []}


def _names_unit(row: Any) -> bool:
    """Return whether a row of the form names a unit. A row that is not an object counts too, so that it is
    refused.
    """
    return not isinstance(row, dict) or bool({"of", "type", "tq"} & set(row))


def _attacker(row: Any) -> Any:
    """Read an attacker from the form. Unless its tick box is ticked, it did not move into contact."""
    return {"check": False} | row if isinstance(row, dict) else row
