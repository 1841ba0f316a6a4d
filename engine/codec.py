"""Strict, versioned, canonical JSON for states, actions and events.

A :class:`Codec` knows the frozen dataclasses of one system. Tagged ones (actions, events, members of
unions) are written with ``"kind": "<snake_case class name>"``, the others by their fields alone. Reading
is strict: a missing, unknown or ill-typed field raises InvalidAction with its path in ``facts["path"]``.

Supported types: None, bool, int, str, Text, Fraction, Literal, Enum (by value), tuple[T, ...], tuple[A,
B], frozenset[T] (written sorted), Mapping[K, T] with string or integer keys, frozen dataclasses, unions
of None and dataclasses, a base class of tagged dataclasses (written as the subclass), Any (plain JSON).
Floats are refused, because nothing in the rules is inexact and databases write floats differently. Text
that databases cannot store (NUL, lone surrogates) is refused as well.
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
from threading import RLock
from typing import Any, Self

from engine import quick
from engine.refusals import InvalidAction

Encode = Callable[[Any], Any]
Decode = Callable[[Any, str], Any]

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,8}")
_FRACTION = re.compile(r"-?[0-9]{1,400}/[1-9][0-9]{0,400}")
_DEEPEST = 40
_tags: dict[str, str] = {}  # cache: class name -> its name in JSON
_LATE = "late"


def late_field(default: Any) -> Any:
    """Declare a field that was added to a class later. The codec omits it while it has its default, so older
    stored values keep their bytes. The default must be immutable.
    """
    return dataclasses.field(default=default, metadata={_LATE: True})


def is_late_default(field: dataclasses.Field[Any], value: Any) -> bool:
    """Return whether the codec omits this value of a field, because the field was added later and the value
    is its default.
    """
    return bool(field.metadata.get(_LATE)) and value == field.default


class Text(str):
    """A value that is stored as text, and compares, sorts and hashes as that text. Its attributes give the
    parts of the text, so that no other code has to parse it.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a value from its text. Raises ValueError for any other text."""
        return cls(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self),)


def tag_of(cls: type) -> str:
    """Return the name of a class in JSON.

    >>> class MoveArmy: pass
    >>> tag_of(MoveArmy)
    'move_army'
    """
    name = cls.__name__
    found = _tags.get(name)
    if found is None:
        found = _tags[name] = _WORD.sub("_", name).lower()
    return found


def canonical(value: Any) -> str:
    """Return a value as JSON text with sorted keys and no spaces, so that equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON, in hex."""
    return text_digest(canonical(value))


def text_digest(text: str) -> str:
    """Return the SHA-256 of a canonical text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _bad(path: str, code: str, **facts: Any) -> InvalidAction:
    return InvalidAction("", code, path=_quote_safely(path) or "$", **facts)


def _quote_safely(text: Any) -> str:
    """Return text from outside in a form that is safe to quote in a message."""
    return str(text)[:120].encode("utf-8", "replace").decode()


class Codec:
    """A reader and writer for the values of one system. ``version``: the version of the JSON format."""

    def __init__(self, version: int, tagged: typing.Iterable[type] = ()) -> None:
        self.version = version
        self._tagged: dict[str, type] = {}
        self._names: dict[type, str] = {}
        self._encoders: dict[Any, Encode] = {}
        self._decoders: dict[Any, Decode] = {}
        self._writers: dict[type, Encode] = {}  # writers of tagged classes, by class
        self._building = RLock()  # other threads must not see a half-built encoder
        self._quick = quick.Readers(self._tagged, self._decoder, self._building)
        for cls in tagged:
            self.register(cls)

    def register(self, cls: type) -> type:
        """Register a class as tagged. This method can be used as a decorator."""
        name = tag_of(cls)
        if "kind" in getattr(cls, "__dataclass_fields__", {}):
            raise ValueError(f"{cls.__name__} is written with its kind: it cannot have a field of that name")
        if self._tagged.get(name, cls) is not cls:
            raise ValueError(f"two classes are written as {name!r}")
        self._tagged[name] = cls
        self._names[cls] = name
        return cls

    @property
    def tagged_classes(self) -> Mapping[str, type]:
        """The tagged classes by their names in JSON."""
        return self._tagged

    def kind_of(self, cls: type) -> str:
        """Return the name of a tagged class in JSON. Raises KeyError if the class is not registered."""
        return self._names[cls]

    def encoder(self, t: Any) -> Encode:
        """Return the function that writes values of a type."""
        return self._encoder(t)

    def register_types(self, t: typing.Any) -> None:
        """Register every class that a value of this type can contain."""
        self._encoder(t)

    # --- tagged values (actions, events) ---

    def write(self, value: Any) -> dict[str, Any]:
        """Write a tagged dataclass as JSON, including its kind. Raises TypeError if its class is not
        registered.
        """
        write = self._writers.get(type(value)) or self._writer(type(value))
        written: dict[str, Any] = write(value)
        return written

    def read(self, data: Any, path: str = "$") -> Any:
        """Read a tagged dataclass from JSON. Raises InvalidAction if the JSON does not fit."""
        if type(data) is not dict and not isinstance(data, Mapping):
            raise _bad(path, "not_an_object")
        kind = str(data.get("kind"))
        cls = self._tagged.get(kind)
        if cls is None:
            raise _bad(f"{path}.kind", "unknown_kind", kind=_quote_safely(data.get("kind")))
        quickly = self._quick.kind(kind)
        try:
            return quickly(data)
        except Exception:  # the careful decoder reports the mistake and its path
            return self._decoder(cls)({k: v for k, v in data.items() if k != "kind"}, path)

    def member(self, t: Any, data: Any) -> Any:
        """Return the class that the JSON names, if the type is a union or a base of tagged classes. Any
        other type is returned unchanged.
        """
        if not isinstance(data, Mapping) or "kind" not in data:
            return t
        return self._tagged.get(str(data["kind"]), t)

    # --- values of a known type (states, scenarios) ---

    def encode(self, value: Any, as_type: Any = None) -> Any:
        """Write a value as JSON. ``as_type``: its type, needed if the value's class does not determine the
        format (a union, a tuple).
        """
        return self._encoder(as_type or type(value))(value)

    def decode(self, as_type: Any, data: Any, path: str = "$") -> Any:
        """Read a value of this type from JSON. Raises InvalidAction if the JSON does not fit."""
        quickly = self._quick.of(as_type)
        try:
            return quickly(data)
        except Exception:  # the careful decoder reports the mistake and its path
            return self._decoder(as_type)(data, path)

    # --- building encoders and decoders, once per type ---

    def _encoder(self, t: Any) -> Encode:
        with self._building:
            found = self._encoders.get(t)
            if found is None:
                self._encoders[t] = lambda v: self._encoders[t](v)  # a placeholder for recursive types
                found = self._encoders[t] = self._build_encoder(t)
            return found

    def _decoder(self, t: Any) -> Decode:
        with self._building:
            found = self._decoders.get(t)
            if found is None:
                self._decoders[t] = lambda v, p: self._decoders[t](v, p)
                found = self._decoders[t] = self._build_decoder(t)
            return found

    def _build_encoder(self, t: Any) -> Encode:
        origin, args = typing.get_origin(t), typing.get_args(t)
        if t in (int, str, bool, type(None), Any) or origin is typing.Literal:
            return quick.identity
        if isinstance(t, type) and issubclass(t, Text):
            return str
        if t is Fraction:
            return lambda v: f"{v.numerator}/{v.denominator}"
        if origin in (typing.Union, types.UnionType):
            return self._union_encoder(args)
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            one = self._encoder(args[0])
            return list if one is quick.identity else lambda v: [one(x) for x in v]
        if origin is tuple:
            each = [self._encoder(a) for a in args]
            return lambda v: [enc(x) for enc, x in zip(each, v, strict=True)]
        if origin is frozenset:
            one = self._encoder(args[0])
            return lambda v: _in_order([one(x) for x in v])
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            _check_keys(t, args[0])
            one = self._encoder(args[1])
            return lambda v: {str(k.value if isinstance(k, Enum) else k): one(x) for k, x in v.items()}
        if isinstance(t, type) and issubclass(t, Enum):
            return lambda v: v.value
        if self._is_family(t):
            return lambda v: self.write(v)
        if dataclasses.is_dataclass(t):
            return self._written_fields(typing.cast(type, t))
        raise TypeError(f"the codec does not know {t!r}")

    def _written_fields(self, t: type, kind: str | None = None) -> Encode:
        hints = typing.get_type_hints(t)
        fields = [(f.name, self._encoder(hints[f.name])) for f in dataclasses.fields(t)]
        late = {f.name: f.default for f in dataclasses.fields(t) if f.metadata.get(_LATE)}
        return quick.writer(fields, late, kind)

    def _writer(self, t: type) -> Encode:
        if t not in self._names:
            raise TypeError(f"{t.__name__} is not registered with this codec")
        self._encoder(t)
        with self._building:
            made = self._writers[t] = self._written_fields(t, self._names[t])
        return made

    def _is_family(self, t: Any) -> bool:
        """Return whether a class is an abstract base of tagged classes."""
        return isinstance(t, type) and t not in self._names and any(issubclass(c, t) for c in self._names)

    def _family_decoder(self, t: type) -> Decode:
        def decode(v: Any, p: str) -> Any:
            if isinstance(v, Mapping) and not issubclass(self._tagged.get(str(v.get("kind")), object), t):
                raise _bad(f"{p}.kind", "unknown_kind", kind=_quote_safely(v.get("kind")))
            return self.read(v, p)

        return decode

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
            return _check_plain
        if t is str:
            return _text
        if t in (int, bool, type(None)):
            return _exactly(t)
        if isinstance(t, type) and issubclass(t, Text):
            return _parse_decoder(t)
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
            return self._frozenset_decoder(self._decoder(args[0]))
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            _check_keys(t, args[0])
            return self._mapping_decoder(args[0], self._decoder(args[1]))
        if isinstance(t, type) and issubclass(t, Enum):
            return _enum(t)
        if self._is_family(t):
            return self._family_decoder(t)
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
                if isinstance(v, Mapping) and str(v.get("kind")) not in allowed:
                    raise _bad(f"{p}.kind", "unknown_kind", kind=_quote_safely(v.get("kind")))
                return self.read(v, p)
        else:
            self._union_encoder(args)  # refuses types that JSON cannot express
            plain = tuple(members)

            def one(v: Any, p: str) -> Any:
                if type(v) not in plain:
                    raise _bad(p, "wrong_type", expected=" | ".join(m.__name__ for m in plain))
                return _check_plain(v, p)

        return lambda v, p: None if v is None and optional else one(v, p)

    def _frozenset_decoder(self, one: Decode) -> Decode:
        def decode(v: Any, p: str) -> Any:
            items = [one(x, f"{p}[{i}]") for i, x in enumerate(_list(v, p))]
            if len(set(items)) < len(items):
                raise _bad(p, "twice_in_a_set")
            return frozenset(items)

        return decode

    def _fixed_tuple_decoder(self, each: list[Decode]) -> Decode:
        def decode(v: Any, p: str) -> Any:
            items = _list(v, p)
            if len(items) != len(each):
                raise _bad(p, "wrong_length", expected=len(each))
            return tuple(dec(x, f"{p}[{i}]") for i, (dec, x) in enumerate(zip(each, items, strict=True)))

        return decode

    def _mapping_decoder(self, key: Any, one: Decode) -> Decode:
        name = self._decoder(key)

        def decode(v: Any, p: str) -> Any:
            if not isinstance(v, Mapping):
                raise _bad(p, "not_an_object")
            if key is int:
                if not all(_WHOLE.fullmatch(str(k)) for k in v):
                    raise _bad(p, "wrong_key")
                return {int(k): one(x, f"{p}.{k}") for k, x in v.items()}
            return {name(_text(k, p), p): one(x, f"{p}.{k}") for k, x in v.items()}

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
                raise _bad(f"{p}.{unknown[0]}", "unknown_field", field=_quote_safely(unknown[0]))
            missing = sorted(required - set(v))
            if missing:
                raise _bad(f"{p}.{missing[0]}", "missing_field", field=missing[0])
            values = {name: fields[name](x, f"{p}.{name}") for name, x in v.items()}
            try:
                return cls(**values)
            except ValueError as error:  # raised by the class's own checks
                raise _bad(p, "bad_value", why=str(error)[:200]) from error

        return decode


def _check_keys(t: Any, key: Any) -> None:
    words = typing.get_origin(key) is typing.Literal and all(
        type(word) is str for word in typing.get_args(key)
    )
    if not (words or key is int or (isinstance(key, type) and issubclass(key, str))):
        raise TypeError(f"the keys of a mapping are text or whole numbers: {t!r}")


def _list(v: Any, path: str) -> list[Any]:
    if not isinstance(v, list | tuple):
        raise _bad(path, "not_a_list")
    return list(v)


def _in_order(items: list[Any]) -> list[Any]:
    return sorted(items, key=canonical) if any(isinstance(x, dict | list) for x in items) else sorted(items)


def _text(v: Any, path: str) -> str:
    if type(v) is not str:
        if not isinstance(v, Text):
            raise _bad(path, "wrong_type", expected="str")
        return str(v)
    if not v.isascii() or "\0" in v:
        try:
            v.encode()
        except UnicodeEncodeError:
            raise _bad(path, "bad_text") from None
        if "\0" in v:
            raise _bad(path, "bad_text")
    return v


def _parse_decoder(t: type[Text]) -> Decode:
    def decode(v: Any, p: str) -> Any:
        try:
            return t.parse(_text(v, p))
        except ValueError as error:
            raise _bad(p, "bad_value", why=str(error)[:200]) from error

    return decode


def _check_plain(v: Any, path: str, depth: int = 0) -> Any:
    """Return plain JSON unchanged. Raises InvalidAction for floats and for anything else that is not plain
    JSON.
    """
    if v is None or type(v) in (bool, int):
        return v
    if isinstance(v, str):
        return _text(v, path)
    if depth == _DEEPEST:
        raise _bad(path, "too_deep")
    if isinstance(v, list | tuple):
        return [_check_plain(x, f"{path}[{i}]", depth + 1) for i, x in enumerate(v)]
    if isinstance(v, Mapping):
        return {_text(k, path): _check_plain(x, f"{path}.{k}", depth + 1) for k, x in v.items()}
    raise _bad(path, "wrong_type", expected="json")


def _exactly(t: type) -> Decode:
    def decode(v: Any, p: str) -> Any:
        if type(v) is not t:  # a bool does not count as an int
            raise _bad(p, "wrong_type", expected=t.__name__)
        return v

    return decode


def _fraction(v: Any, p: str) -> Fraction:
    if not isinstance(v, str) or not _FRACTION.fullmatch(v):
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
        for member in t:
            if v == member.value and type(v) is type(member.value):
                return member
        raise _bad(p, "not_one_of", expected=[m.value for m in t])

    return decode
