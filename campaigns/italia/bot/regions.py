"""The value of one area for region awards (11.0): holding a whole region, or keeping it from others.

Awards count presence, so an area that nobody else holds is worth only what keeping it gives. An area held by
others is worth more, the fewer such areas remain.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from campaigns.italia.rules.scenario.types import Award
from campaigns.italia.rules.state.position import Position

CONTROL = "region_control"
MINUS = "region_minus"
KEPT = 0.35  # the part of the loss from foreign entry that units in the area prevent
# the factor for each further area that must be cleared before this one counts
HOPE_NOW, HOPE_LATER = 0.5, 0.75


class _Map:
    """A position as a cache key: the same pieces, subjects and round."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Map):
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


def regional(
    pos: Position, nation: str, due: tuple[tuple[Award, float, bool], ...]
) -> MappingProxyType[str, float]:
    """Return the contribution of each area to the nation's region awards. ``due``: the awards, the present
    value of a point in each, and whether it scores this round.
    """
    return _regional(_Map(pos), nation, due)


@lru_cache(maxsize=256)
def _regional(
    key: _Map, nation: str, due: tuple[tuple[Award, float, bool], ...]
) -> MappingProxyType[str, float]:
    found: dict[str, float] = {}
    for award, counts, now in due:
        others = [area for area in award.areas if held_by_others(key.pos, nation, area)]
        points, hope = award.halves / 2, HOPE_NOW if now else HOPE_LATER
        cleared, lost = marginal(award.award, points, len(others), hope)
        for area in award.areas:
            adds = cleared if area in others else lost * KEPT
            found[area] = found.get(area, 0.0) + counts * adds
    return MappingProxyType(found)


def marginal(award: str, points: float, others: int, hope: float) -> tuple[float, float]:
    """Return the value of clearing one more area, and the loss from one more foreign area."""
    if award == CONTROL:
        cleared: float = points * hope ** (others - 1) / others if others else 0.0
        return cleared, points if not others else 0.0
    above = others - points  # the number of areas to clear before anything scores
    cleared = 1.0 if above <= 0 else hope**above
    return cleared, 1.0 if others < points else 0.0


def held_by_others(pos: Position, nation: str, area: str) -> bool:
    """Return whether a nation not subject to this one is there (11.0)."""
    return any(other != nation and pos.holdings(other).overlord != nation for other in pos.nations_at(area))
