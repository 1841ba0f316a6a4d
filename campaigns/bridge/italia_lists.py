"""The elements that represent Italia's counters. They come from the army list of a nation in the current
round.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from armies.dba.catalogue import catalogue
from armies.dba.lists import ArmyList, army_lists
from armies.dba.roster import ready_roster
from campaigns.bridge.composition import proportion

DATA: Final = Path(__file__).parent / "data" / "italia_dba.toml"


@cache
def _data() -> Mapping[str, Any]:
    """Read the lists by nation and round, and the troop types by counter. Raises ValueError for an unknown
    army list.
    """
    found = tomllib.loads(DATA.read_text("utf-8"))
    unknown = [name for rows in found["lists"].values() for _, name in rows if name not in army_lists()]
    if unknown:
        raise ValueError(f"{DATA.name}: unknown lists {unknown}")
    return found


def army_of(nation: str, round: int) -> ArmyList:
    """Return the army list of a nation in a round."""
    rows = _data()["lists"][nation]
    return army_lists()[next(name for first, name in reversed(rows) if first <= round or first == 1)]


def codes_of(army: ArmyList, unit: str, number: int) -> tuple[str, ...]:
    """Return the codes of ``number`` elements for a type of counter. If the army has one of the counter's
    troop types, all elements are of the first such type. Otherwise they follow the proportions of the
    army list, with only foot for infantry.
    """
    codes = ready_roster(army.id).codes
    types = {code: catalogue()[code].type for code in codes}
    for wanted in _data()["units"].get(unit, ()):
        fitting = tuple(code for code in codes if types[code] == wanted)
        if fitting:
            return proportion(fitting, number)
    if unit == "infantry":
        foot = tuple(code for code in codes if types[code] not in ("El", "Kn", "Cv", "LH"))
        codes = foot or codes
    return proportion(codes, number)
