"""Convert lost elements to strength points: never more than there were, and never from nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from campaigns.bridge.scale import apportion, round_half_up
from engine.game import Facts, Force

FELL = frozenset({"destroyed", "supporter", "recoil", "river", "surrendered"})


def count_fallen(elements: Iterable[Facts]) -> Counter[str]:
    """Count fallen elements by the campaign's unit. Elements that left the table return to a campaign (DBA,
    victory): they count as lost in the battle but cost no strength.
    """
    return Counter(e["unit"] for e in elements if e["unit"] and e["where"] == "lost" and e["cause"] in FELL)


def count_fled(elements: Iterable[Facts]) -> int:
    """Return the number of elements that left the table and will rally."""
    return sum(1 for e in elements if e["unit"] and e["cause"] == "left_table")


def count_fielded(elements: Iterable[Facts]) -> Counter[str]:
    """Return the number of elements of each campaign unit on the table."""
    return Counter(e["unit"] for e in elements if e.get("unit"))


def strength_points(
    force: Force, elements: Iterable[Facts], fallen: Mapping[str, int] | Mapping[str, Fraction]
) -> dict[str, int]:
    """Return the strength points that each unit of a side loses for its fallen elements, including pursuit.

    The side as a whole loses the same share of its strength as of its elements, to the nearest whole point
    (halves up). Units share the loss as their own elements fell, none beyond its strength.
    """
    return shared_out(force, count_fielded(elements), fallen)


def shared_out(
    force: Force, fielded: Mapping[str, int], fallen: Mapping[str, int] | Mapping[str, Fraction]
) -> dict[str, int]:
    """Divide the losses by what each unit fielded and lost, in elements or in points of an army."""
    total, down = sum(fielded.values()), sum(map(Fraction, fallen.values()), Fraction(0))
    lost = round_half_up(down * force.sp / total) if total else 0
    strengths = {unit.id: unit.sp for unit in force.units}
    if total and down == total:
        return {unit: sp for unit, sp in strengths.items() if sp}  # all strength is lost if nobody is left
    weights = {
        unit: Fraction(fallen[unit]) * strengths[unit] / fielded[unit]
        for unit in strengths
        if fallen.get(unit)
    }
    shares = apportion(lost, weights, {unit: strengths[unit] for unit in weights}) if weights else {}
    return {unit: sp for unit, sp in shares.items() if sp}
