"""The value of a single area for region awards (11.0), which depend on all areas of a region.

The awards count the areas in which other nations are present. An area that only this nation holds is
therefore worth no more than keeping others out. The fewer foreign areas remain, the more it is worth to clear
one.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from campaigns.italia.rules.scenario.types import Award
from campaigns.italia.rules.state.position import Position

CONTROL = "region_control"
MINUS = "region_minus"
KEPT = 0.35  # units in an area prevent this share of the loss that a foreign entry would cause
# factor for each further area to clear first, if the award scores this round or later
HOPE_NOW, HOPE_LATER = 0.5, 0.75


class _MapKey:
    """A position as a cache key, equal for the same pieces, nations and round."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _MapKey):
            return False
        one, two = self.pos.state, other.pos.state
        return (
            one.units is two.units
            and one.leaders is two.leaders
            and one.nations is two.nations
            and one.round == two.round
            and self.pos.setting is other.pos.setting
        )

    def __hash__(self) -> int:
        state = self.pos.state
        return hash((id(state.units), id(state.leaders), id(state.nations), state.round))


def region_values(
    pos: Position, nation: str, due: tuple[tuple[Award, float, bool], ...]
) -> MappingProxyType[str, float]:
    """Return the value of each area for the nation's region awards. ``due``: each award with the present
    value of a point, and with whether it scores this round.
    """
    return _regional(_MapKey(pos), nation, due)


@lru_cache(maxsize=256)
def _regional(
    key: _MapKey, nation: str, due: tuple[tuple[Award, float, bool], ...]
) -> MappingProxyType[str, float]:
    found: dict[str, float] = {}
    for award, counts, now in due:
        others = [area for area in award.areas if held_by_others(key.pos, nation, area)]
        points, hope = award.halves / 2, HOPE_NOW if now else HOPE_LATER
        cleared, lost = marginal_values(award.award, points, len(others), hope)
        for area in award.areas:
            adds = cleared if area in others else lost * KEPT
            found[area] = found.get(area, 0.0) + counts * adds
    return MappingProxyType(found)


def marginal_values(award: str, points: float, others: int, hope: float) -> tuple[float, float]:
    """Return the value of clearing one more area, and the loss from one more foreign area. ``points``: the
    points of the award. A region_minus award loses one of them for each foreign area. ``others``: the number
    of foreign areas now. ``hope``: the factor for each further area to clear first.
    """
    if award == CONTROL:
        cleared: float = points * hope ** (others - 1) / others if others else 0.0
        return cleared, points if not others else 0.0
    above = others - points  # areas that must be cleared before the award scores
    cleared = 1.0 if above <= 0 else hope**above
    return cleared, 1.0 if others < points else 0.0


def held_by_others(pos: Position, nation: str, area: str) -> bool:
    """Return whether an area holds another nation that is not this nation's subject (11.0)."""
    return any(other != nation and pos.holdings(other).overlord != nation for other in pos.nations_at(area))
