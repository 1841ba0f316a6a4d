"""The JSON Schema of a calculator question, for bots and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.italia.rules.scenario.loading import TITLES, builtin, load
from campaigns.italia.rules.scenario.types import FLEET, Scenario

FLAG: Final = {"type": "boolean", "default": False}
NATION, AREA, UNIT = ({"$ref": f"#/$defs/{name}"} for name in ("nation", "area", "unit"))
AMOUNTS: Final = {"$ref": "#/$defs/amounts"}

# For each question: its required fields, and the schemas of all its fields except the position.
ASKED: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "income": ("nation", {"nation": NATION}),
    "recruits": ("nation unit", {"nation": NATION, "unit": UNIT}),
    "limits": ("nation area", {"nation": NATION, "area": AREA, "led": FLAG, "invasion": FLAG}),
    "retreat": (
        "nation area",
        {"nation": NATION, "area": AREA, "barred": {"type": "array", "items": AREA}, "campaign": FLAG},
    ),
    "overrun": ("nation area", {"nation": NATION, "area": AREA, "led": FLAG, "invasion": FLAG}),
    "supremacy": ("area attacker defender", {"area": AREA, "attacker": NATION, "defender": NATION}),
    "submission": ("nation attacker", {"nation": NATION, "attacker": NATION}),
    "score": ("nation", {"nation": NATION, "chart": {"type": "integer", "minimum": 1, "maximum": 50}}),
    "scores": ("", {"chart": {"type": "integer", "minimum": 1, "maximum": 50}}),
    "needs": (
        "area attacker defender",
        {"area": AREA, "attacker": NATION, "defender": NATION, "raid": FLAG},
    ),
    "odds": (
        "area attacker defender",
        {
            "area": AREA,
            "attacker": NATION,
            "defender": NATION,
            "by_sea": AMOUNTS,
            "rounds": {"type": "integer", "minimum": 1, "maximum": 20},
        },
    ),
    "stack": ("nation area", {"nation": NATION, "area": AREA, "attacking": FLAG, "invasion": FLAG}),
    "move": ("nation step", {"nation": NATION, "step": {"type": "object"}, "invasion": FLAG}),
}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a question. docs/cases.md describes the question ``play``."""
    games = [load(builtin(name)) for name in TITLES]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Italia calculator",
        "oneOf": [_combat(), *(_question(ask, *told) for ask, told in ASKED.items()), _play()],
        "$defs": _defs(games),
    }


def _question(ask: str, needed: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["ask", *needed.split()],
        "additionalProperties": False,
        "properties": {"ask": {"const": ask}, **_position(), **fields},
    }


def _play() -> dict[str, Any]:
    return {"type": "object", "required": ["ask", "phase"], "properties": {"ask": {"const": "play"}}}


def _position() -> dict[str, Any]:
    """Return the schema of a position, with pieces on an otherwise empty map."""
    place = {"type": "object", "propertyNames": {"$ref": "#/$defs/place"}}
    flags = {"type": "array", "items": AREA}
    return {
        "scenario": {"enum": list(TITLES), "default": next(iter(TITLES))},
        "options": {"type": "object"},
        "round": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
        "turn": NATION,
        "pieces": {**place, "additionalProperties": {"$ref": "#/$defs/stacks"}},
        "leaders": {"type": "object", "additionalProperties": {"$ref": "#/$defs/place"}},
        "cities": {"type": "object", "additionalProperties": {"type": "string"}},
        "nations": {"type": "object", "additionalProperties": {"$ref": "#/$defs/holdings"}},
        "tallies": AMOUNTS,
        "sacked": flags,
        "restored": flags,
    }


def _combat() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["ask", "attacker", "defender"],
        "additionalProperties": False,
        "properties": {
            "ask": {"const": "combat"},
            "attacker": {"$ref": "#/$defs/side"},
            "defender": {"$ref": "#/$defs/side"},
            "ground": {"enum": ["normal", "highland", "marsh"], "default": "normal"},
            "city": FLAG,
            "first": {"type": "boolean", "default": True},
            "raid": FLAG,
            "rounds": {"type": "integer", "minimum": 1, "maximum": 20},
            "dice": {
                "type": "object",
                "properties": {side: {"$ref": "#/$defs/dice"} for side in ("attacker", "defender")},
            },
        },
    }


def _defs(games: list[Scenario]) -> dict[str, Any]:
    units = sorted({unit for game in games for unit in game.units})
    areas = sorted({area for game in games for area in game.board.areas})
    seas = sorted({sea for game in games for sea in game.board.seas})
    number = {"type": "integer", "minimum": 1, "maximum": 12}
    by_unit = {
        "type": "object",
        "propertyNames": {"enum": [u for u in units if u != FLEET]},
        "additionalProperties": number,
    }
    return {
        "nation": {"enum": sorted({nation for game in games for nation in game.nations})},
        "area": {"enum": areas},
        "place": {"enum": [*areas, *seas]},
        "unit": {"enum": units},
        "amounts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        "stacks": {"type": "object", "propertyNames": NATION, "additionalProperties": AMOUNTS},
        "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 10}},
        "holdings": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "gold": {"type": "integer", "minimum": 0, "maximum": 99},
                "overlord": NATION,
                "capital": AREA,
                "aside": {"type": "array", "items": UNIT},
            },
        },
        "side": {
            "type": "object",
            "required": ["units"],
            "additionalProperties": False,
            "properties": {
                "units": by_unit,
                "by_sea": by_unit,
                "hurt": by_unit,
                "leaders": {"type": "integer", "minimum": 0, "maximum": 4},
                "weak": {"type": "integer", "minimum": 0, "maximum": 5},
                "fleets": {"type": "integer", "minimum": 0, "maximum": 20},
                "aims": {"type": "object", "additionalProperties": AMOUNTS},
            },
        },
    }
