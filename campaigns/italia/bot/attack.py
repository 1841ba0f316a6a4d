"""Attacks that are thought of: who could fight in an area, and how likely they are to take it."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.forecast.estimate import chance
from campaigns.italia.rules.combat.battle import Battle, situation
from campaigns.italia.rules.combat.situation import Group
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.scenario.types import FLEET


def likely(
    pos: Position, nation: str, area: str, more: Mapping[str, int], leaders: int = 0, *, wet: bool = False
) -> float:
    """The chance to take an area with those who are there and these more; against all foes one by one."""
    found = 1.0
    for foe in pos.foes(nation, area):
        s = situation(pos, Battle(area, nation, foe))
        units = {u: n for u, n in pos.units(area, nation).items() if u != FLEET}
        for unit, number in more.items():
            units[unit] = units.get(unit, 0) + number
        if not any(units.values()):
            return 0.0
        found *= chance(
            s.with_groups(Group(units, s.attacker.leaders + leaders, weak=s.attacker.weak), s.defender)
        )
    return found * (0.85 if wet else 1.0)
