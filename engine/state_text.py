"""Write states as JSON and as canonical text, and reuse the parts that a step left as they were.

A step changes few of a state's values, and values are never changed in place. So each mapping, tuple and
dataclass is written once, and found again by its identity. The result is the same, to the byte, as that of
:meth:`engine.codec.Codec.write` and :func:`engine.codec.canonical`. The JSON shares its parts with later
results: it must not be changed.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.codec import Codec, canonical, is_late_default
from engine.quick import identity

REMEMBERED: Final = 2048  # values per type; with each, its JSON and text are kept


class Part(NamedTuple):
    """A value with its JSON and canonical text. The value is kept alive, so that its id stays unique."""

    value: Any
    json: Any
    text: str


class _Parts:
    """A cache of the written parts (:class:`Part`) of one type, by the id of their value."""

    def __init__(self, make: Callable[[Any], Part]) -> None:
        self._make = make
        self._known: dict[int, Part] = {}

    def __call__(self, value: Any) -> Part:
        found = self._known.get(id(value))
        if found is not None and found.value is value:
            return found
        made = self._make(value)
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[id(value)] = made
        return made


class StateWriter:
    """A writer of states, as JSON and as canonical text, for one codec."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._writers: dict[Any, Callable[[Any], Part]] = {}
        self._fields: dict[type, list[tuple[dataclasses.Field[Any], Callable[[Any], Part]]]] = {}

    def write(self, state: Any) -> tuple[dict[str, Any], str]:
        """Return a tagged dataclass as JSON and as canonical text."""
        fields = self._fields.get(type(state)) or self._find_fields(type(state))
        kind = self._codec.kind_of(type(state))
        written: dict[str, Any] = {"kind": kind}
        texts = {"kind": _quote_text(kind)}
        for field, write in fields:
            value = getattr(state, field.name)
            if not is_late_default(field, value):
                _, written[field.name], texts[field.name] = write(value)
        return written, _object_text(texts)

    def _find_fields(self, cls: type) -> list[tuple[dataclasses.Field[Any], Callable[[Any], Part]]]:
        hints = typing.get_type_hints(cls)
        found = [(field, self._writer(hints[field.name])) for field in dataclasses.fields(cls)]
        self._fields[cls] = found
        return found

    def _writer(self, t: Any) -> Callable[[Any], Part]:
        if t not in self._writers:
            self._writers[t] = self._make_writer(t)
        return self._writers[t]

    def _make_writer(self, t: Any) -> Callable[[Any], Part]:
        encode = self._codec.encoder(t)
        if encode is identity:
            return _plain_part

        def whole(value: Any) -> Part:
            written = encode(value)
            return Part(value, written, canonical(written))

        origin, args = typing.get_origin(t), typing.get_args(t)
        if isinstance(origin, type) and issubclass(origin, Mapping) and self._is_complex(args[1]):
            return _Parts(_mapping_maker(self._writer(args[1])))
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis and self._is_complex(args[0]):
            return _Parts(_tuple_maker(self._writer(args[0])))
        return _Parts(whole)

    def _is_complex(self, t: Any) -> bool:
        return self._codec.encoder(t) is not identity


@cache
def state_writer(codec: Codec) -> StateWriter:
    """Return the writer of a codec's states."""
    return StateWriter(codec)


@lru_cache(maxsize=4096)  # the same few keys and ids come back in every state
def _quote_text(text: str) -> str:
    return canonical(text)


def _plain_part(value: Any) -> Part:
    if type(value) is int:
        return Part(value, value, str(value))
    return Part(value, value, _quote_text(value) if type(value) is str else canonical(value))


def _mapping_maker(one: Callable[[Any], Part]) -> Callable[[Any], Part]:
    def make(value: Mapping[Any, Any]) -> Part:
        written, texts = {}, {}
        for k, v in value.items():
            key = str(k.value if isinstance(k, Enum) else k)
            _, written[key], texts[key] = one(v)
        return Part(value, written, _object_text(texts))

    return make


def _tuple_maker(one: Callable[[Any], Part]) -> Callable[[Any], Part]:
    def make(value: tuple[Any, ...]) -> Part:
        parts = [one(v) for v in value]
        return Part(value, [part.json for part in parts], f"[{','.join([part.text for part in parts])}]")

    return make


def _object_text(texts: Mapping[str, str]) -> str:
    return f"{{{','.join([f'{_quote_text(key)}:{texts[key]}' for key in sorted(texts)])}}}"
