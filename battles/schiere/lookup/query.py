"""Read questions from query strings such as ``?ask=duel&a.class=heavy_infantry&cards.0.0=sword1``. Each name
is the path of a fact. static/lookup/schiere_page.js reads forms in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.lookup.parts import read_paths

# a row that lacks either field is ignored
WHOLE_ROWS = {
    "shooters": ("weapon", "distance"),
    "cards": ("0", "1"),
}
UNITS = {"second", "unit", "enemy"}  # a unit without a class is ignored


def question(query: Mapping[str, str]) -> dict[str, Any]:
    """Read a question from a query string. Unknown names stay in the question, so that the answer can report
    them.
    """
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
    """Return the complete rows in order, with pairs of cards as lists. A shot has a single pair of cards
    without rows, which is returned as a flat list.
    """
    if not any(isinstance(row, dict) for row in rows.values()):
        return [rows[key] for key in needed if key in rows] if set(needed) <= set(rows) else []
    whole_rows = [row for _, row in sorted(rows.items()) if isinstance(row, dict) and set(needed) <= set(row)]
    return [[row["0"], row["1"]] if set(row) == {"0", "1"} else row for row in whole_rows]
