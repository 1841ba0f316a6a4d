"""One man in each important province, to stop the enemy from placing a marker in passing.

No marker is placed next to SP of another power (7.18): the enemy must attack and win first, for an MP and
with a die for disorganisation after it (8.21). And a man in an Egyptian province keeps it quiet (9.0).
"""

from __future__ import annotations

from campaigns.justinian.bot.outlook import is_must, outlook
from campaigns.justinian.rules.ground.geography import entries, mp_distance
from campaigns.justinian.rules.ground.position import Position
from campaigns.justinian.rules.ground.state import BYZANTIUM, MAJORS

MOST = 3  # new posts at a time
REACH = 7  # MP of a major power's march in one activation
RESTLESS = "egypt_revolt"


def posts(pos: Position, sp: int) -> list[str]:
    """Provinces to be manned with one SP each: where a marker is nearest first."""
    if sp <= 0:
        return []
    view = outlook(pos)
    open_to = _reach(pos)
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


def _reach(pos: Position) -> dict[str, int]:
    """MP from the nearest army of a major power, on the map or about to leave its box."""
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
