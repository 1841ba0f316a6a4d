"""The fields of an event in words, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names, listed, sp
from engine.game import Facts
from games.numbers import minus


def values(event: Facts, names: Names) -> Words:
    """The fields of an event in words; ``count`` is 2 where the army is spoken of in the plural, or where
    several provinces are told together."""
    known: dict[str, Any] = {k: _words(k, v, names) for k, v in event.items()}
    places = event.get("province")
    several = isinstance(places, list) and len(places) > 1
    who = str(event.get("army") or event.get("leader") or "")
    known["count"] = 2 if several or names.plural(who) else 1

    def form(field: str) -> tuple[str, str]:
        raw = event.get(field)
        if field in ("seat", "winner") and raw == "barbarian":
            return names.article("seat", raw), gettext("Barbarians")
        return names.article(field, str(raw)) if raw else "", str(known[field])

    return Words(known, form)


_PLACES = {"province", "place", "origin", "to", "sea"}
_UNITS = {"unit", "source"}


def _words(field: str, value: Any, names: Names) -> str:
    """A field of an event in words, by its name."""
    if value is None or value == "":
        return "" if field == "marker" else "–"
    if isinstance(value, list | tuple):
        return listed(_words(field, v, names) for v in value)
    if isinstance(value, Mapping):
        return listed(f"{names.anything(str(k))} {v}" for k, v in value.items())
    if field == "sp":
        return sp(value)
    if isinstance(value, int):
        return minus(value)
    if field in _UNITS or ":" in str(value):
        return names.unit(value)
    if field in ("army", "head", "armies", "attackers"):
        return names.army(value)
    if field in ("power", "powers", "minor"):
        return names.power(value)
    if field == "leader":
        return names.leader(value)
    if field in ("seat", "winner"):
        return names.seat(value)
    if field == "marker":
        return names.power(value) if value in names.powers or value == "revolt" else f" ({word(value)})"
    if field == "target":
        return gettext("all who are there") if value == "all" else names.anything(value)
    if field in _PLACES and value not in ("cup", "box", "turn_track"):
        return names.place(value)
    return word(value)
