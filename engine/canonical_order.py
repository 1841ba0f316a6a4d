"""Sort the keys of mappings, so that their order never matters. Equal positions then lead to equal steps, no
matter how their mappings were built or how a database reorders their keys.

The journal and the web application pass only mappings sorted by key to the rules. Earlier versions did not.
Each entry of the log therefore records the order in which it was written.
"""

from __future__ import annotations

import dataclasses
import json
import threading
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any, Final, TypeVar

from engine.values import replace

T = TypeVar("T")
Arrange = Callable[[Any], Any]

AS_IT_CAME: Final = 0  # entries written when the order of keys in memory or the database could matter
BY_KEY: Final = 1  # entries written from mappings sorted by key
ORDERS: Final = (AS_IT_CAME, BY_KEY)

_found: dict[Any, Arrange | None] = {}
_under_way: set[Any] = set()  # types being built by the thread that holds the lock
_building: Final = threading.RLock()

REMEMBERED: Final = 1024  # cached mappings per type


def by_key(value: Any) -> Any:
    """Return a JSON value with the keys of all its objects sorted.

    >>> by_key({"b": 1, "a": [{"d": 2, "c": 3}]})
    {'a': [{'c': 3, 'd': 2}], 'b': 1}
    """
    if isinstance(value, Mapping):
        return {key: by_key(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [by_key(one) for one in value]
    return value


def as_postgresql_keeps_it(value: Any) -> Any:
    """Return a JSON value as PostgreSQL returns it, with keys sorted by length, then by bytes.

    >>> as_postgresql_keeps_it({"frontier": 1, "armies": 2, "gold": 3})
    {'gold': 3, 'armies': 2, 'frontier': 1}
    """
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: as_postgresql_keeps_it(value[key]) for key in keys}
    if isinstance(value, list | tuple):
        return [as_postgresql_keeps_it(one) for one in value]
    return value


def order_like(model: Any, value: Any) -> Any:
    """Return a JSON value with its keys in the order of a model of the same shape.

    >>> order_like({"b": 1, "a": {"d": 1, "c": 2}}, {"a": {"c": 8, "d": 9}, "b": 7})
    {'b': 7, 'a': {'d': 9, 'c': 8}}
    """
    if isinstance(model, Mapping) and isinstance(value, Mapping):
        keys = [key for key in model if key in value] + [key for key in value if key not in model]
        return {key: order_like(model.get(key), value[key]) for key in keys}
    if isinstance(model, list | tuple) and isinstance(value, list | tuple):
        return [order_like(a, b) for a, b in zip(model, value, strict=False)] + list(value[len(model) :])
    return value


def order_as_mentioned(value: Any, story: Any) -> Any:
    """Return a JSON value with its keys in the order of their first mention in a list of events (JSON).

    >>> order_as_mentioned({"europa": 1, "africa": 2}, [{"at": "army:africa"}, {"at": "europa"}])
    {'africa': 2, 'europa': 1}
    """
    text = json.dumps(story, ensure_ascii=False)

    def first(key: str) -> int:
        place = text.find(key)
        return place if place >= 0 else len(text)

    def arranged(part: Any) -> Any:
        if isinstance(part, Mapping):
            return {key: arranged(part[key]) for key in sorted(part, key=first)}
        return [arranged(one) for one in part] if isinstance(part, list | tuple) else part

    return arranged(value)


def sort_keys(value: T) -> T:
    """Return a dataclass of the codec with the keys of all its mappings sorted. If they are already sorted,
    this is the same object.
    """
    kind = type(value)
    arrange = _found[kind] if kind in _found else _arranging(kind)
    return value if arrange is None else typing.cast(T, arrange(value))


def _arranging(t: Any) -> Arrange | None:
    if t in _found:
        return _found[t]
    with _building:  # another thread must not see a half-built type
        if t in _under_way:  # the type contains itself
            return lambda value: _arrange_value(t, value)
        if t not in _found:
            _under_way.add(t)
            try:
                _found[t] = _build(t)
            finally:
                _under_way.discard(t)
        return _found[t]


def _arrange_value(t: Any, value: Any) -> Any:
    arrange = _arranging(t)
    return value if arrange is None else arrange(value)


def _build(t: Any) -> Arrange | None:
    origin, args = typing.get_origin(t), typing.get_args(t)
    if t is Any:
        return by_key
    if origin in (typing.Union, types.UnionType):
        return None if all(_arranging(one) is None for one in args) else sort_keys
    if origin is tuple:
        return _tuple(args)
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_arranging(args[1]))
    if isinstance(t, type) and dataclasses.is_dataclass(t):
        return _dataclass(t)
    return None


def _mapping(one: Arrange | None) -> Arrange:
    # Mappings known to be sorted. A step leaves most of a state's mappings unchanged, and mappings are never
    # changed in place. This cache keeps each mapping alive, so its id stays unique.
    done: dict[int, Mapping[Any, Any]] = {}
    members: dict[int, Any] = {}  # sorted members of mappings; cached, because a step changes only a few
    last: list[Mapping[Any, Any]] = [{}]  # the mapping sorted last

    def arrange(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
        if done.get(id(value)) is value:
            return value
        found: Mapping[Any, Any] = put(value)
        if len(done) >= REMEMBERED:
            done.clear()
        done[id(found)] = last[0] = found
        return found

    def put(value: Mapping[Any, Any]) -> Mapping[Any, Any]:
        keys, before = list(value), last[0]
        if keys == list(before):  # most steps change some members and keep all keys, which are sorted
            return (
                value
                if one is None
                else replace_members(value, compress(keys, map(is_not, value.values(), before.values())))
            )
        wanted = sorted(keys)
        if one is not None:
            value = replace_members(value, keys)
        return value if keys == wanted else {key: value[key] for key in wanted}

    def replace_members(value: Mapping[Any, Any], keys: Iterable[Any]) -> Mapping[Any, Any]:
        """Return a mapping with its members under these keys sorted."""
        changed = {}
        for key in keys:
            before = value[key]
            if members.get(id(before)) is not before and (after := member(before)) is not before:
                changed[key] = after
        return {**value, **changed} if changed else value

    def member(value: Any) -> Any:
        assert one is not None
        found = one(value)
        if len(members) >= REMEMBERED:
            members.clear()
        members[id(found)] = found
        return found

    arrange.done = done  # type: ignore[attr-defined]
    return arrange


def _tuple(args: tuple[Any, ...]) -> Arrange | None:
    if len(args) == 2 and args[1] is Ellipsis:
        one = _arranging(args[0])
        return None if one is None else _arrange_each(one)
    each = [_arranging(arg) for arg in args]
    if all(arrange is None for arrange in each):
        return None

    def arrange_all(value: tuple[Any, ...]) -> tuple[Any, ...]:
        return _same_or(value, [v if a is None else a(v) for a, v in zip(each, value, strict=True)])

    return arrange_all


def _arrange_each(one: Arrange) -> Arrange:
    def arrange(value: tuple[Any, ...]) -> tuple[Any, ...]:
        for member in value:
            if one(member) is not member:
                return tuple([one(each) for each in value])
        return value

    return arrange


def _same_or(old: tuple[Any, ...], new: list[Any]) -> tuple[Any, ...]:
    for a, b in zip(old, new, strict=True):
        if a is not b:
            return tuple(new)
    return old


def _dataclass(cls: type) -> Arrange | None:
    hints = typing.get_type_hints(cls)
    each = [(f.name, _arranging(hints[f.name])) for f in dataclasses.fields(cls)]
    fields = [(name, arrange) for name, arrange in each if arrange is not None]
    return _arrange_fields(fields) if fields else None


def _arrange_fields(fields: list[tuple[str, Arrange]]) -> Arrange:
    """Return a function that sorts the mappings in these fields of a dataclass. It is compiled from source
    with one line per field.
    """
    known: dict[str, Any] = {"_copied_": replace}
    lines = []
    for name, arrange in fields:
        known[f"_put_{name}"] = arrange
        known[f"_done_{name}"] = done = getattr(arrange, "done", None)
        put = f"_put_{name}(_{name})"
        if done is not None:  # a mapping that has already been checked is not checked again
            put = f"_{name} if _done_{name}.get(id(_{name})) is _{name} else {put}"
        lines.append(f" _{name} = _v_.{name}\n _new_{name} = {put}\n")
    same = " and ".join(f"_new_{name} is _{name}" for name, _ in fields)
    changes = ", ".join(f"{name}=_new_{name}" for name, _ in fields)
    exec(
        f"def _made_(_v_):\n{''.join(lines)} if {same}: return _v_\n return _copied_(_v_, {changes})",
        known,
    )
    made: Arrange = known["_made_"]
    return made
