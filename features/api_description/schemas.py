"""JSON Schemas (2020-12) of the actions, events and states that a system's codec writes."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from engine.codec import Codec, Text, tag_of
from engine.game import System
from games.views.api.shapes import Schema

PLAIN: Final[Mapping[Any, Schema]] = {
    Any: {},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    type(None): {"type": "null"},
    Fraction: {"type": "string", "pattern": "^-?[0-9]{1,400}/[1-9][0-9]{0,400}$"},
}


OF_ALL: Final = ("action", "event", "state")  # names of schemas that describe the whole system


class Schemas:
    """The schemas of one codec. ``defs`` collects the schemas of classes by name. ``where`` is the format of
    a reference to one of them.
    """

    def __init__(self, codec: Codec, where: Callable[[str], str]) -> None:
        self.codec, self.where = codec, where
        self.defs: dict[str, Schema] = {}
        self._names: dict[tuple[type, bool], str] = {}

    def family(self, classes: typing.Collection[type]) -> Schema:
        """Return a schema that admits an object of any of these classes, told apart by the field ``kind``.
        Without classes, it admits any object with a kind.
        """
        if not classes:
            return {"type": "object", "properties": {"kind": PLAIN[str]}, "required": ["kind"]}
        refs = {tag_of(cls): self._class(cls, kind=True) for cls in sorted(classes, key=tag_of)}
        mapping = {kind: ref["$ref"] for kind, ref in refs.items()}
        return {"oneOf": list(refs.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def of(self, t: Any) -> Schema:
        """Return the schema of a type that the codec knows."""
        origin, args = typing.get_origin(t), typing.get_args(t)
        if t in PLAIN:
            return dict(PLAIN[t])
        if isinstance(t, type) and issubclass(t, Text):
            return {"type": "string"}
        if origin is typing.Literal:
            return {"enum": list(args)}
        if isinstance(t, type) and issubclass(t, Enum):
            return {"enum": [member.value for member in t]}
        if origin in (typing.Union, types.UnionType):
            # classes in a union are told apart by their kind
            several = sum(dataclasses.is_dataclass(one) for one in args) > 1
            return {"anyOf": [self._member(one) if several else self.of(one) for one in args]}
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        if origin is tuple:
            return {**_fixed_length(len(args)), "prefixItems": [self.of(one) for one in args]}
        if origin is frozenset:
            return {"type": "array", "uniqueItems": True, "items": self.of(args[0])}
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            names = {"pattern": "^(0|-?[1-9][0-9]{0,8})$"} if args[0] is int else self.of(args[0])
            return {"type": "object", "propertyNames": names, "additionalProperties": self.of(args[1])}
        return self._class(t)

    def _member(self, t: Any) -> Schema:
        return self._class(t, kind=True) if t in self._tagged_classes else self.of(t)

    def _class(self, cls: type, *, kind: bool = False) -> Schema:
        """Return a reference to a class's schema, with or without the field ``kind``. If subclasses are
        written with their kinds, the schema admits any of them.
        """
        if (cls, kind) not in self._names:
            self._names[cls, kind] = name = self._free_name(cls)
            self.defs[name] = {}  # reserve the name first, because the class may contain itself
            kinds = (
                []
                if cls in self._tagged_classes
                else [one for one in self._tagged_classes if issubclass(one, cls)]
            )
            self.defs[name] = self.family(kinds) if kinds else self._object(cls, kind)
        return {"$ref": self.where(self._names[cls, kind])}

    def _free_name(self, cls: type) -> str:
        name, number = cls.__name__, 2
        taken = {*OF_ALL, *(one.lower() for one in self.defs)}
        while name.lower() in taken:  # client generators ignore case
            name, number = f"{cls.__name__}{number}", number + 1
        return name

    @property
    def _tagged_classes(self) -> typing.Collection[type]:
        return self.codec.tagged_classes.values()

    def _object(self, cls: Any, with_kind: bool) -> Schema:
        hints, found = typing.get_type_hints(cls), dataclasses.fields(cls)
        kind: Schema = {"kind": {"const": tag_of(cls)}} if with_kind else {}
        told = {
            "type": "object",
            "properties": {**kind, **{field.name: self.of(hints[field.name]) for field in found}},
            "required": [
                *kind,
                *(
                    field.name
                    for field in found
                    if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
                ),
            ],
            "additionalProperties": False,
        }
        said = (cls.__doc__ or "").strip()
        own = not said.startswith(f"{cls.__name__}(")  # a dataclass without a docstring has a generated one
        if not said or not own:
            return told
        return {"description": _one_paragraph(said, {field.name for field in found}), **told}


def _one_paragraph(said: str, fields: typing.Container[str]) -> str:
    """Write a docstring as one paragraph. A line that describes a field, as in ``spent    the points that
    it has spent``, becomes a sentence.
    """
    told = []
    for line in said.splitlines():
        name, gap, text = line.strip().partition("  ")
        told.append(f"``{name}``: {text.strip().rstrip('.')}." if gap and name in fields else line)
    return " ".join(" ".join(told).split())


def _fixed_length(count: int) -> Schema:
    # "items": false is left out, because client generators fail on it
    return {"type": "array", "minItems": count, "maxItems": count}


def schemas_of(system: System, where: Callable[[str], str]) -> Schemas:
    for cls in (*system.actions, *system.events, *((system.state,) if system.state else ())):
        system.codec.register_types(cls)  # in unions, the codec adds the kind
    return Schemas(system.codec, where)


def of_system(system: System) -> Schema:
    """Return the schema of a system's actions, events and state, as one document."""
    found = schemas_of(system, "#/$defs/{}".format)
    actions, events = found.family(system.actions), found.family(system.events)
    state = {} if system.state is None else found.of(system.state)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": system.name,
        "x-rules-version": system.version,
        "x-written-version": system.codec.version,
        "$defs": {**found.defs, "action": actions, "event": events, "state": state},
    }
