"""Correct facts of a state by hand: the facts that can be corrected, the resulting state, and whether the
game can continue from it.

A *change* is a JSON object. ``path``: the names that lead to the fact in the state as the codec writes it.
``from`` and ``to``: the old and the new value, where None means no value. ``within``: the initial form of the
record that holds the fact, if that record was absent. ``seen_by``: the seats that know the fact, if not
everyone does. ``about``: facts that help to name it.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar

from engine.canonical_order import sort_keys
from engine.codec import Codec, canonical
from engine.dice import Seeded
from engine.game import (
    Fact,
    Facts,
    Field,
    InvalidAction,
    Json,
    Mistake,
    Number,
    Option,
    Pick,
    Refusal,
    Rules,
    Unimaginable,
    Word,
)
from engine.imagining import imagine_state

S = TypeVar("S")

AMEND: Final = "amend"  # the ``kind`` of a log entry that amends the game
FARTHEST: Final = 10**6  # limit of a corrected number, above and below zero, unless its fact sets another
IN_PROGRESS: Final = frozenset({"stack", "serial"})  # see engine.frames; cannot be corrected by hand
MOST: Final = 12  # maximum number of changes in one amendment


# --- the facts that can be corrected ----------------------------------------------------------------------


def facts(codec: Codec, rules: Rules[S], state: S) -> dict[tuple[str, ...], Fact]:
    """Return the facts that can be corrected, by path, each with its field."""
    named = rules.amendable(state)
    if named is None:
        named = tuple(_plain_facts(type(state), codec.write(state), ())) if rules.hides_nothing else ()
    written = codec.write(state)
    found = {}
    for fact in named:
        field = fact.field or _field(_type_at(codec, type(state), written, fact.path)[0], fact.path[-1])
        if field is not None:
            found[fact.path] = dataclasses.replace(fact, field=field)
    return found


def value_at(written: Json, path: Sequence[str]) -> Json:
    """Return the value at a path of a JSON state, or None if it is missing."""
    for name in path:
        written = written.get(name) if isinstance(written, Mapping) else None
    return written


def value_of(fact: Fact, written: Json) -> Json:
    """Return the value of a fact in a JSON state. If it is absent, return the fact's ``missing`` value."""
    found = value_at(written, fact.path)
    return fact.missing if found is None else found


def _plain_facts(t: Any, written: Json, path: tuple[str, ...]) -> Iterator[Fact]:
    """Yield a fact for every correctable value inside ``written``, the JSON of a value of this type."""
    t = _strip_none(t)
    if isinstance(t, type) and dataclasses.is_dataclass(t):
        hints = _hints(t)
        for one in dataclasses.fields(t):
            if not path and one.name in IN_PROGRESS:
                continue
            if one.name in written:
                yield from _plain_facts(hints[one.name], written[one.name], (*path, one.name))
            elif _field(hints[one.name], one.name) is not None:  # the codec omits a field at its default
                yield Fact((*path, one.name), missing=one.default)
    elif _is_mapping(t) and isinstance(written, Mapping):
        for key, value in written.items():
            yield from _plain_facts(typing.get_args(t)[1], value, (*path, key))
    elif path and _field(t, path[-1]) is not None:
        yield Fact(path)


def _field(t: Any, name: str) -> Field | None:
    optional, t = t != _strip_none(t), _strip_none(t)
    if typing.get_origin(t) is typing.Literal:
        return Pick(name, tuple(Option(value) for value in typing.get_args(t)), optional)
    if t is bool:
        return Pick(name, (Option(True), Option(False)), optional)
    if isinstance(t, type) and issubclass(t, Enum):
        return Pick(name, tuple(Option(one.value) for one in t), optional)
    if t is int:
        return Number(name, -FARTHEST, FARTHEST)
    if isinstance(t, type) and issubclass(t, str):
        return Word(name)
    return None


# --- corrections ------------------------------------------------------------------------------------------


def change(fact: Fact, written: Json, to: Json) -> dict[str, Json]:
    """Return the JSON record of a correction that gives a fact the value ``to``. ``written``: the state
    before the correction, as JSON.
    """
    before: dict[str, Json] = {"path": list(fact.path), "from": value_at(written, fact.path), "to": to}
    if fact.within is not None and value_at(written, fact.path[:-1]) is None:
        before["within"] = dict(fact.within)
    if fact.about is not None:
        before["about"] = dict(fact.about)
    if fact.seen_by is not None:
        before["seen_by"] = sorted(fact.seen_by)
    return before


def apply_changes(codec: Codec, rules: Rules[S], state: S, changes: Sequence[Facts]) -> S:
    """Apply all changes to a state and return the result. Raises InvalidAction for an invalid value or an
    unknown fact.
    """
    written = deepcopy(codec.write(state))
    for one in changes:
        _put(codec, type(state), written, one)
    return sort_keys(rules.tidy_state(sort_keys(codec.read(written))))


def old_values_match(codec: Codec, state: Any, changes: Sequence[Facts]) -> bool:
    """Return whether the old values named in the changes match the state."""
    written = codec.write(state)
    return all(canonical(value_at(written, one["path"])) == canonical(one["from"]) for one in changes)


def _put(codec: Codec, t: Any, written: Any, one: Facts) -> None:
    *way, last = one["path"]
    node, walked = written, list[str]()
    for name in way:
        walked.append(name)
        if node.get(name) is None:
            record = one.get("within") if len(walked) == len(way) else None
            node[name] = deepcopy(dict(record)) if record is not None else {}
        node = node[name]
        if not isinstance(node, dict):
            raise InvalidAction("", "no_such_fact", path=".".join(one["path"]))
    kind, keyed = _type_at(codec, t, written, tuple(one["path"]))
    if one["to"] is None and keyed and kind == _strip_none(kind):
        node.pop(last, None)
    else:
        node[last] = one["to"]


def _type_at(codec: Codec, t: Any, written: Json, path: Sequence[str]) -> tuple[Any, bool]:
    """Return the type of the value at the end of a path, and whether it is an item of a mapping (rather than
    a field). Raises InvalidAction if the path leads nowhere.
    """
    keyed = False
    for name in path:
        t = codec.member(_strip_none(t), written)
        if isinstance(t, type) and dataclasses.is_dataclass(t):
            hints = _hints(t)
            if name not in hints:
                raise InvalidAction("", "no_such_fact", path=".".join(path))
            t, keyed = hints[name], False
        elif _is_mapping(t):
            t, keyed = typing.get_args(t)[1], True
        else:
            raise InvalidAction("", "no_such_fact", path=".".join(path))
        written = written.get(name) if isinstance(written, Mapping) else None
    return t, keyed


@cache
def _hints(t: type) -> Mapping[str, Any]:
    return typing.get_type_hints(t)


def _strip_none(t: Any) -> Any:
    """Return a type without None, if that leaves a single type. Otherwise return the type unchanged."""
    if typing.get_origin(t) in (typing.Union, types.UnionType):
        members = [one for one in typing.get_args(t) if one is not type(None)]
        return members[0] if len(members) == 1 else t
    return t


def _is_mapping(t: Any) -> bool:
    origin = typing.get_origin(t)
    return isinstance(origin, type) and issubclass(origin, Mapping)


# --- is the corrected state possible? ---------------------------------------------------------------------


def new_mistakes(rules: Rules[S], before: S, after: S) -> tuple[Mistake, ...]:
    """Return the mistakes that the rules find in the state after a correction but not before it."""
    found = rules.check_state(after)
    known = rules.check_state(before) if found else ()
    return tuple(one for one in found if one not in known)


def mistakes(codec: Codec, rules: Rules[S], before: S, after: S) -> tuple[Mistake, ...]:
    """Return the mistakes that a correction adds to a state. If the rules find none, but the game could not
    continue from the new state, return a mistake with the code ``cannot_go_on``.
    """
    found = new_mistakes(rules, before, after)
    if found:
        return found
    try:
        _try_state(codec, rules, after)
    except Exception as error:  # any error means that the game could not continue
        return (Mistake("", "cannot_go_on", {"why": type(error).__name__}),)
    return ()


def ineffective_changes(codec: Codec, after: Any, changes: Sequence[Facts]) -> tuple[Mistake, ...]:
    """Return a mistake for each change that would have no effect. An example is a new strength for an army
    that is nowhere on the board.
    """
    return tuple(
        Mistake(".".join(one["path"]), "comes_to_nothing")
        for one in changes
        if one["to"] and not _took_effect(codec, after, one)
    )


def _took_effect(codec: Codec, state: Any, one: Facts) -> bool:
    """Return whether the change ``one`` took effect. The state may hold the new value as given or in another
    order, or omit it as a default.
    """
    written = deepcopy(codec.write(state))
    found, to = value_at(written, one["path"]), one["to"]
    if isinstance(found, list) and isinstance(to, list):
        return sorted(map(canonical, found)) == sorted(map(canonical, to))
    try:
        _put(codec, type(state), written, one)
        return bool(sort_keys(codec.read(written)) == state)
    except InvalidAction:  # the whole record is missing
        return False


def _try_state(codec: Codec, rules: Rules[S], state: S) -> None:
    """Query a state in every way that a game would. Raises the errors of the rules."""
    assert codec.read(codec.write(state)) == state, "it reads otherwise than it is written"
    seats = [info.id for info in rules.seats]
    for seat in (*seats, None):
        canonical(rules.view(state, seat))
    if rules.outcome(state) is not None:
        return
    asked = rules.pending(state)
    assert asked, "the game waits for no decision"
    rules.opens(state)
    for number, decision in enumerate(asked):
        dice = Seeded(b"on trial", "amending", number)
        assert rules.choices(state, decision.seat), "nothing answers"
        try:
            rules.apply(
                imagine_state(rules, state, decision.seat, dice), decision.seat, decision.default, dice
            )
        except (Unimaginable, Refusal) as refused:
            assert isinstance(refused, Unimaginable), f"its own answer is refused: {refused}"
