"""Giving up an army that is hardly more than a name: its counter then brings ten SP next turn (5.34,
6.53).
"""

from __future__ import annotations

from typing import Any

from campaigns.justinian.bot.outlook import outlook
from campaigns.justinian.rules.march.combine import Redistribute
from campaigns.justinian.rules.march.disband import Disband
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.turn.new_armies import NEW_ARMY_SP

WORTH = 6.0  # the value of ten SP next turn
BARE = 4  # SP that the field army can spare; they stay as garrison
FROM = 5  # the first turn; before it, counters are free
TO_COME = 1  # turns in which the new men must still be of use


def find(pos: Position) -> Army | None:
    """Return the army to give up when no counter is free: the cheapest to lose, with hardly any SP or with a
    neighbour that can take them.
    """
    scn = pos.scn
    mine = [a for a in pos.state.armies.values() if a.power == BYZANTIUM]
    if not FROM <= pos.state.turn <= scn.last_turn - TO_COME or len(mine) < len(scn.armies):
        return None
    if scn.counters.byzantine_sp_limit - pos.byzantine_sp() < NEW_ARMY_SP:
        return None
    left = {a.id: _left_behind(pos, a) for a in mine if _may_go(pos, a)}
    bare = [(sp, pos.state.armies[army].sp, army) for army, sp in left.items() if sp < BARE]
    return pos.state.armies[min(bare)[2]] if bare else None


def on_march(pos: Position, frame: March) -> Any | None:
    """Return the step of an army that is being given up: it hands over its SP and is then disbanded."""
    army = find(pos) if not frame.came_from else None
    if army is None or army.id != frame.army:
        return None
    heir = _heir(pos, army)
    men = min(army.sp - 1, _room(pos.setting, heir)) if heir is not None else 0
    if heir is None or men <= 0:
        return Disband()
    return Redistribute(army.id, heir.id, men) if frame.mp else None


def _may_go(pos: Position, army: Army) -> bool:
    """Return whether the army can be disbanded: it is not Praesental (6.53), no enemy is near, and no allies
    would be lost.
    """
    province = pos.scn.provinces.get(army.at)
    return (
        province is not None
        and province.frontier_allowed
        and not pos.scn.armies[army.id].praesental
        and army.leader is not None
        and army.head is None
        and not army.allied
        and army.at not in outlook(pos).barbarian
    )


def _left_behind(pos: Position, army: Army) -> int:
    """Return the SP that no other army can take over, not counting the last one."""
    heir = _heir(pos, army)
    return army.sp - 1 - (min(army.sp - 1, _room(pos.setting, heir)) if heir is not None else 0)


def _heir(pos: Position, army: Army) -> Army | None:
    """Return the strongest other army there with room."""
    there = (a for a in pos.armies_at(army.at) if a.power == BYZANTIUM and a.id != army.id and a.leader)
    return max((a for a in there if _room(pos.setting, a) > 0), key=lambda a: (a.total, a.id), default=None)


def _room(setting: Setting, army: Army) -> int:
    return setting.scn.counters.army_sp_limit - army.total
