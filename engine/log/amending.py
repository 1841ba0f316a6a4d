"""Correct facts of a state by hand: which can change, the resulting state, and whether the game can continue.

A *change* is JSON: the ``path`` to the fact in the state as the codec writes it, the old value (``from``) and
the new one (``to``), where None means no value. ``within`` is the new record that holds the fact if there was
none, ``seen_by`` lists the seats that know the fact if not everyone does, and ``about`` helps to name it.
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

from engine.canonical_order import in_order
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
FARTHEST: Final = 10**6  # default bound of a number
IN_PROGRESS: Final = frozenset({"stack", "serial"})  # see engine.frames; cannot be corrected by hand
MOST: Final = 12  # changes in one amendment


# --- which facts there are --------------------------------------------------------------------------------


def facts(codec: Codec, rules: Rules[S], state: S) -> dict[tuple[str, ...], Fact]:
    """Return the facts that can be corrected, by path, each with its field."""
    named = rules.amendable(state)
    if named is None:
        named = tuple(_plain(type(state), codec.write(state), ())) if rules.hides_nothing else ()
    written = codec.write(state)
    found = {}
    for fact in named:
        field = fact.field or _field(_type_at(codec, type(state), written, fact.path)[0], fact.path[-1])
        if field is not None:
            found[fact.path] = dataclasses.replace(fact, field=field)
    return found


def value_at(written: Json, path: Sequence[str]) -> Json:
    """Return the value at a path of a JSON state; None if it is missing."""
    for name in path:
        written = written.get(name) if isinstance(written, Mapping) else None
    return written


def stands(fact: Fact, written: Json) -> Json:
    """Return the value of a fact, or its default while it is absent."""
    found = value_at(written, fact.path)
    return fact.missing if found is None else found


def _plain(t: Any, written: Json, path: tuple[str, ...]) -> Iterator[Fact]:
    """Yield every plain value within a type as a fact to correct."""
    t = _bare(t)
    if isinstance(t, type) and dataclasses.is_dataclass(t):
        hints = _hints(t)
        for one in dataclasses.fields(t):
            if not path and one.name in IN_PROGRESS:
                continue
            if one.name in written:
                yield from _plain(hints[one.name], written[one.name], (*path, one.name))
            elif _field(hints[one.name], one.name) is not None:  # omitted because it has its default
                yield Fact((*path, one.name), missing=one.default)
    elif _is_mapping(t) and isinstance(written, Mapping):
        for key, value in written.items():
            yield from _plain(typing.get_args(t)[1], value, (*path, key))
    elif path and _field(t, path[-1]) is not None:
        yield Fact(path)


def _field(t: Any, name: str) -> Field | None:
    optional, t = t != _bare(t), _bare(t)
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


# --- putting right ----------------------------------------------------------------------------------------


def change(fact: Fact, written: Json, to: Json) -> dict[str, Json]:
    """Return the JSON record of one fact's change."""
    before: dict[str, Json] = {"path": list(fact.path), "from": value_at(written, fact.path), "to": to}
    if fact.within is not None and value_at(written, fact.path[:-1]) is None:
        before["within"] = dict(fact.within)
    if fact.about is not None:
        before["about"] = dict(fact.about)
    if fact.seen_by is not None:
        before["seen_by"] = sorted(fact.seen_by)
    return before


def apply_changes(codec: Codec, rules: Rules[S], state: S, changes: Sequence[Facts]) -> S:
    """Apply all changes to a state. Raises InvalidAction for an invalid value or an unknown fact."""
    written = deepcopy(codec.write(state))
    for one in changes:
        _put(codec, type(state), written, one)
    return in_order(rules.tidy_state(in_order(codec.read(written))))


def as_told(codec: Codec, state: Any, changes: Sequence[Facts]) -> bool:
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
    if one["to"] is None and keyed and kind == _bare(kind):
        node.pop(last, None)
    else:
        node[last] = one["to"]


def _type_at(codec: Codec, t: Any, written: Json, path: Sequence[str]) -> tuple[Any, bool]:
    """Return the type at the end of a path, and whether the value belongs to a mapping. Raises
    InvalidAction.
    """
    keyed = False
    for name in path:
        t = codec.member(_bare(t), written)
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


def _bare(t: Any) -> Any:
    """Return a type without None, if that leaves a single type."""
    if typing.get_origin(t) in (typing.Union, types.UnionType):
        members = [one for one in typing.get_args(t) if one is not type(None)]
        return members[0] if len(members) == 1 else t
    return t


def _is_mapping(t: Any) -> bool:
    origin = typing.get_origin(t)
    return isinstance(origin, type) and issubclass(origin, Mapping)


# --- can it be so? ----------------------------------------------------------------------------------------


def new_mistakes(rules: Rules[S], before: S, after: S) -> tuple[Mistake, ...]:
    """Return the rules' complaints about the new state that they did not have about the old one."""
    found = rules.check_state(after)
    known = rules.check_state(before) if found else ()
    return tuple(one for one in found if one not in known)


def mistakes(codec: Codec, rules: Rules[S], before: S, after: S) -> tuple[Mistake, ...]:
    """Return the mistakes of a corrected state: those the rules name, or otherwise that the rules cannot
    continue from it.
    """
    found = new_mistakes(rules, before, after)
    if found:
        return found
    try:
        _try(codec, rules, after)
    except Exception as error:  # after an error of any kind the game could not continue
        return (Mistake("", "cannot_go_on", {"why": type(error).__name__}),)
    return ()


def forgone(codec: Codec, after: Any, changes: Sequence[Facts]) -> tuple[Mistake, ...]:
    """Return changes that the rules would drop, such as the strength of an army that is nowhere."""
    return tuple(
        Mistake(".".join(one["path"]), "comes_to_nothing")
        for one in changes
        if one["to"] and not _stands_so(codec, after, one)
    )


def _stands_so(codec: Codec, state: Any, one: Facts) -> bool:
    """Return whether a change took effect: as given, in another order, or as a default."""
    written = deepcopy(codec.write(state))
    found, to = value_at(written, one["path"]), one["to"]
    if isinstance(found, list) and isinstance(to, list):
        return sorted(map(canonical, found)) == sorted(map(canonical, to))
    try:
        _put(codec, type(state), written, one)
        return bool(in_order(codec.read(written)) == state)
    except InvalidAction:  # the whole record is missing
        return False


def _try(codec: Codec, rules: Rules[S], state: S) -> None:
    """Make every query on a state that a game would make. Raises the errors of the rules."""
    assert codec.read(codec.write(state)) == state, "it reads otherwise than it is written"
    seats = [info.id for info in rules.seats]
    for seat in (*seats, None):
        canonical(rules.view(state, seat))
    if rules.outcome(state) is not None:
        return
    asked = rules.pending(state)
    assert asked, "nobody is asked anything"
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
