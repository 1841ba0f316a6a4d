"""Choices as something to check against and to draw from: does an action fit, and an action that does.

An action here is JSON as the codec writes it: ``{"kind": ..., <fixed fields>, <fields>}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.codec import canonical
from engine.dice import Dice, Throw
from engine.game import Choice, Facts, Field, Given, Json, Many, Number, Option, Pick, Share, Word

# --- does an action fit? ----------------------------------------------------------------------------------


def permits(choices: Sequence[Choice], action: Json) -> bool:
    """True when the action is one of those offered. The rules' ``apply`` may still refuse what only a
    ``Given`` field says."""
    return matching(choices, action) is not None


def matching(choices: Sequence[Choice], action: Json) -> Choice | None:
    """The choice that the action makes, or None when none offers it."""
    if not isinstance(action, Mapping):
        return None
    return next((choice for choice in choices if choice_fits(choice, action)), None)


def choice_fits(choice: Choice, action: Facts) -> bool:
    """Whether the action is this choice: its kind, every fixed field, every field within its bounds. A field
    that may be empty may be left out; any other field of the action must be empty."""
    if action.get("kind") != choice.kind:
        return False
    if any(not _same(action.get(name), value) for name, value in choice.fixed.items()):
        return False
    if not all(field_fits(field, action.get(field.name)) for field in choice.fields):
        return False
    named = {"kind", *choice.fixed, *(field.name for field in choice.fields)}
    return all(_empty(value) for name, value in action.items() if name not in named)


def field_fits(field: Field, value: Json) -> bool:
    """Whether a field may have this value; None stands for a field left out."""
    match field:
        case Pick():
            return (value is None and field.optional) or any(_same(value, o.value) for o in field.options)
        case Number():
            return _whole(value) and field.low <= value <= field.high
        case Many():
            return _many_fits(field, value)
        case Share():
            return _share_fits(field, value)
        case Word():
            return value is None or (isinstance(value, str) and len(value) <= field.longest)
        case Given():
            return True
    raise TypeError(f"no field: {field!r}")


def _many_fits(field: Many, value: Json) -> bool:
    values = [] if value is None else value
    if not isinstance(values, list | tuple):
        return False
    written = [canonical(v) for v in values]
    offered = {canonical(option.value) for option in field.options}
    high = len(field.options) if field.high is None else field.high
    unique = len(set(written)) == len(written)
    return unique and field.low <= len(written) <= high and offered.issuperset(written)


def _share_fits(field: Share, value: Json) -> bool:
    shares = {} if value is None else value
    if not isinstance(shares, Mapping) or not all(_whole(n) for n in shares.values()):
        return False
    limits = {str(o.value): share_bounds(field, o) for o in field.options}
    if not set(shares) <= set(limits):
        return False
    each = all(low <= shares.get(name, 0) <= high for name, (low, high) in limits.items())
    return each and field.low <= sum(shares.values()) <= field.high


def share_bounds(field: Share, option: Option) -> tuple[int, int]:
    """The least and most that one option may get."""
    return int(option.facts.get("low", 0)), int(option.facts.get("high", field.high))


def _same(a: Json, b: Json) -> bool:
    """Equal as JSON: ``True`` is not ``1``, a list is a tuple."""
    return canonical(a) == canonical(b)


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _empty(value: Json) -> bool:
    return value is None or value is False or value == "" or value == [] or value == {}


# --- an action that fits ----------------------------------------------------------------------------------


def sample_action(choice: Choice, dice: Dice) -> dict[str, Any]:
    """An action of this choice, its fields drawn with ``dice`` (not the game's own)."""
    drawn = {field.name: sample_field(field, dice) for field in choice.fields}
    return {"kind": choice.kind, **choice.fixed, **drawn}


def sample_field(field: Field, dice: Dice) -> Json:
    """A value that fits the field. Raises ValueError for a field that nothing fits."""
    match field:
        case Pick():
            count = len(field.options) + field.optional
            index = _below(dice, count)
            return field.options[index].value if index < len(field.options) else None
        case Number():
            return field.low + _below(dice, field.high - field.low + 1)
        case Many():
            return _sample_many(field, dice)
        case Share():
            return _sample_share(field, dice)
        case Word():
            return "Ave"[: field.longest]
        case Given():
            return field.example
    raise TypeError(f"no field: {field!r}")


def _sample_many(field: Many, dice: Dice) -> list[Json]:
    high = len(field.options) if field.high is None else min(field.high, len(field.options))
    left = list(range(len(field.options)))
    size = field.low + _below(dice, high - field.low + 1)
    taken = sorted(left.pop(_below(dice, len(left))) for _ in range(size))
    return [field.options[i].value for i in taken]


def _sample_share(field: Share, dice: Dice) -> dict[str, int]:
    bounds = {str(o.value): share_bounds(field, o) for o in field.options}
    shares = {name: low for name, (low, _) in bounds.items()}
    least = max(0, field.low - sum(shares.values()))
    most = min(field.high, sum(high for _, high in bounds.values())) - sum(shares.values())
    for _ in range(least + _below(dice, most - least + 1)):
        room = [name for name, (_, high) in bounds.items() if shares[name] < high]
        shares[room[_below(dice, len(room))]] += 1
    return shares


def _below(dice: Dice, count: int) -> int:
    if count < 1:
        raise ValueError("a field that nothing fits")
    return dice.roll(Throw(count, "sample", low=0)) if count > 1 else 0
