"""Garrisons of one SP in important provinces, so that the enemy cannot place markers in passing.
A marker cannot be placed in a province with SP of another power (7.18). The enemy must first attack and
win, which costs an MP and a disorganisation check (8.21). An SP in an Egyptian province also prevents a
revolt (9.0).
"""

from __future__ import annotations

from campaigns.justinian.bot.outlook import is_must, outlook
from campaigns.justinian.rules.state.geography import entries, mp_distance
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, MAJORS

MOST = 3  # maximum number of garrisons placed at a time
REACH = 7  # maximum MP of a major power's army in one activation
RESTLESS = "egypt_revolt"


def posts(pos: Position, sp: int) -> list[str]:
    """Return the provinces to garrison with one SP each, those nearest to an enemy first."""
    if sp <= 0:
        return []
    view = outlook(pos)
    open_to = _distances_from_enemies(pos)
    bare = [
        p.id
        for p in pos.scn.provinces.values()
        if p.frontier_allowed
        and is_must(pos.setting, p.id)
        and view.held[p.id] == BYZANTIUM
        and not view.byzantine.get(p.id)
        and (p.id in open_to or RESTLESS in p.groups)
    ]
    return sorted(bare, key=lambda p: (open_to.get(p, REACH), p))[: min(sp, MOST)]


def _distances_from_enemies(pos: Position) -> dict[str, int]:
    """Return the MP to each place from the nearest army of a major power, whether on the map or about to
    leave its box.
    """
    found: dict[str, int] = {}
    for army in pos.state.armies.values():
        if army.power not in MAJORS or army.power in pos.state.gone:
            continue
        on_map = army.at in pos.scn.provinces
        if on_map and not army.total:
            continue
        ahead = 0 if on_map else 1
        for start in (army.at,) if on_map else entries(pos.scn, army.power):
            for place, mp in mp_distance(pos.scn, start).items():
                if mp + ahead <= min(REACH, found.get(place, REACH)):
                    found[place] = mp + ahead
    return found
