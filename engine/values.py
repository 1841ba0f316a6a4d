"""Frozen dataclasses with a fast constructor. Use this ``dataclass`` for values that rules create at every
step.

The constructor that the standard library generates for a frozen dataclass sets each field through
``object.__setattr__``, which takes a quarter of a microsecond per field. This constructor sets all fields at
once. Everything else about the class comes from the standard library.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
    from functools import cached_property as cached_property
else:

    class cached_property:
        """A property that is computed once per instance, as in the standard library but without its lock. Two
        threads can therefore compute the value at once; both get the same.
        """

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self.compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, value: Any, owner: type | None = None) -> Any:
            if value is None:
                return self
            found = value.__dict__[self.name] = self.compute(value)
            return found

    def dataclass(cls: type | None = None, /, **how: Any) -> Any:
        """Make a class a dataclass, as the standard library does, but with a fast constructor if it is
        frozen.
        """
        if cls is None:
            return lambda found: quicken_class(dataclasses.dataclass(**how)(found), how)
        return quicken_class(dataclasses.dataclass(cls), {})

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a value with these fields changed, as the standard library does. If the
        constructor would only set the fields, it is skipped.
        """
        before = getattr(value, "__dict__", ())
        if len(before) != len(value.__dataclass_fields__) or hasattr(value, "__post_init__"):
            return dataclasses.replace(
                value, **changes
            )  # for a class with slots, a cached value or checks of its own
        after = {**before, **changes}
        if len(after) != len(before):
            raise TypeError(f"no field of {type(value).__name__}: {sorted(changes.keys() - before.keys())}")
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", after)
        return copy


FEW = 3  # number of slots; with fewer, the standard library's constructor is as quick


def quicken_class(cls: type, how: dict[str, Any]) -> type:
    """Give a dataclass a faster constructor, and return the class. ``how``: the arguments of its dataclass
    decorator. Classes with their own constructor or with unusual fields stay unchanged.
    """
    slots = bool(how.get("slots"))
    known: dict[str, dataclasses.Field[Any]] = cls.__dict__["__dataclass_fields__"]
    fields = dataclasses.fields(cls)
    plain = len(fields) == len(known) and all(field.init for field in fields)
    if not (how.get("frozen") and how.get("init", True) and plain and fields):
        return cls
    if slots and (len(fields) < FEW or any(base not in (object, Generic) for base in cls.__bases__)):
        return cls
    known_to_it, heads, values = _build_parameters(fields)
    fill = _fill_slots(cls, known_to_it, values) if slots else _fill_dictionary(values)
    after = "\n self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    exec(f"def __init__(self, {', '.join(heads)}):\n{fill}{after}", known_to_it)
    init: Any = known_to_it["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = dict(vars(cls)["__init__"].__annotations__)
    type.__setattr__(cls, "__init__", init)
    return cls


def _build_parameters(
    fields: tuple[dataclasses.Field[Any], ...],
) -> tuple[dict[str, Any], list[str], dict[str, str]]:
    """Return the globals of a constructor, the source of its parameters, and the source of each field's
    value.
    """
    known: dict[str, Any] = {"_put_": object.__setattr__, "_missing_": dataclasses.MISSING}
    heads: list[str] = []
    values: dict[str, str] = {}
    for field in sorted(fields, key=lambda one: bool(one.kw_only)):
        name = values[field.name] = field.name
        if field.kw_only and "*" not in heads:
            heads.append("*")
        if field.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}_"] = field.default_factory
            heads.append(f"{name}=_missing_")
            values[name] = f"_make_{name}_() if {name} is _missing_ else {name}"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}_"] = field.default
            heads.append(f"{name}=_default_{name}_")
        else:
            heads.append(name)
    return known, heads, values


def _fill_dictionary(values: dict[str, str]) -> str:
    """Return the constructor's source code that puts all values into the instance's dictionary at once."""
    items = ", ".join(f"{name!r}: {value}" for name, value in values.items())
    return f" _put_(self, '__dict__', {{{items}}})"


def _fill_slots(cls: type, known: dict[str, Any], values: dict[str, str]) -> str:
    """Return the constructor's source code that fills the slots. It makes the instance belong to a class with
    the same slots that is not frozen, sets the values, and then restores the frozen class.
    """
    thawed = {
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
        "__slots__": tuple(values),
    }
    bases = cls.__dict__.get("__orig_bases__", cls.__bases__)
    known["_thawed_"] = types.new_class(cls.__name__, bases, exec_body=lambda body: body.update(thawed))
    known["_frozen_"] = cls
    lines = "".join(f" self.{name} = {value}\n" for name, value in values.items())
    return f" _put_(self, '__class__', _thawed_)\n{lines} self.__class__ = _frozen_"
