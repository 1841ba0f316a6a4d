"""The smaller board (C1), which lacks three areas. References to a missing area become references to the
area into which it is merged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Facts


def shrink_board(raw: Facts) -> dict[str, Any]:
    """Return the scenario for the smaller board. The name of a merged area is replaced everywhere, without
    creating duplicates.
    """
    merged = {area["id"]: area["merge_into"] for area in raw["board"]["areas"] if area.get("merge_into")}
    board = raw["board"]
    kept = [area for area in board["areas"] if area["id"] not in merged]
    found: dict[str, Any] = {
        **{key: _rename_places(value, merged) for key, value in raw.items() if key != "board"},
        "board": {
            **_rename_places({key: value for key, value in board.items() if key != "areas"}, merged),
            "areas": [{k: v for k, v in area.items() if k != "merge_into"} for area in kept],
        },
    }
    found["board"]["edges"] = _unique_edges(found["board"]["edges"])
    found["setups"] = _join_setups(found["setups"])
    return found


def _rename_places(value: Any, merged: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return merged.get(value, value)
    if isinstance(value, Mapping):
        return {key: _rename_places(child, merged) for key, child in value.items()}
    if isinstance(value, list):
        children = [_rename_places(child, merged) for child in value]
        if children and all(isinstance(child, str) for child in children):
            return list(dict.fromkeys(children))
        return children
    return value


def _unique_edges(edges: list[Any]) -> list[Any]:
    """Return the edges without duplicates, and without edges from an area to itself."""
    found = {
        (edge["type"], *sorted((edge["a"], edge["b"]))): edge for edge in edges if edge["a"] != edge["b"]
    }
    return list(found.values())


def _join_setups(setups: list[Any]) -> list[Any]:
    found: dict[tuple[str, str], Any] = {}
    for entry in setups:
        key = (entry["nation"], entry["place"])
        if key not in found:
            found[key] = entry
            continue
        units = dict(found[key]["units"])
        for unit, number in entry["units"].items():
            units[unit] = units.get(unit, 0) + number
        found[key] = {
            **found[key],
            "units": units,
            "leaders": [*found[key]["leaders"], *entry["leaders"]],
            "city": found[key]["city"] or entry["city"],
        }
    return list(found.values())
