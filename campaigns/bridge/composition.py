"""The elements that represent a power's troops. Good troops follow the proportions of its army list, and
poorer troops come from a separate list.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from armies.dba.catalogue import catalogue
from armies.dba.lists import ArmyList, army_lists
from armies.dba.roster import ready_roster
from campaigns.bridge.scale import apportion

POOR: Final = frozenset({"frontier", "detached", "levy"})
DATA: Final = Path(__file__).parent / "data" / "justinian_dba.toml"


@dataclass(frozen=True)
class Troops:
    """The troops of a power: the id of its army list, and the codes of its poorer troops."""

    power: str
    list: str
    poor: tuple[str, ...]

    @property
    def army(self) -> ArmyList:
        return army_lists()[self.list]


@cache
def powers() -> dict[str, Troops]:
    """Read each power's troops from the data file. Raises ValueError for an unknown army list or code."""
    rows = tomllib.loads(DATA.read_text("utf-8"))["power"]
    found = {power: Troops(power, row["list"], tuple(row["poor"])) for power, row in rows.items()}
    for troops in found.values():
        unknown = [code for code in troops.poor if code not in catalogue()]
        if troops.list not in army_lists() or unknown or not troops.poor:
            raise ValueError(f"{DATA.name}: {troops.power}: unknown list {troops.list} or codes {unknown}")
    return found


def elements(power: str, kind: str, number: int) -> tuple[str, ...]:
    """Return the codes of ``number`` elements for a power's troops. ``kind``: the campaign's kind of troops.
    For the kinds in ``POOR``, the power's codes for poorer troops are repeated in order. Other kinds get
    elements in the same proportions as the twelve of the power's army list.
    """
    troops = powers()[power]
    if kind in POOR:
        return tuple(troops.poor[i % len(troops.poor)] for i in range(number))
    return proportion(ready_roster(troops.list).codes, number)


def proportion(codes: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Return a number of codes in the proportions and the order of a list.
    >>> proportion(("3Cv", "3Cv", "3Cv", "3Cv", "2Ps", "2Ps"), 3)
    ('3Cv', '3Cv', '2Ps')
    """
    counts = Counter(codes)
    shares = apportion(number, {code: Fraction(n) for code, n in counts.items()})
    return tuple(code for code in counts for _ in range(shares[code]))


def general_code(power: str) -> str:
    """Return the code of the general's element in a power's army list."""
    roster = ready_roster(powers()[power].list)
    return str(roster.codes[roster.general or 0])
