"""Kinds of armies: the units from which an army by points is drawn (``data/armies.json``, ``design``)."""

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
    """A kind of army. ``units``: how often each type is drawn relative to the others; ``leaders_each``: the
    points per leader.
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
                entry["units"].wrong("not_in_box", hex="", unit=kind)
        found[name] = ArmyKind(name, units, entry["leaders_each"].number(20, 200))
    top.raise_mistakes()
    return found


KINDS: Final = read_kinds(load("armies"))
