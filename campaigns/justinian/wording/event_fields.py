"""Texts for the fields of an event, and phrases about dice that many sentences share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.game import Facts
from games.wording.numbers import format_signed, minus


def values(event: Facts, names: Names) -> Words:
    """Return the fields of an event as texts. ``count`` is 2 for an army with a plural name, or for several
    provinces together.
    """
    known: dict[str, Any] = {k: _words(k, v, names) for k, v in event.items()}
    places = event.get("province")
    several = isinstance(places, list) and len(places) > 1
    who = str(event.get("army") or event.get("leader") or "")
    known["count"] = 2 if several or names.is_plural(who) else 1

    def form(field: str) -> tuple[str, str]:
        raw = event.get(field)
        if field in ("seat", "winner") and raw == "barbarian":
            return names.article("seat", raw), gettext("Barbarians")
        return names.article(field, str(raw)) if raw else "", str(known[field])

    return Words(known, form)


_PLACES = {"province", "place", "origin", "to", "sea"}
_UNITS = {"unit", "source"}


def _words(field: str, value: Any, names: Names) -> str:
    """Return a field of an event as text, by its name."""
    if value is None or value == "":
        return "" if field == "marker" else "–"
    if isinstance(value, list | tuple):
        return join_items(_words(field, v, names) for v in value)
    if isinstance(value, Mapping):
        return join_items(f"{names.anything(str(k))} {v}" for k, v in value.items())
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


def modifiers(drms: Mapping[str, int]) -> str:
    """Return the modifiers as text that follows a die, such as ", leader +2", or "" if there are none."""
    return "".join(f", {word(code)} {format_signed(value)}" for code, value in drms.items())


def check(e: Facts) -> dict[str, Any]:
    """Return the values for a sentence about a check against a control rating: the die, the modifier, the
    rating and the chance of success.
    """
    drm = e.get("drm", 0)
    control = e.get("control", "")
    won = sum(face + drm <= control for face in range(10)) if type(control) is int else 0
    return {
        "face": e["face"],
        "drm": f" {format_signed(drm)}" if drm else "",
        "control": control,
        "chance": percent(won),
    }


def percent(faces: int) -> str:
    """Return the chance, in percent, of rolling one of this many faces of a ten-sided die."""
    return f"{10 * faces}%"


def of_army(known: Mapping[str, Any], e: Facts, names: Names) -> Words:
    """Return the values for a sentence about an event's army: those in ``known``, and the army's name with
    its article.
    """
    army = {"army": names.army(e["army"])}
    return Words({**known, **army}, lambda _field: names.article_and("army", e["army"]))
