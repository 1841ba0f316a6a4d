"""Describe everything about a battle that a test case can check, such as offers, prices, reminders, luck and
events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from battles.dba.rules.system import DBA
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.state import SEATS, TableState
from engine.game import Choice, Facts, Given, Json, Many, Number, Pick


def describe_battle(
    rules: TableRules, state: TableState, seat: str, events: tuple[Any, ...]
) -> dict[str, Json]:
    """Return everything that a test case can ask about a battle: the offers to a seat, the default action,
    the public facts about the table, and the latest events.
    """
    view = rules.view(state, seat)
    pending = rules.pending(state)
    return {
        "may": offers(rules.choices(state, seat)),
        "default": _case_value(DBA.codec.write(pending[0].default)) if pending else "none",
        "asked": [f"{d.seat} {d.rule}" for d in pending],
        "prices": [
            " ".join(
                [p["kind"], *(["far"] if p["far"] else []), str(p["cost"]), *p["reasons"]]
                + ([] if p["affordable"] else ["too_dear"])
            )
            for p in view["prices"]
        ],
        "reminders": [f"{code} {section}" for code, section in view["reminders"]],
        "shot": sorted(view["shot"]),
        "fought": view["fought"],
        "contacts": [" ".join(pair) for pair in view["contacts"]],
        "general_in": view_of(view["armies"], "general_in"),
        "camp_defended": view_of(view["armies"], "camp_defended"),
        "may_land": view_of(view["armies"], "may_land"),
        "luck": view["luck"],
        "breaks_now": view["broken_now"],
        "denizens_of": view["denizens_of"],
        "may_revolt": view["may_revolt"],
        "own_bound": view["own_bound"],
        "edge": view["side"],
        "draw_offered": view["draw_offered"],
        "pieces": [" ".join([p["kind"], *map(str, p["quarters"])]) for p in view["pieces"]],
        "elements": {e["id"]: words for army in view["armies"].values() for e in army["elements"]
                     if (words := _element_words(e))},
        "told": [_case_value(DBA.codec.write(event)) for event in events],
    }  # fmt: skip


def view_of(armies: Mapping[str, Facts], name: str) -> dict[str, Json]:
    return {seat: armies[seat][name] for seat in SEATS}


def _element_words(e: Facts) -> list[str]:
    """Describe what has happened to an element: its actions, its new type, or the reason it is gone."""
    found = [f"moved {e['moves']}"] if e["moves"] else []
    found += [w for w in ("charged", "spent", "sacking", "dismounted", "can_shoot", "touches") if e[w]]
    found += [f"as {e['type']}"] if e["dismounted"] else []
    found += [f"may_become {e['dismounts']}"] if e["dismounts"] else []
    return found + ([f"{e['cause']} in {e['lost_in']}"] if e["cause"] else [])


def offers(choices: Iterable[Choice]) -> dict[str, list[dict[str, Json]]]:
    """Return every offer, grouped by kind. Each offer gives its section, its subject and its fixed fields.
    It also gives the possible values of every other field, and the limits of lists.
    """
    found: dict[str, list[dict[str, Json]]] = {}
    for choice in choices:
        offer: dict[str, Json] = {"section": choice.rule}
        if choice.fixed:
            offer["fixed"] = _case_value(choice.fixed)
        for field in choice.fields:
            offer[field.name] = _values(field)
            if isinstance(field, Many):
                offer[f"{field.name}_number"] = f"{field.low}-{field.high or len(field.options)}"
        if choice.facts:
            offer["about"] = _case_value(choice.facts)
        found.setdefault(choice.kind, []).append(offer)
    return found


def _values(field: Any) -> Json:
    if isinstance(field, Pick | Many):
        values = [_case_value(option.value) for option in field.options]
        return [*values, "none"] if isinstance(field, Pick) and field.optional else values
    if isinstance(field, Number):
        return f"{field.low}-{field.high}"
    assert isinstance(field, Given)
    return "free"


def _case_value(value: Json) -> Json:
    """Convert a value for a test case's file, where "none" represents a missing value."""
    if isinstance(value, Mapping):
        return {name: _case_value(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_case_value(one) for one in value]
    return "none" if value is None else value
