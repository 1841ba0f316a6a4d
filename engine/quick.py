"""Fast functions that read or write the values of one class. Each is generated as source code on first use.

The readers do not track paths. For a value in an unusual form they raise :class:`Unread` (or any other
error). The codec then reads the value again with the careful reader, which accepts it or says where it is
wrong. The careful reader accepts everything that a quick one accepts, with the same result.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from threading import RLock
from typing import Any

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


class Unread(Exception):
    """Raised for a value that only the careful reader can judge."""


def identity(value: Any) -> Any:
    """Return a value unchanged, because it is already JSON."""
    return value


# --- writing ----------------------------------------------------------------------------------------------


def writer(fields: Iterable[tuple[str, Write]], late: Mapping[str, Any], kind: str | None = None) -> Write:
    """Return a function that writes a class's fields, preceded by its kind if it has one. ``late`` maps a
    field to a default value; the field is left out if it has that value.
    """
    known: dict[str, Any] = {}
    items = [] if kind is None else [f"'kind': {kind!r}"]
    after = []
    for name, write in fields:
        value = f"_v_.{name}"
        if write is not identity:
            known[f"_write_{name}"] = write
            value = f"_write_{name}({value})"
        if name in late:
            known[f"_late_{name}"] = late[name]
            after.append(f" if _v_.{name} != _late_{name}: _found_[{name!r}] = {value}\n")
        elif after:
            after.append(f" _found_[{name!r}] = {value}\n")
        else:
            items.append(f"{name!r}: {value}")
    body = f" _found_ = {{{', '.join(items)}}}\n{''.join(after)} return _found_"
    return _make_function(f"def _made_(_v_):\n{body}", known)


# --- reading ----------------------------------------------------------------------------------------------


def plain_reader(t: type) -> Read:
    """Return a function that reads one plain type: int, bool or None."""

    def read(v: Any) -> Any:
        if type(v) is not t:
            raise Unread
        return v

    return read


def text(v: Any) -> Any:
    """Return a plain ASCII text unchanged. Raises Unread for anything else."""
    if type(v) is not str or not v.isascii() or "\0" in v:
        raise Unread
    return v


def literal(values: tuple[Any, ...]) -> Read:
    """Return a function that accepts only these values."""
    known = {(type(value), value) for value in values}

    def read(v: Any) -> Any:
        if (type(v), v) not in known:
            raise Unread
        return v

    return read


def member(t: type[Enum]) -> Read:
    """Return a function that reads an enumeration's members from their values."""
    known = {(type(one.value), one.value): one for one in t}
    return lambda v: known[type(v), v]


def optional(one: Read) -> Read:
    """Return a function that reads None as None, and any other value with the function ``one``."""
    return lambda v: None if v is None else one(v)


def several(one: Read) -> Read:
    """Return a function that reads a list as a tuple, each member with the reader ``one``."""

    def read(v: Any) -> Any:
        if type(v) is not list:
            raise Unread
        return tuple([one(x) for x in v])

    return read


def each(ones: list[Read]) -> Read:
    """Return a function that reads a list with exactly one value for each of these readers."""

    def read(v: Any) -> Any:
        if type(v) is not list or len(v) != len(ones):
            raise Unread
        return tuple([one(x) for one, x in zip(ones, v, strict=True)])

    return read


def distinct(one: Read) -> Read:
    """Return a function that reads a list as a set, each member with the reader ``one``."""

    def read(v: Any) -> Any:
        if type(v) is not list:
            raise Unread
        found = frozenset([one(x) for x in v])
        if len(found) < len(v):
            raise Unread
        return found

    return read


def mapping(key: Read, one: Read) -> Read:
    """Return a function that reads an object as a mapping, with one reader for its keys and one for its
    values.
    """

    def read(v: Any) -> Any:
        if type(v) is not dict:
            raise Unread
        return {key(text(k)): one(x) for k, x in v.items()}

    return read


def read_tagged(readers: Mapping[str, Read]) -> Read:
    """Return a function that reads objects of several classes. An object's kind decides its class."""

    def read(v: Any) -> Any:
        if type(v) is not dict:
            raise Unread
        return readers[v["kind"]](v)

    return read


def reader(cls: type, reads: Mapping[str, Read], kind: bool) -> Read:
    """Return a function that builds an instance of ``cls`` from a JSON object of its fields. ``kind``:
    whether the object also names the class's kind.
    """
    known: dict[str, Any] = {"_Unread_": Unread, "_make_": cls}
    body, given = "", []
    for field in sorted(dataclasses.fields(cls), key=lambda one: bool(one.kw_only)):
        name = field.name
        known[f"_read_{name}"] = reads[name]
        taken = f"_f_{name} = _read_{name}(_v_[{name!r}])"
        default = _default_source(field, known)
        if default:
            body += f" if {name!r} in _v_: {taken}\n else:\n  _f_{name} = {default}\n  _left_ += 1\n"
        else:
            body += f" {taken}\n"
        given.append(f"{name}=_f_{name}" if field.kw_only else f"_f_{name}")
    head = f" if type(_v_) is not dict: raise _Unread_\n _left_ = len(_v_) - {len(given) + kind}\n"
    tail = f" if _left_: raise _Unread_\n return _make_({', '.join(given)})"
    return _make_function(f"def _made_(_v_):\n{head}{body}{tail}", known)


def _default_source(field: dataclasses.Field[Any], known: dict[str, Any]) -> str:
    """Return Python source code for a field's default value, or "" if the field has none. The code can use
    the names in ``known``.
    """
    if field.default is not dataclasses.MISSING:
        known[f"_default_{field.name}"] = field.default
        return f"_default_{field.name}"
    if field.default_factory is not dataclasses.MISSING:
        known[f"_make_{field.name}"] = field.default_factory
        return f"_make_{field.name}()"
    return ""


def _make_function(source: str, known: dict[str, Any]) -> Callable[[Any], Any]:
    """Compile Python source code and return the function that it defines as ``_made_``. ``known``: the names
    that the code can use.
    """
    exec(source, known)
    made: Callable[[Any], Any] = known["_made_"]
    return made


# --- the readers of one codec -----------------------------------------------------------------------------


class Readers:
    """The quick readers of one codec. ``decoder``: returns the careful reader of a type without a quick one.
    ``building``: the codec's lock.
    """

    def __init__(
        self, tagged: Mapping[str, type], decoder: Callable[[Any], Callable[[Any, str], Any]], building: RLock
    ) -> None:
        self._tagged, self._decoder, self._building = tagged, decoder, building
        self._made: dict[Any, Read] = {}
        self._under_way: set[Any] = set()

    def kind(self, name: str) -> Read:
        """Return the function that reads the tagged class with this name, from an object whose key ``kind``
        holds the name.
        """
        return self._made.get(name) or self._make(name, lambda: self._class(self._tagged[name], True))

    def of(self, t: Any) -> Read:
        """Return the function that reads values of this type."""
        return self._made.get(t) or self._make(t, lambda: self._build(t))

    def _make(self, key: Any, build: Callable[[], Read]) -> Read:
        with self._building:
            if key in self._made:
                return self._made[key]
            if key in self._under_way:  # the type contains itself
                return lambda v: self._made[key](v)
            self._under_way.add(key)
            try:
                found = self._made[key] = build()
            finally:
                self._under_way.discard(key)
            return found

    def _class(self, cls: type, kind: bool) -> Read:
        hints = typing.get_type_hints(cls)
        return reader(cls, {f.name: self.of(hints[f.name]) for f in dataclasses.fields(cls)}, kind)

    def _build(self, t: Any) -> Read:
        self._decoder(t)  # refuses types that JSON cannot express
        origin, args = typing.get_origin(t), typing.get_args(t)
        if t is str:
            return text
        if t in (int, bool, type(None)):
            return plain_reader(t)
        if origin is typing.Literal:
            return literal(args)
        if origin in (typing.Union, types.UnionType):
            return self._union(t, args)
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return several(self.of(args[0]))
        if origin is tuple:
            return each([self.of(a) for a in args])
        if origin is frozenset:
            return distinct(self.of(args[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping) and args[0] is not int:
            return mapping(self.of(args[0]), self.of(args[1]))
        return self._class_reader(t)

    def _class_reader(self, t: Any) -> Read:
        """Return the quick reader of a class. For a type without one, return the careful reader."""
        if isinstance(t, type) and issubclass(t, Enum):
            return member(t)
        if isinstance(t, type) and issubclass(t, str):
            parse: Callable[[str], Any] = t.parse  # type: ignore[attr-defined]
            return lambda v: parse(text(v))
        family = any(c is not t and issubclass(c, t) for c in self._tagged.values() if isinstance(t, type))
        if dataclasses.is_dataclass(t) and not family:
            return self._class(typing.cast(type, t), False)
        return self._careful(t)

    def _union(self, t: Any, args: tuple[Any, ...]) -> Read:
        members = [a for a in args if a is not type(None)]
        if len(members) == 1:
            return optional(self.of(members[0]))
        careful = self._careful(t)  # the careful reader tags the dataclasses of a union
        if not all(dataclasses.is_dataclass(m) for m in members):
            return careful
        names = [name for name, cls in self._tagged.items() if cls in members]
        one = read_tagged({name: self.kind(name) for name in names})
        return optional(one) if len(members) < len(args) else one

    def _careful(self, t: Any) -> Read:
        decode = self._decoder(t)
        return lambda v: decode(v, "$")
