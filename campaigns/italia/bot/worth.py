"""The value of areas, units and gold to a nation in points. It depends on the nation's card and the rounds
left (11.0).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from campaigns.italia.bot.regions import CONTROL, MINUS, region_values
from campaigns.italia.rules.scenario.types import ENTRY, Award, Scenario
from campaigns.italia.rules.state.position import Position

SOON, LATER = 0.65, 0.3  # weights of points at the next scoring and at later ones
AT_THE_END = 2  # rewards for the end of the game count only in this many final rounds
DENIED = 0.3  # the value of a point denied to another player


class _ScenarioKey:
    """A scenario as a cache key, compared by identity."""

    def __init__(self, scn: Scenario) -> None:
        self.scn = scn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ScenarioKey) and other.scn is self.scn

    def __hash__(self) -> int:
        return id(self.scn)


class Due(NamedTuple):
    """The rewards still to come on a nation's card. ``areas``: the points of each area and of a city in it.
    ``regions``: each award for a region, with the present value of a point and whether it scores this round.
    """

    areas: dict[str, tuple[float, float]]
    regions: tuple[tuple[Award, float, bool], ...]


@lru_cache(maxsize=4096)
def _due(key: _ScenarioKey, nation: str, round: int) -> Due:
    scn = key.scn
    rounds = [r for r in sorted(scn.scoring) if round <= r <= scn.nations[nation].last]
    counts = {scn.scoring[r]: _point_weight(r, round, place) for place, r in enumerate(rounds)}
    found: dict[str, tuple[float, float]] = {}
    regions = []
    for award in scn.awards:
        if award.nation != nation or award.round not in counts:
            continue
        counted = counts[award.round]
        if award.award in (CONTROL, MINUS):
            regions.append((award, counted, scn.scoring.get(round) == award.round))
            continue
        points = counted * award.halves / 2
        for area in award.areas or tuple(a.id for a in scn.board.areas.values() if a.kind != ENTRY):
            held, city = found.get(area, (0.0, 0.0))
            if award.award == "area":
                held += points
            else:
                city += points
            found[area] = (held, city)
    if scn.rounds - round < AT_THE_END:
        for b in scn.bounties:
            if (b.nation, b.event) == (nation, "end_control"):
                held, city = found.get(b.area, (0.0, 0.0))
                found[b.area] = (held + _point_weight(scn.rounds, round, 0) * b.halves / 2, city)
    return Due(found, tuple(regions))


def _point_weight(due: int, round: int, place: int) -> float:
    if place:
        return LATER
    return 1.0 if due == round else SOON


def points(pos: Position, nation: str, area: str) -> float:
    """Return the points that a nation can still score for an area in its present state, with or without a
    city.
    """
    due = _due(_ScenarioKey(pos.scn), nation, pos.state.round)
    held, city = due.areas.get(area, (0.0, 0.0))
    found = held + (city if pos.has_city(area) else 0.0)
    return found + (region_values(pos, nation, due.regions).get(area, 0.0) if due.regions else 0.0)


def city_points(pos: Position, nation: str, area: str) -> float:
    """Return the points that the nation can still score for a city in an area."""
    return _due(_ScenarioKey(pos.scn), nation, pos.state.round).areas.get(area, (0.0, 0.0))[1]


def gold_worth(pos: Position, nation: str) -> float:
    """Return the value of one gold, which is lower the fewer rounds are left to spend it."""
    return (0.0, 0.12, 0.22, 0.3)[min(3, max(0, rounds_left(pos, nation)))]


def rounds_left(pos: Position, nation: str) -> int:
    """Return the number of rounds left for a nation after this one, up to its last scoring."""
    last = max((r for r in pos.scn.scoring if r <= pos.nation(nation).last), default=0)
    return last - pos.state.round


def unit_worth(pos: Position, nation: str) -> float:
    """Return the value of a unit apart from the area it holds."""
    left = rounds_left(pos, nation)
    return 0.1 if left <= 0 else 0.5 if left == 1 else 0.9


def worth(pos: Position, nation: str, area: str) -> float:
    """Return the value of holding an area: its points and its income over the next rounds."""
    here = pos.area(area)
    if here.kind == ENTRY and not pos.treats_as_ordinary(nation, area):
        return 0.0
    found = points(pos, nation, area)
    if pos.nation(nation).income != "none" and (here.kind != ENTRY or pos.treats_as_ordinary(nation, area)):
        earned = (1 + pos.has_city(area)) * gold_worth(pos, nation)
        found += earned * min(3, max(0, rounds_left(pos, nation)))
    home = pos.nation(nation).effect("fixed_capital")
    return found + (2.0 if home and home["area"] == area else 0.0)


def denial_value(pos: Position, nation: str, area: str) -> float:
    """Return the gain from denying an area to the nations in it. The gain is negative for nations that the
    player of ``nation`` plays too.
    """
    found = 0.0
    for other in pos.foes(nation, area):
        lost = points(pos, other, area)
        found += lost * DENIED if pos.seat(other) != pos.seat(nation) else -lost - 1.0
    return found


def count_threats(pos: Position, nation: str, area: str) -> int:
    """Return the number of other players' units next to an area. Subjects and overlords do not count."""
    return sum(
        pos.troops(near, other)
        for near in pos.scn.board.adjacent_areas(area)
        for other in pos.nations_at(near)
        if pos.seat(other) != pos.seat(nation) and not pos.friends(nation, other)
    )
