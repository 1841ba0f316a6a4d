"""Convert lost elements to strength points. A unit never loses more than it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from campaigns.bridge.scale import apportion, round_half_up
from engine.game import Facts, Force

FELL = frozenset({"destroyed", "supporter", "recoil", "river", "surrendered"})


def count_fallen(elements: Iterable[Facts]) -> Counter[str]:
    """Count the fallen elements of each campaign unit. Elements that left the table return to the campaign
    (DBA, victory). They count as lost in the battle but cost no strength.
    """
    return Counter(e["unit"] for e in elements if e["unit"] and e["where"] == "lost" and e["cause"] in FELL)


def count_fled(elements: Iterable[Facts]) -> int:
    """Return the number of elements that left the table and will rally."""
    return sum(1 for e in elements if e["unit"] and e["cause"] == "left_table")


def count_fielded(elements: Iterable[Facts]) -> Counter[str]:
    """Return how many elements each campaign unit has on the table."""
    return Counter(e["unit"] for e in elements if e.get("unit"))


def strength_points(
    force: Force, elements: Iterable[Facts], fallen: Mapping[str, int] | Mapping[str, Fraction]
) -> dict[str, int]:
    """Return the strength points that each unit of a side loses for its fallen elements, including those
    lost in pursuit. The side loses the same share of its strength as of its elements, to the nearest
    whole point (halves up). This loss is divided among the units in proportion to the strength of their
    fallen elements. No unit loses more than its strength.
    """
    return divide_losses(force, count_fielded(elements), fallen)


def divide_losses(
    force: Force, fielded: Mapping[str, int], fallen: Mapping[str, int] | Mapping[str, Fraction]
) -> dict[str, int]:
    """Return the strength points that each unit of a side loses, given what it fielded and lost. Both
    amounts count either elements or army points.
    """
    total, down = sum(fielded.values()), sum(map(Fraction, fallen.values()), Fraction(0))
    lost = round_half_up(down * force.sp / total) if total else 0
    strengths = {unit.id: unit.sp for unit in force.units}
    if total and down == total:
        return {unit: sp for unit, sp in strengths.items() if sp}  # nobody is left, so all strength is lost
    weights = {
        unit: Fraction(fallen[unit]) * strengths[unit] / fielded[unit]
        for unit in strengths
        if fallen.get(unit)
    }
    shares = apportion(lost, weights, {unit: strengths[unit] for unit in weights}) if weights else {}
    return {unit: sp for unit, sp in shares.items() if sp}
