"""State, actions and events <-> JSON: strict, versioned, canonical.

A :class:`Codec` knows the frozen dataclasses of one system. Tagged ones (actions, events, members of unions)
are written with ``"kind": "<snake_case class name>"``; the others by their fields alone. Reading is strict:
a missing, unknown or ill-typed field is an InvalidAction whose ``facts["path"]`` tells where.

Supported types: None, bool, int, str, Fraction, Literal, Enum (by value), tuple[T, ...], tuple[A, B],
frozenset[T] (written sorted), Mapping[K, T] with string or whole-number keys, frozen dataclasses, unions of
None and dataclasses, Any (plain JSON). Floats are refused: nothing in the rules is inexact.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from engine.game import InvalidAction

Encode = Callable[[Any], Any]
Decode = Callable[[Any, str], Any]

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def tag_of(cls: type) -> str:
    """The name a class goes by in JSON.

    >>> class MoveArmy: pass
    >>> tag_of(MoveArmy)
    'move_army'
    """
    return _WORD.sub("_", cls.__name__).lower()


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """SHA-256 (hex) of the canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _bad(path: str, code: str, **facts: Any) -> InvalidAction:
    return InvalidAction("", code, path=path or "$", **facts)


class Codec:
    """Reads and writes the values of one system. ``version`` is that of the written shapes."""

    def __init__(self, version: int, tagged: typing.Iterable[type] = ()) -> None:
        self.version = version
        self._tagged: dict[str, type] = {}
        self._names: dict[type, str] = {}
        self._encoders: dict[Any, Encode] = {}
        self._decoders: dict[Any, Decode] = {}
        for cls in tagged:
            self.register(cls)

    def register(self, cls: type) -> type:
        """Make a class tagged; usable as a decorator."""
        name = tag_of(cls)
        if self._tagged.get(name, cls) is not cls:
            raise ValueError(f"two classes are written as {name!r}")
        self._tagged[name] = cls
        self._names[cls] = name
        return cls

    # --- tagged values (actions, events) ---

    def write(self, value: Any) -> dict[str, Any]:
        """A tagged dataclass as JSON, with its kind."""
        body: dict[str, Any] = self._encoder(type(value))(value)
        return {"kind": self._names[type(value)], **body}

    def read(self, data: Any, path: str = "$") -> Any:
        """A tagged dataclass from JSON. Raises InvalidAction."""
        if not isinstance(data, Mapping):
            raise _bad(path, "not_an_object")
        cls = self._tagged.get(str(data.get("kind")))
        if cls is None:
            raise _bad(f"{path}.kind", "unknown_kind", kind=str(data.get("kind"))[:80])
        return self._decoder(cls)({k: v for k, v in data.items() if k != "kind"}, path)

    # --- values of a known type (states, scenarios) ---

    def encode(self, value: Any, as_type: Any = None) -> Any:
        """A value as JSON; ``as_type`` where the value's class does not tell (a union, a tuple)."""
        return self._encoder(as_type or type(value))(value)

    def decode(self, as_type: Any, data: Any, path: str = "$") -> Any:
        """A value of that type from JSON. Raises InvalidAction."""
        return self._decoder(as_type)(data, path)

    # --- construction, once per type ---

    def _encoder(self, t: Any) -> Encode:
        found = self._encoders.get(t)
        if found is None:
            self._encoders[t] = lambda v: self._encoders[t](v)  # for recursive types
            found = self._encoders[t] = self._build_encoder(t)
        return found

    def _decoder(self, t: Any) -> Decode:
        found = self._decoders.get(t)
        if found is None:
            self._decoders[t] = lambda v, p: self._decoders[t](v, p)
            found = self._decoders[t] = self._build_decoder(t)
        return found

    def _build_encoder(self, t: Any) -> Encode:
        origin, args = typing.get_origin(t), typing.get_args(t)
        if t in (int, str, bool, type(None), Any) or origin is typing.Literal:
            return lambda v: v
        if t is Fraction:
            return lambda v: f"{v.numerator}/{v.denominator}"
        if origin in (typing.Union, types.UnionType):
            return self._union_encoder(args)
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            one = self._encoder(args[0])
            return lambda v: [one(x) for x in v]
        if origin is tuple:
            each = [self._encoder(a) for a in args]
            return lambda v: [enc(x) for enc, x in zip(each, v, strict=True)]
        if origin is frozenset:
            one = self._encoder(args[0])
            return lambda v: sorted(one(x) for x in v)
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            one = self._encoder(args[1])
            return lambda v: {str(k): one(x) for k, x in v.items()}
        if isinstance(t, type) and issubclass(t, Enum):
            return lambda v: v.value
        if dataclasses.is_dataclass(t):
            hints = typing.get_type_hints(t)
            fields = [(f.name, self._encoder(hints[f.name])) for f in dataclasses.fields(t)]
            return lambda v: {name: enc(getattr(v, name)) for name, enc in fields}
        raise TypeError(f"the codec does not know {t!r}")

    def _union_encoder(self, args: tuple[Any, ...]) -> Encode:
        members = [a for a in args if a is not type(None)]
        if len(members) == 1:
            one = self._encoder(members[0])
            return lambda v: None if v is None else one(v)
        if not all(dataclasses.is_dataclass(m) for m in members):
            if all(m in (int, str, bool) for m in members):
                return lambda v: v
            raise TypeError(f"a union must be of dataclasses: {args!r}")
        for member in members:
            self.register(typing.cast(type, member))
        return lambda v: None if v is None else self.write(v)

    def _build_decoder(self, t: Any) -> Decode:
        origin, args = typing.get_origin(t), typing.get_args(t)
        if t is Any:
            return lambda v, p: v
        if t in (int, str, bool, type(None)):
            return _exactly(t)
        if t is Fraction:
            return _fraction
        if origin is typing.Literal:
            return _one_of(args)
        if origin in (typing.Union, types.UnionType):
            return self._union_decoder(args)
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            one = self._decoder(args[0])
            return lambda v, p: tuple(one(x, f"{p}[{i}]") for i, x in enumerate(_list(v, p)))
        if origin is tuple:
            return self._fixed_tuple_decoder([self._decoder(a) for a in args])
        if origin is frozenset:
            one = self._decoder(args[0])
            return lambda v, p: frozenset(one(x, f"{p}[{i}]") for i, x in enumerate(_list(v, p)))
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping_decoder(args[0], self._decoder(args[1]))
        if isinstance(t, type) and issubclass(t, Enum):
            return _enum(t)
        if dataclasses.is_dataclass(t):
            return self._dataclass_decoder(typing.cast(type, t))
        raise TypeError(f"the codec does not know {t!r}")

    def _union_decoder(self, args: tuple[Any, ...]) -> Decode:
        members = [a for a in args if a is not type(None)]
        optional = len(members) < len(args)
        if len(members) == 1:
            one = self._decoder(members[0])
        elif all(dataclasses.is_dataclass(m) for m in members):
            self._union_encoder(args)
            allowed = {self._names[typing.cast(type, m)] for m in members}

            def one(v: Any, p: str) -> Any:
                if isinstance(v, Mapping) and v.get("kind") not in allowed:
                    raise _bad(f"{p}.kind", "unknown_kind", kind=str(v.get("kind"))[:80])
                return self.read(v, p)
        else:
            plain = tuple(members)

            def one(v: Any, p: str) -> Any:
                if type(v) not in plain:
                    raise _bad(p, "wrong_type", expected=" | ".join(m.__name__ for m in plain))
                return v

        return lambda v, p: None if v is None and optional else one(v, p)

    def _fixed_tuple_decoder(self, each: list[Decode]) -> Decode:
        def decode(v: Any, p: str) -> Any:
            items = _list(v, p)
            if len(items) != len(each):
                raise _bad(p, "wrong_length", expected=len(each))
            return tuple(dec(x, f"{p}[{i}]") for i, (dec, x) in enumerate(zip(each, items, strict=True)))

        return decode

    def _mapping_decoder(self, key: Any, one: Decode) -> Decode:
        def decode(v: Any, p: str) -> Any:
            if not isinstance(v, Mapping):
                raise _bad(p, "not_an_object")
            if key is int:
                if not all(re.fullmatch(r"-?\d{1,9}", str(k)) for k in v):
                    raise _bad(p, "wrong_key")
                return {int(k): one(x, f"{p}.{k}") for k, x in v.items()}
            return {str(k): one(x, f"{p}.{k}") for k, x in v.items()}

        return decode

    def _dataclass_decoder(self, cls: type) -> Decode:
        hints = typing.get_type_hints(cls)
        fields = {f.name: self._decoder(hints[f.name]) for f in dataclasses.fields(cls)}
        required = {
            f.name
            for f in dataclasses.fields(cls)
            if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
        }

        def decode(v: Any, p: str) -> Any:
            if not isinstance(v, Mapping):
                raise _bad(p, "not_an_object")
            unknown = sorted(set(v) - set(fields))
            if unknown:
                raise _bad(f"{p}.{unknown[0]}", "unknown_field", field=str(unknown[0])[:80])
            missing = sorted(required - set(v))
            if missing:
                raise _bad(f"{p}.{missing[0]}", "missing_field", field=missing[0])
            return cls(**{name: fields[name](x, f"{p}.{name}") for name, x in v.items()})

        return decode


def _list(v: Any, path: str) -> list[Any]:
    if not isinstance(v, list | tuple):
        raise _bad(path, "not_a_list")
    return list(v)


def _exactly(t: type) -> Decode:
    def decode(v: Any, p: str) -> Any:
        if type(v) is not t:  # True is no number
            raise _bad(p, "wrong_type", expected=t.__name__)
        return v

    return decode


def _fraction(v: Any, p: str) -> Fraction:
    if not isinstance(v, str) or not re.fullmatch(r"-?\d+/[1-9]\d*", v):
        raise _bad(p, "wrong_type", expected="fraction")
    return Fraction(v)


def _one_of(values: tuple[Any, ...]) -> Decode:
    def decode(v: Any, p: str) -> Any:
        if not any(v == x and type(v) is type(x) for x in values):
            raise _bad(p, "not_one_of", expected=list(values))
        return v

    return decode


def _enum(t: type[Enum]) -> Decode:
    def decode(v: Any, p: str) -> Any:
        try:
            return t(v)
        except ValueError:
            raise _bad(p, "not_one_of", expected=[m.value for m in t]) from None

    return decode
