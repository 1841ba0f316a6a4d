"""The JSON Schema of a question to the calculator."""

from __future__ import annotations

from typing import Any

from battles.cataphract.rules.checks import command, quality
from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.missile import LEVELS
from battles.cataphract.rules.own_data import counters
from battles.cataphract.rules.own_data.chart import weapons
from battles.cataphract.rules.shock.situation import ASPECTS, TERRAIN
from battles.cataphract.rules.unit import MISSILES, MOST_SIZE, MOST_TQ, SUPPLY, TYPES

FACE: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 9}
YES: dict[str, Any] = {"type": "boolean"}


def schema() -> dict[str, Any]:
    """Return the schema of all questions, with one object for each value of ``ask``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A question about Cataphract",
        "oneOf": [
            _question("clash", _clash() | _fight_schema(), "attackers defenders"),
            _question("segment", {"clashes": _list({"$ref": "#/$defs/clash"})} | _fight_schema(), "clashes"),
            _question("shot", _shot_schema(), "firer target"),
            _question("check", {"kind": _one_of(command.KINDS), "rating": FACE, "rolled": FACE}, "kind"),
            _question("doom", {"rolled": FACE}),
            _question("quality", {"kind": _one_of(quality.KINDS), "unit": UNIT, "rolled": FACE}, "kind unit"),
            _question(
                "recovery", {"unit": UNIT, "open_ground": YES, "enemy_adjacent": YES, "in_range": YES}, "unit"
            ),
            _question("rally", {"unit": UNIT, "charisma": FACE, "rolled": FACE}, "unit"),
            _question("leader", {"leader": {"$ref": "#/$defs/leader"}, "rolled": _list(FACE)}, "leader"),
            _question(
                "champions",
                {
                    "first": {"$ref": "#/$defs/champion"},
                    "second": {"$ref": "#/$defs/champion"},
                    "hits": _list(FACE),
                    "rolled": _list(FACE),
                },
                "first second",
            ),
        ],
        "$defs": {
            "unit": _object(_unit()),
            "attacker": _object(_unit() | _attacker()),
            "defender": _object(_unit() | {"open_flank": YES, "in_zone": YES}),
            "clash": _object(_clash(), "attackers defenders"),
            "chart": _object({one: _list(FACE) for one in weapons()}, " ".join(weapons())),
            "counter": _object(_counter(), counters.FIELDS),
            "leader": _object({"charisma": FACE, "personal_combat": FACE, "wounded": YES}),
            "champion": _object({"combat": FACE, "resistance": FACE}, "combat resistance"),
            "army": _object(
                {
                    "undisciplined": YES,
                    "initiative": FACE,
                    "on_checks": {"type": "integer", "minimum": -2, "maximum": 2},
                }
            ),
        },
    }


UNIT: dict[str, Any] = {"$ref": "#/$defs/unit"}


def _object(fields: dict[str, Any], required: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "properties": fields, "additionalProperties": False}
    return found | ({"required": required.split()} if required else {})


def _question(ask: str, fields: dict[str, Any], required: str = "") -> dict[str, Any]:
    own = {"chart": {"$ref": "#/$defs/chart"}, "counters": _list({"$ref": "#/$defs/counter"})}
    return _object({"ask": {"const": ask}} | fields | own, f"ask {required}")


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _one_of(values: Any) -> dict[str, Any]:
    return {"enum": list(values)}


def _unit() -> dict[str, Any]:
    return {
        "of": _one_of(contingents()),
        "number": {"type": "integer", "minimum": 1, "maximum": 40},
        "type": _one_of(TYPES),
        "tq": {"type": "integer", "minimum": 1, "maximum": MOST_TQ},
        "name": {"type": "string", "maxLength": 80},
        "size": {"type": "integer", "minimum": 1, "maximum": MOST_SIZE},
        "hits": {"type": "integer", "minimum": 0, "maximum": MOST_TQ + 2},
        "cataphract": YES,
        "missile": _one_of(MISSILES),
        "supply": _one_of(SUPPLY),
        "sword": YES,
        "routed": YES,
        "column": YES,
        "wedge": YES,
        "bonus": {"type": "integer", "minimum": -2, "maximum": 2},
        "leader": {"$ref": "#/$defs/leader"},
    }


def _counter() -> dict[str, Any]:
    number: dict[str, Any] = {"type": "integer", "minimum": 1}
    text: dict[str, Any] = {"type": "string", "maxLength": 60}
    return {
        "scenario": _one_of(counters.battles()),
        **{"side": text, "name": text, "id": number, "type": _one_of(TYPES), "class": text},
        **{"size": number, "tq": number, "ma": number, "missile": _one_of(MISSILES), "sword": YES},
    }


def _attacker() -> dict[str, Any]:
    return {
        "check": YES,
        "moved": YES,
        "aspect": _one_of(ASPECTS),
        "aspects": {"type": "object", "additionalProperties": _one_of(ASPECTS)},
        "outflanked": YES,
        "held": YES,
        "advance_hits": FACE,
        "in_zone": YES,
        "on_charge": {"type": "integer", "minimum": -2, "maximum": 2},
    }


def _clash() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1}
    return {
        "attackers": _list({"$ref": "#/$defs/attacker"}),
        "defenders": _list({"$ref": "#/$defs/defender"}),
        "reference": _object({"a": number, "d": number}),
        "order": _object({"a": _list(number), "d": _list(number)}),
        "terrain": _list(_one_of(TERRAIN)),
        "by_number": YES,
    }


def _fight_schema() -> dict[str, Any]:
    army = {"$ref": "#/$defs/army"}
    return {"armies": _object({"a": army, "d": army}), "rolled": _list(FACE), "chances": YES}


def _shot_schema() -> dict[str, Any]:
    flags = ("moves", "through_front", "in_woods", "shieldwall", "harassing", "upwind")
    return {
        "firer": UNIT,
        "target": UNIT,
        "distance": {"type": "integer", "minimum": 1, "maximum": 12},
        **dict.fromkeys(flags, YES),
        "height": _one_of(LEVELS),
        "rolled": FACE,
    }
