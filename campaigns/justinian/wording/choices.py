"""Descriptions of the options and facts of forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items, word_yield
from campaigns.justinian.wording.registry import ALL
from games.wording.numbers import format_signed, minus

_SILENT_ZERO = {"enemy_sp", "friends", "shortage", "unpaid", "patrols", "enemy_fleets"}


def facts(given: Mapping[str, Any], names: Names) -> str:
    """Describe the facts of an option or a form, such as cost, strength and modifier. Zeros that say nothing
    are left out.
    """
    if "sp_per_fleet" in given:
        return gettext("%(land)s SP of troops, %(fleets)s SP of ships for %(sp_per_fleet)s SP each") % dict(
            given
        )
    parts = []
    for key, v in given.items():
        if key == "levy":
            parts.append(word_levy(v))
        if key == "sp" and not v and "levy" in given:
            continue  # the troops are still to be raised
        if key not in ALL.facts or isinstance(v, Mapping | list) or (key in _SILENT_ZERO and not v):
            continue
        if key == "gold" and "drm" in given:
            continue  # the option's own label names the gold
        if key == "leader" and names.leaders.get(str(v), {}).get("power"):
            continue  # a barbarian army already has its leader's name
        if key == "drm" and not v and "gold" not in given:
            continue  # a modifier of zero needs no mention
        if key == "at" and str(v) in names.boxes:
            parts.append(names.place(str(v)))  # names such as "home of the Franks" need no preposition
            continue
        if key == "drm":
            text = format_signed(v)
        elif key in ("controller", "marker"):
            text = gettext("nobody") if v in ("nobody", "", None) else names.power(str(v))
        elif key == "at":
            text = names.place(str(v))
        else:
            text = minus(v) if type(v) is int else value(key, v, names)
        parts.append(str(ALL.facts[key]) % {"value": text})
    return ", ".join(parts)


def word_levy(levy: Mapping[str, int]) -> str:
    """Describe the troops that an army raises before it marches (6.23)."""
    return gettext("recruits %(dice)s of SP when activated") % {"dice": word_yield(levy)}


def caution(kind: str) -> str:
    """Return a warning before an action that no later move can undo, or ""."""
    return str(ALL.cautions.get(kind, ""))


def value(field: str, given: Any, names: Names) -> str:
    """Return the label of a value that a field can take."""
    if given is None:
        return gettext("nobody") if field in ("army", "leader") else gettext("none")
    if isinstance(given, bool):
        return gettext("yes") if given else gettext("no")
    if field == "policy":
        return str(ALL.policies.get(str(given), word(given)))
    if field == "gold":
        return gettext("%(value)s G") % {"value": minus(given)}
    if field == "dice":
        return gettext("ten dice, added") if given == 10 else gettext("one die, times ten")
    if isinstance(given, list | tuple):
        return join_items(value(field, v, names) for v in given)
    if isinstance(given, Mapping):
        return join_items(f"{names.anything(str(k))} {v}" for k, v in given.items())
    if not isinstance(given, str):
        return minus(given)
    if (field, given) in ALL.values:
        return str(ALL.values[field, given])
    if field in ("army", "armies", "giver", "taker", "target"):
        return names.army(given)
    if field in ("power", "minor"):
        return names.power(given)
    if field in ("province", "to", "place", "sea", "path"):
        return names.place(given)
    if field == "what":
        return word(given)
    if field == "unit":  # units are named as in the calculation of a battle
        return str(capfirst(names.unit(given)))
    return names.anything(given)
