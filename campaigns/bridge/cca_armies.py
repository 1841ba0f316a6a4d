"""Convert a campaign's soldiers to units of Commands & Colors: Ancients. This module decides the size of both
armies, how many cards each side holds, and which types of unit represent soldiers of each quality.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from battles.cca.rules.army.box import grey_labels
from battles.cca.rules.army.points import POINTS
from battles.cca.rules.units import ROSTER, UNITS
from campaigns.bridge.from_campaign import read
from campaigns.bridge.mixing import Pieces
from campaigns.bridge.scale import round_half_up

BOTTOM, TOP = "bottom", "top"
REGULAR = "regular"


@cache
def data() -> Mapping[str, Any]:
    """Return the bridge's data. Raises ValueError if the data name types of unit that the base box lacks."""
    found = read("cca")
    named = {kind for row in found["quality"].values() for mix in row.values() for kind in mix}
    wrong = [kind for kind in sorted(named) if kind not in UNITS or not UNITS[kind].in_base_box]
    if wrong:
        raise ValueError(f"cca.toml: not in the box: {wrong}")
    return found


def points_of(sp: Mapping[str, int], part: int = 100) -> dict[str, int]:
    """Return the points that each side can spend on troops, given both sides' strengths. ``part``: the
    percentage of the normal points that is used.
    """
    size, larger = data()["size"], max(sp.values())
    most = [points for least, points in size["table"] if larger >= least][-1] * part // 100
    return {
        side: max(size["least"], round_half_up(Fraction(most * each, larger))) for side, each in sp.items()
    }


def hands(better: Mapping[str, int]) -> dict[str, int]:
    """Return how many cards each side holds. ``better``: by how much each side is better led, or 0."""
    rule, found = data()["hand"], {}
    for side, other in (("attacker", "defender"), ("defender", "attacker")):
        found[side] = rule["usual"]
        if better[side]:
            found[side] = rule["better"]
        if better[other] >= rule["much"]:
            found[side] = rule["worse"]
    return found


def quality(power: str, kind: str) -> str:
    """Return the quality of a unit's soldiers, which the data file gives by type of counter or by power."""
    of: Mapping[str, list[str]] = data()["of"]
    return next((name for name, whose in of.items() if kind in whose or power in whose), REGULAR)


def types(mix: Mapping[str, int], grade: str) -> dict[str, Fraction]:
    """Return the types of unit that represent a mix of soldiers of one quality, each with its share of the
    points.
    """
    found: dict[str, Fraction] = {}
    for sort, share in mix.items():
        kinds: Mapping[str, int] = data()["quality"][grade][sort]
        for kind, part in kinds.items():
            found[kind] = found.get(kind, Fraction(0)) + Fraction(share * part, sum(kinds.values()))
    return found


class Box(Pieces):
    """The units of the boxed game that a side can still use. Each side gets half of the blocks of each size.
    Grey units are also limited by the number of their labels.
    """

    def __init__(self, seat: str) -> None:
        most = {kind: sum(ROSTER.box.blocks.values()) for kind in UNITS} | (
            grey_labels() if seat == BOTTOM else {}
        )
        sorts = {kind: (kind, *data()["instead"].get(kind, ())) for kind in UNITS}
        super().__init__(sorts, most, POINTS, data()["filling"]["order"])
        self.stock = {size: number // 2 for size, number in ROSTER.box.blocks.items()}

    def piece(self, sort: str) -> str:
        able = (kind for kind in self.sorts[sort] if self.left[kind])
        return next((k for k in able if self.stock[UNITS[k].block_size] >= UNITS[k].blocks), "")

    def use(self, piece: str) -> None:
        super().use(piece)
        self.stock[UNITS[piece].block_size] -= UNITS[piece].blocks


def worth(troops: Mapping[str, int]) -> int:
    """Return the points that these troops cost, given the number of units of each type."""
    return sum(POINTS[kind] * number for kind, number in troops.items())


def blocks(troops: Mapping[str, int]) -> int:
    """Return the number of blocks of an army at full strength."""
    return sum(UNITS[kind].blocks * number for kind, number in troops.items())


def total_troops(units: Mapping[str, Mapping[str, int]]) -> Counter[str]:
    """Return the number of units of each type, added up over several campaign units."""
    found: Counter[str] = Counter()
    for troops in units.values():
        found.update(troops)
    return found
