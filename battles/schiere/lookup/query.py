"""A query string holds the whole question: ``?ask=duel&a.class=heavy_infantry&cards.0.0=sword1``; each name
is the path of a fact. static/lookup/schiere_page.js reads forms in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.lookup.parts import read_paths

WHOLE_ROWS = {
    "shooters": ("weapon", "distance"),
    "cards": ("0", "1"),
}  # a row that lacks one of these is ignored
UNITS = {"second", "unit", "enemy"}  # without a class these are ignored


def question(query: Mapping[str, str]) -> dict[str, Any]:
    """Read the question from a query string. Unknown words are kept, so that they are refused with a
    message."""
    tree = read_paths(query)
    for name, needed in WHOLE_ROWS.items():
        if isinstance(tree.get(name), dict):
            tree[name] = _rows(tree[name], needed)
    for name in UNITS:
        if isinstance(tree.get(name), dict) and "class" not in tree[name]:
            del tree[name]
    if isinstance(tree.get("army"), dict):
        _army(tree["army"])
    return {name: value for name, value in tree.items() if value != []}


def _army(army: dict[str, Any]) -> None:
    army.setdefault("units", {})
    if isinstance(army.get("wings"), dict):
        army["wings"] = [wing for _, wing in sorted(army["wings"].items())]


def _rows(rows: dict[str, Any], needed: tuple[str, ...]) -> list[Any]:
    """The rows in order; a pair as a list. ``cards`` of a shot are one pair: two words and no rows."""
    if not any(isinstance(row, dict) for row in rows.values()):
        return [rows[key] for key in needed if key in rows] if set(needed) <= set(rows) else []
    whole_rows = [row for _, row in sorted(rows.items()) if isinstance(row, dict) and set(needed) <= set(row)]
    return [[row["0"], row["1"]] if set(row) == {"0", "1"} else row for row in whole_rows]
