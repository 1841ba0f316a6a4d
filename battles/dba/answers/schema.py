"""The JSON Schema of a calculator question, for bots and scripts."""

from __future__ import annotations

import dataclasses
from typing import Any

from battles.dba.rules import situation as words
from battles.dba.rules.situation import Contender
from battles.dba.rules.troops import FIELD_TYPES, TYPES

_ENUMS: dict[str, tuple[str, ...]] = {
    "type": TYPES,
    "behind": ("", *FIELD_TYPES),
    "going": words.GOINGS,
    "post": words.POSTS,
    "room": words.ROOMS,
    "obstacle": words.OBSTACLES,
    "flight": words.FLIGHTS,
    "pursuit": words.PURSUITS,
}
_RANGES = {"overlaps": (0, 2), "flank_contacts": (0, 2), "extra_shooters": (0, 11), "depth_mm": (10, 200)}


def schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a question. docs/cases.md describes the answer."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "DBA calculator",
        "type": "object",
        "required": ["a", "b"],
        "additionalProperties": False,
        "properties": {
            "mode": {"enum": list(words.MODES), "default": "close"},
            "a": {"$ref": "#/$defs/contender"},
            "b": {"$ref": "#/$defs/contender"},
            "active": {"enum": list(words.SIDES)},
            "answered": {"type": "boolean", "default": False},
            "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, **_two()},
        },
        "$defs": {"contender": _contender()},
    }


def _two() -> dict[str, int]:
    return {"minItems": 2, "maxItems": 2}


def _contender() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["type"],
        "additionalProperties": False,
        "properties": {f.name: _field(f.name, f.default) for f in dataclasses.fields(Contender)},
    }


def _field(name: str, default: Any) -> dict[str, Any]:
    if name in _ENUMS:
        found: dict[str, Any] = {"enum": list(_ENUMS[name])}
    elif name in _RANGES:
        low, high = _RANGES[name]
        found = {"type": "integer", "minimum": low, "maximum": high}
    else:
        found = {"type": "boolean" if isinstance(default, bool) else "string"}
    return found if default is dataclasses.MISSING or default is None else found | {"default": default}
