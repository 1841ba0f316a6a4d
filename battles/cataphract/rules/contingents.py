"""The known counters (data/units.json): type, size and quality of each contingent.

Each value has a degree of certainty.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from battles.cataphract.rules.tables import DATA, FIRM, Mark
from battles.cataphract.rules.unit import Unit
from engine.values import dataclass

_CALLED: Final = {"tq": "Troop Quality", "type": "type", "size": "Size", "missile": "missiles"}
UNSIZED: Final = 5  # the size of a unit at Utus and on the Catalaunian Fields, where none is printed


@dataclass(frozen=True)
class Contingent:
    """A kind of counter. ``size`` and ``tq`` hold one value for each counter number, or one for all."""

    id: str
    name: str
    nation: str
    type: str
    cataphract: bool
    missile: str
    sword: bool
    size: tuple[int, ...]
    tq: tuple[int, ...]
    ma: int
    tags: tuple[str, ...]
    marks: tuple[Mark, ...]

    def unit(self, number: int = 1) -> Unit:
        """Return the unit of a counter number, counted from 1, without hits or markers."""
        return Unit(
            self.type,
            _value_for(self.tq, number),
            name=self.name,
            size=_value_for(self.size, number) if self.size else UNSIZED,
            cataphract=self.cataphract,
            missile=self.missile,
            sword=self.sword,
        )


@cache
def contingents() -> dict[str, Contingent]:
    """Return all contingents by id."""
    return {one["id"]: _read(one) for one in DATA.table("units")["contingents"]}


def _read(one: dict[str, Any]) -> Contingent:
    guessed = {what: found for what, found in one["prov"].items() if found not in FIRM and what != "ma"}
    return Contingent(
        one["id"],
        one["name"],
        one["nation"],
        one["type"],
        one["class"] == "Cat",
        one["missile"],
        one["sword"],
        _values(one["size"]),
        _values(one["tq"]),
        one["ma"],
        tuple(one["tags"]),
        tuple(Mark(f"{one['name']}: {_CALLED.get(what, what)}", found) for what, found in guessed.items()),
    )


def _values(found: int | list[int] | None) -> tuple[int, ...]:
    return () if found is None else tuple(found) if isinstance(found, list) else (found,)


def _value_for(values: tuple[int, ...], number: int) -> int:
    return values[min(number, len(values)) - 1]
