"""The JSON Schema of a calculator question, for scripts."""

from __future__ import annotations

from typing import Any, Final

from armies.schiere.catalogue import CHIEFS, LEAST_POINTS, MOST_POINTS, USUAL_POINTS, WINGS, army_lists, kinds
from battles.schiere.answers.duel import EVERY
from battles.schiere.rules.cards import CARDS, DRAW
from battles.schiere.rules.melee.rout import DRAWN_FROM
from battles.schiere.rules.melee.situation import COMMANDERS, FIGHTERS, GROUNDS, RECEPTIONS, STRUCK
from battles.schiere.rules.melee.solution import AIMS
from battles.schiere.rules.shooting.shot import FARTHEST, NEAREST, STANDS, WEAPONS

Schema = dict[str, Any]
_FLAG: Final[Schema] = {"type": "boolean", "default": False}
_TRUE: Final[Schema] = {"type": "boolean", "default": True}
_UNIT: Final[Schema] = {"$ref": "#/$defs/unit"}
_CARD: Final[Schema] = {"$ref": "#/$defs/card"}


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of all questions. docs/cases.md describes the answers."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Schiere calculator",
        "oneOf": [
            _question("duel", _duel(), ("a", "d")),
            _question("shot", _shot_schema(), ("shooters", "target")),
            _question("initiative", _initiative()),
            _question("nerve", _nerve()),
            _question("rally", _rally()),
            _question("army", {"army": {"$ref": "#/$defs/army"}, "agreed": _number(0, 99)}, ("army",)),
        ],
        "$defs": {
            "card": {"enum": list(CARDS)},
            "unit": _object(_unit(), ("class",)),
            "bid": _object({"enterprising": _FLAG, "order": _CARD}),
            "army": _object(_army(), ("army", "units")),
        },
    }


def _object(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    found: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return found | ({"required": list(required)} if required else {})


def _question(ask: str, properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    return _object({"ask": {"const": ask}, **properties}, ("ask", *required))


def _number(low: int, high: int, usual: int | None = None) -> Schema:
    found: Schema = {"type": "integer", "minimum": low, "maximum": high}
    return found if usual is None else found | {"default": usual}


def _pick(values: Any, usual: str | None = None) -> Schema:
    return {"enum": list(values)} | ({} if usual is None else {"default": usual})


def _list(items: Schema, most: int, least: int = 0) -> Schema:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _duel() -> Schema:
    return {
        "a": _UNIT,
        "d": _UNIT,
        "second": _UNIT,
        "received": _pick(RECEPTIONS, "stands"),
        "struck": _pick(STRUCK),
        "cards": _list(_list(_CARD, 2, 2), len(CARDS)),
        "tests": _pick(("", "a", "d", "ad"), ""),
        "moves": _pick(("", "a", "d", "ad"), "ad"),
        "untested": _FLAG,
        "commanders_tested": _FLAG,
        "chances": _TRUE,
        "solved": _pick((*AIMS, EVERY)),
    }


def _unit() -> Schema:
    flags = dict.fromkeys(("solid", "out_of_command", "shaken", "isolated"), _FLAG)
    return {
        "class": _pick(FIGHTERS),
        "damage": _number(0, 4, 0),
        "commander": _pick(("", *COMMANDERS), ""),
        "commander_damage": _number(0, 2, 0),
        "order": _CARD,
        "support": _number(0, 2, 0),
        "beside": _number(0, 3, 0),
        "ground": _pick(GROUNDS, "plain"),
        **flags,
    }


def _shot_schema() -> Schema:
    shooter = {
        "weapon": _pick(WEAPONS),
        "distance": _number(NEAREST, FARTHEST),
        "damage": _number(0, 1, 0),
        "velites": _FLAG,
    }
    return {
        "shooters": _list(_object(shooter, ("weapon", "distance")), 8, 1),
        "target": _UNIT,
        "from": _pick(STANDS, "open"),
        "cards": _list(_CARD, 2, 2),
    }


def _initiative() -> Schema:
    bids: Schema = {side: {"$ref": "#/$defs/bid"} for side in "ab"}
    return {**bids, "cards": _list(_pick(DRAW), 2, 2)}


def _nerve() -> Schema:
    return {
        "moves": _TRUE,
        "card": _pick(DRAWN_FROM),
        "unit": _UNIT,
        "enemy": _UNIT,
        "commanders_tested": _FLAG,
    }


def _rally() -> Schema:
    return {"rampaging": _FLAG, "chief": _pick(CHIEFS, "solid"), "in_chain": _TRUE, "order": _CARD}


def _army() -> Schema:
    counts = {kind: _number(0, 999) for kind in kinds()}
    return {
        "army": _pick(army_lists()),
        "schema": {"type": "string"},
        "name": {"type": "string", "maxLength": 80},
        "points": _number(0, 9999, USUAL_POINTS) | {"description": f"{LEAST_POINTS} to {MOST_POINTS}"},
        "units": _object(counts),
        "chief": _pick(CHIEFS, CHIEFS[0]),
        "wings": _list(_pick(WINGS), 9),
        "orders": _number(0, 999, 0),
        "actions": _number(0, 999, 0),
    }
