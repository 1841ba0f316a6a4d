"""Frozen dataclasses with a fast constructor. Use this ``dataclass`` for values that rules create at every
step.

The constructor that the standard library generates for a frozen dataclass sets each field through
``object.__setattr__``, which takes a quarter of a microsecond per field. This constructor sets all fields at
once. Everything else about the class comes from the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls: type | None = None, /, **how: Any) -> Any:
        """Make a class a dataclass, as the standard library does, with a fast constructor if it is frozen."""
        if cls is None:
            return lambda found: quickened(dataclasses.dataclass(**how)(found), how)
        return quickened(dataclasses.dataclass(cls), {})


def quickened(cls: type, how: dict[str, Any]) -> type:
    """Give a dataclass created with these arguments a fast constructor. A class with slots, a constructor of
    its own or unusual fields is left unchanged.
    """
    plain = how.get("frozen") and how.get("init", True) and not how.get("slots")
    known: dict[str, dataclasses.Field[Any]] = cls.__dict__["__dataclass_fields__"]
    fields = dataclasses.fields(cls)
    if not plain or not fields or len(fields) < len(known) or not all(field.init for field in fields):
        return cls
    init: Any = _constructor(cls, fields)
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = dict(vars(cls)["__init__"].__annotations__)
    type.__setattr__(cls, "__init__", init)
    return cls


def _constructor(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """Generate the constructor: all values go into the instance's dictionary at once."""
    known: dict[str, Any] = {"_put_": object.__setattr__, "_missing_": dataclasses.MISSING}
    heads: list[str] = ["self"]
    values: list[str] = []
    star = False
    for field in sorted(fields, key=lambda one: bool(one.kw_only)):
        name = value = field.name
        if field.kw_only and not star:
            heads.append("*")
            star = True
        if field.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}_"] = field.default_factory
            heads.append(f"{name}=_missing_")
            value = f"_make_{name}_() if {name} is _missing_ else {name}"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}_"] = field.default
            heads.append(f"{name}=_default_{name}_")
        else:
            heads.append(name)
        values.append(f"{name!r}: {value}")
    after = "\n self.__post_init__()" if hasattr(cls, "__post_init__") else ""
    exec(
        f"def __init__({', '.join(heads)}):\n _put_(self, '__dict__', {{{', '.join(values)}}}){after}", known
    )
    made: Callable[..., None] = known["__init__"]
    return made
