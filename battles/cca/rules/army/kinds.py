"""The kinds of armies, with the unit types from which a points army is drawn at random
(``data/armies.json``, marked ``design``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from battles.cca.rules.tables import check_source, load
from battles.cca.rules.units import UNITS
from engine.reading import Reader
from engine.values import dataclass


@dataclass(frozen=True)
class ArmyKind:
    """A kind of army. ``units`` maps each unit type to the relative frequency with which it is drawn.
    ``leaders_each`` is the number of points per leader.
    """

    id: str
    units: Mapping[str, int] = field(hash=False)
    leaders_each: int


def read_kinds(document: Any) -> Mapping[str, ArmyKind]:
    """Read the kinds of armies. Raises BadDocument listing every mistake."""
    top = Reader(document)
    found = {}
    for name, entry in top["armies"].items_by_id("id units leaders_each prov src"):
        check_source(entry)
        units = entry["units"].amounts()
        top.check_names(entry["units"].path, sorted(units), UNITS, "no_such_unit", "unit")
        for kind in units:
            if kind in UNITS and not UNITS[kind].in_base_box:
                entry["units"].note_mistake("not_in_box", hex="", unit=kind)
        found[name] = ArmyKind(name, units, entry["leaders_each"].number(20, 200))
    top.raise_mistakes()
    return found


KINDS: Final = read_kinds(load("armies"))
