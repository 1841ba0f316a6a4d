"""What areas are worth to a nation now: income, and the points of the next scoring (11.0)."""

from __future__ import annotations

from functools import lru_cache

from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.scenario.types import ENTRY, Scenario

INCOME = 1.0


class _Key:
    """A scenario as a key: the same object, not an equal one."""

    def __init__(self, scn: Scenario) -> None:
        self.scn = scn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.scn is self.scn

    def __hash__(self) -> int:
        return id(self.scn)


@lru_cache(maxsize=2048)
def _points(key: _Key, nation: str, round: int) -> dict[str, tuple[float, float]]:
    """Area -> points for holding it, and for a city in it, at the next scoring."""
    scn = key.scn
    due = min((r for r in scn.scoring if r >= round), default=0)
    found: dict[str, tuple[float, float]] = {}
    for award in scn.awards:
        if (award.nation, award.round) != (nation, scn.scoring.get(due)):
            continue
        areas = award.areas or tuple(a.id for a in scn.board.areas.values() if a.kind != ENTRY)
        for area in areas:
            held, city = found.get(area, (0.0, 0.0))
            if award.award == "area":
                held += award.halves / 2
            elif award.award in ("city", "area_with_city"):
                city += award.halves / 2
            else:
                held += award.halves / 2 / len(areas)
            found[area] = (held, city)
    return found


def worth(pos: Position, nation: str, area: str) -> float:
    """What holding an area gives: gold of a round, and points, more urgent the nearer the scoring."""
    scn, here = pos.scn, pos.area(area)
    earns = pos.nation(nation).income != "none" and here.kind != ENTRY
    due = min((r for r in scn.scoring if r >= pos.state.round), default=pos.state.round)
    haste = 1.5 if due == pos.state.round else 1.0
    held, city = _points(_Key(scn), nation, pos.state.round).get(area, (0.0, 0.0))
    found = haste * held + (INCOME if earns else 0.0)
    if pos.stands(area):
        found += haste * city + (INCOME if earns else 0.0)
        owner = pos.state.cities[area].owner
        if owner and owner != pos.seat(nation):
            found += 2.0
    return found if here.kind != ENTRY or pos.uses(nation, area) else -1.0


def threatened(pos: Position, nation: str, area: str) -> int:
    """How many foreign units stand next to an area."""
    return sum(
        pos.troops(near, other)
        for near in pos.scn.board.beside(area)
        for other in pos.nations_at(near)
        if other != nation and not pos.friends(nation, other)
    )
