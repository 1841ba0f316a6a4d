"""Frozen dataclasses with a fast constructor. Use this ``dataclass`` for values that rules create at every
step.

The constructor that the standard library generates for a frozen dataclass sets each field through
``object.__setattr__``, which takes a quarter of a microsecond per field. This constructor sets all fields at
once. Everything else about the class comes from the standard library.
"""

from __future__ import annotations

import dataclasses
import types
from typing import TYPE_CHECKING, Any, Generic

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(cls: type | None = None, /, **how: Any) -> Any:
        """Make a class a dataclass, as the standard library does, with a fast constructor if it is frozen."""
        if cls is None:
            return lambda found: quicken_class(dataclasses.dataclass(**how)(found), how)
        return quicken_class(dataclasses.dataclass(cls), {})

    def replace(value: Any, /, **changes: Any) -> Any:
        """Copy a value with these fields changed, as the standard library does, but without the constructor
        if it would only set the fields.
        """
        before = getattr(value, "__dict__", ())
        if len(before) != len(value.__dataclass_fields__) or hasattr(value, "__post_init__"):
            return dataclasses.replace(value, **changes)  # it has slots, or remembers what it worked out
        after = {**before, **changes}
        if len(after) != len(before):
            raise TypeError(f"no field of {type(value).__name__}: {sorted(changes.keys() - before.keys())}")
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", after)
        return copy


FEW = 3  # slots; fewer are filled as quickly by the standard library's constructor


def quicken_class(cls: type, how: dict[str, Any]) -> type:
    """Give a dataclass made with these arguments a quick constructor. Classes with a constructor of their
    own or with unusual fields are left alone.
    """
    slots = bool(how.get("slots"))
    known: dict[str, dataclasses.Field[Any]] = cls.__dict__["__dataclass_fields__"]
    fields = dataclasses.fields(cls)
    plain = len(fields) == len(known) and all(field.init for field in fields)
    if not (how.get("frozen") and how.get("init", True) and plain and fields):
        return cls
    if slots and (len(fields) < FEW or any(base not in (object, Generic) for base in cls.__bases__)):
        return cls
    known_to_it, heads, values = _parameters(fields)
    fill = _fill_slots(cls, known_to_it, values) if slots else _fill_dictionary(values)
    after = "\n self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    exec(f"def __init__(self, {', '.join(heads)}):\n{fill}{after}", known_to_it)
    init: Any = known_to_it["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = dict(vars(cls)["__init__"].__annotations__)
    type.__setattr__(cls, "__init__", init)
    return cls


def _parameters(
    fields: tuple[dataclasses.Field[Any], ...],
) -> tuple[dict[str, Any], list[str], dict[str, str]]:
    """Return a constructor's globals, the source of its parameters, and that of each field's value."""
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
    """Return the source that puts all values into the instance's dictionary at once."""
    items = ", ".join(f"{name!r}: {value}" for name, value in values.items())
    return f" _put_(self, '__dict__', {{{items}}})"


def _fill_slots(cls: type, known: dict[str, Any], values: dict[str, str]) -> str:
    """Return the source that fills the slots while the instance belongs to a class that is not frozen."""
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
