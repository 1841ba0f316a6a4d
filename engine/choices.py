"""Check whether actions fit choices, and choose random actions that do.

An action here is JSON as the codec writes it: ``{"kind": ..., <fixed fields>, <fields>}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.codec import canonical
from engine.dice import Dice, Throw
from engine.game import Choice, Facts, Field, Given, Json, Many, Number, Option, Path, Pick, Share, Word
from engine.routes import paths

_WHOLE: Final = (int, bool)  # types whose equal values have equal JSON

# --- does an action fit? ----------------------------------------------------------------------------------


def permits(choices: Iterable[Choice], action: Json) -> bool:
    """Return whether the action is among the offered choices. The rules' ``apply`` can still refuse it
    because of the content of a ``Given`` field.
    """
    return matching(choices, action) is not None


def matching(choices: Iterable[Choice], action: Json) -> Choice | None:
    """Return the choice that offers the action, or None."""
    if not isinstance(action, Mapping):
        return None
    return next((choice for choice in choices if choice_fits(choice, action)), None)


def choice_fits(choice: Choice, action: Facts) -> bool:
    """Return whether the action fits this choice: its kind, every fixed field, and the bounds of every other
    field. An optional field can be omitted. Fields that this choice does not have must be empty.
    """
    if action.get("kind") != choice.kind:
        return False
    for name, value in choice.fixed.items():
        if not _are_equal(action.get(name), value):
            return False
    named = {"kind", *choice.fixed}
    for field in choice.fields:
        if not field_fits(field, action.get(field.name)):
            return False
        named.add(field.name)
    return all(_empty(value) for name, value in action.items() if name not in named)


def field_fits(field: Field, value: Json) -> bool:
    """Return whether a field accepts this value. None stands for a field that was left out."""
    match field:
        case Pick():
            return (value is None and field.optional) or any(
                _are_equal(value, o.value) for o in field.options
            )
        case Number():
            return _whole(value) and field.low <= value <= field.high
        case Many():
            return _many_fits(field, value)
        case Share():
            return _share_fits(field, value)
        case Word():
            return value is None or (isinstance(value, str) and len(value) <= field.longest)
        case Path():
            return paths.find_mistake(field, value) is None
        case Given():
            return True
    raise TypeError(f"no field: {field!r}")


def _many_fits(field: Many, value: Json) -> bool:
    values = [] if value is None else value
    if not isinstance(values, list | tuple):
        return False
    written = [_equality_key(v) for v in values]
    offered = {_equality_key(option.value) for option in field.options}
    high = len(field.options) if field.high is None else field.high
    unique = len(set(written)) == len(written)
    if not (unique and field.low <= len(written) <= high and offered.issuperset(written)):
        return False
    return field.budget is None or many_cost(field, values) <= field.budget


def _share_fits(field: Share, value: Json) -> bool:
    shares = {} if value is None else value
    if not isinstance(shares, Mapping) or not all(_whole(n) for n in shares.values()):
        return False
    limits = {str(o.value): share_bounds(field, o) for o in field.options}
    if not {name for name, number in shares.items() if number} <= set(limits):
        return False  # a share for an option that is not offered
    each = all(low <= shares.get(name, 0) <= high for name, (low, high) in limits.items())
    if not each or not field.low <= sum(shares.values()) <= field.high:
        return False
    return field.budget is None or share_cost(field, shares) <= field.budget


def many_cost(field: Many, values: Sequence[Json]) -> int:
    """Return the total cost of the chosen options."""
    chosen = {_equality_key(value) for value in values}
    return sum(option.cost for option in field.options if _equality_key(option.value) in chosen)


def share_cost(field: Share, shares: Mapping[str, int]) -> int:
    """Return the total cost of a distribution."""
    return sum(option.cost * shares.get(str(option.value), 0) for option in field.options)


def share_bounds(field: Share, option: Option) -> tuple[int, int]:
    """Return the lowest and highest amount that one option can get."""
    return option.low, field.high if option.high is None else option.high


def _are_equal(a: Json, b: Json) -> bool:
    """Return whether two values are equal as JSON. ``True`` is not ``1``, but a tuple equals a list."""
    if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
        return bool(a == b)  # cheap, and enough for most values
    if type(a) in _WHOLE and type(b) in _WHOLE:
        return type(a) is type(b) and a == b
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_are_equal, a, b))
    return canonical(a) == canonical(b)


def _equality_key(value: Json) -> tuple[type, Any]:
    """Return a key that is equal for values that are equal as JSON."""
    return (str, str(value)) if isinstance(value, str) else (object, canonical(value))


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _empty(value: Json) -> bool:
    return value is None or value is False or value == "" or value == [] or value == {}


# --- an action that fits ----------------------------------------------------------------------------------


def sample_action(choice: Choice, dice: Dice) -> dict[str, Any]:
    """Return a random action that fits this choice. ``dice`` must not be the game's own."""
    drawn = {field.name: sample_field(field, dice) for field in choice.fields}
    return {"kind": choice.kind, **choice.fixed, **drawn}


def sample_field(field: Field, dice: Dice) -> Json:
    """Return a random value that fits the field. Raises ValueError if no value fits."""
    match field:
        case Pick():
            count = len(field.options) + field.optional
            index = _random_index(dice, count)
            return field.options[index].value if index < len(field.options) else None
        case Number():
            return field.low + _random_index(dice, field.high - field.low + 1)
        case Many():
            return _sample_many(field, dice)
        case Share():
            return _sample_share(field, dice)
        case Word():
            return "Ave"[: field.longest]
        case Path():
            return paths.sample(field, dice)
        case Given():
            return field.example
    raise TypeError(f"no field: {field!r}")


def _sample_many(field: Many, dice: Dice) -> list[Json]:
    high = len(field.options) if field.high is None else min(field.high, len(field.options))
    size = field.low + _random_index(dice, high - field.low + 1)
    left = list(range(len(field.options)))
    taken: list[int] = []
    while left and len(taken) < size:
        one = left.pop(_random_index(dice, len(left)))
        if _is_affordable(field, taken, one):
            taken.append(one)
    return [field.options[i].value for i in sorted(taken)]


def _is_affordable(field: Many, taken: Sequence[int], one: int) -> bool:
    """Return whether the budget allows the option with index ``one`` in addition to those already ``taken``.
    Enough must be left for the cheapest options that would make up the required number.
    """
    if field.budget is None:
        return True
    costs = [option.cost for option in field.options]
    others = sorted(cost for i, cost in enumerate(costs) if i != one and i not in taken)
    must = others[: max(0, field.low - len(taken) - 1)]
    return sum(costs[i] for i in (*taken, one)) + sum(must) <= field.budget


def _sample_share(field: Share, dice: Dice) -> dict[str, int]:
    bounds = {str(o.value): share_bounds(field, o) for o in field.options}
    shares = {name: low for name, (low, _) in bounds.items()}
    least = max(0, field.low - sum(shares.values()))
    most = min(field.high, sum(high for _, high in bounds.values())) - sum(shares.values())
    for _ in range(least + _random_index(dice, most - least + 1)):
        room = [o for o in field.options if shares[str(o.value)] < bounds[str(o.value)][1]]
        room = [o for o in room if _leaves_enough(field, shares, o)]
        if not room:
            break
        shares[str(room[_random_index(dice, len(room))].value)] += 1
    return shares


def _leaves_enough(field: Share, shares: Mapping[str, int], one: Option) -> bool:
    """Return whether an option can get one more unit of the share, with enough budget left to reach the
    minimum sum.
    """
    if field.budget is None:
        return True
    more = {**shares, str(one.value): shares[str(one.value)] + 1}
    spent, missing = share_cost(field, more), field.low - sum(more.values())
    for option in sorted(field.options, key=lambda o: o.cost):
        take = min(max(0, missing), share_bounds(field, option)[1] - more[str(option.value)])
        spent, missing = spent + take * option.cost, missing - take
    return spent <= field.budget


def _random_index(dice: Dice, count: int) -> int:
    if count < 1:
        raise ValueError("a field that nothing fits")
    return dice.roll(Throw(count, "sample", low=0)) if count > 1 else 0
