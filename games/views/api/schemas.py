"""JSON Schemas (2020-12) of what a system's codec writes: actions, events, the state."""

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

Schema = dict[str, Any]
PLAIN: Final[Mapping[Any, Schema]] = {
    Any: {},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    type(None): {"type": "null"},
    Fraction: {"type": "string", "pattern": "^-?[0-9]{1,400}/[1-9][0-9]{0,400}$"},
}


OF_ALL: Final = ("action", "event", "state")  # schemas of a whole system, named next to its classes


class Schemas:
    """The schemas of one codec. ``defs`` collects its classes by name; ``where`` formats references."""

    def __init__(self, codec: Codec, where: Callable[[str], str]) -> None:
        self.codec, self.where = codec, where
        self.defs: dict[str, Schema] = {}
        self._names: dict[tuple[type, bool], str] = {}

    def family(self, classes: typing.Collection[type]) -> Schema:
        """The schema of any of several classes, distinguished by kind. Without classes: any object with a
        kind.
        """
        if not classes:
            return {"type": "object", "properties": {"kind": PLAIN[str]}, "required": ["kind"]}
        refs = {tag_of(cls): self._class(cls, kind=True) for cls in sorted(classes, key=tag_of)}
        mapping = {kind: ref["$ref"] for kind, ref in refs.items()}
        return {"oneOf": list(refs.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}

    def of(self, t: Any) -> Schema:
        """The schema of a type known to the codec."""
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
            several = (
                sum(dataclasses.is_dataclass(one) for one in args) > 1
            )  # classes in a union are distinguished by kind
            return {"anyOf": [self._member(one) if several else self.of(one) for one in args]}
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        if origin is tuple:
            return {**_exactly(len(args)), "prefixItems": [self.of(one) for one in args]}
        if origin is frozenset:
            return {"type": "array", "uniqueItems": True, "items": self.of(args[0])}
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            names = {"pattern": "^(0|-?[1-9][0-9]{0,8})$"} if args[0] is int else self.of(args[0])
            return {"type": "object", "propertyNames": names, "additionalProperties": self.of(args[1])}
        return self._class(t)

    def _member(self, t: Any) -> Schema:
        return self._class(t, kind=True) if t in self._tagged_classes else self.of(t)

    def _class(self, cls: type, *, kind: bool = False) -> Schema:
        """A reference to a class's schema, with or without the field ``kind``. If subclasses are written with
        their kinds, the schema admits any of them.
        """
        if (cls, kind) not in self._names:
            self._names[cls, kind] = name = self._free(cls)
            self.defs[name] = {}  # reserve the name first: the class may contain itself
            kinds = (
                []
                if cls in self._tagged_classes
                else [one for one in self._tagged_classes if issubclass(one, cls)]
            )
            self.defs[name] = self.family(kinds) if kinds else self._object(cls, kind)
        return {"$ref": self.where(self._names[cls, kind])}

    def _free(self, cls: type) -> str:
        name, number = cls.__name__, 2
        taken = {*OF_ALL, *(one.lower() for one in self.defs)}
        while name.lower() in taken:  # generators of clients ignore case
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
        own = not said.startswith(f"{cls.__name__}(")  # dataclasses without a docstring have a generated one
        return {"description": " ".join(said.split()), **told} if said and own else told


def _exactly(count: int) -> Schema:
    # without "items": false, at which generators of clients stop
    return {"type": "array", "minItems": count, "maxItems": count}


def schemas_of(system: System, where: Callable[[str], str]) -> Schemas:
    for cls in (*system.actions, *system.events, *((system.state,) if system.state else ())):
        system.codec.meet(cls)  # members of unions are written with their kind too
    return Schemas(system.codec, where)


def of_system(system: System) -> Schema:
    """The schema of all actions, events and the state of a system, as one document."""
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
