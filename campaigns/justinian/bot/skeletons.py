"""Disbanding an army with hardly any SP, because its counter can return next turn with ten SP
(5.34, 6.53).
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

WORTH = 6.0  # value of ten SP next turn
BARE = 4  # an army whose disbanding would leave at least this many SP behind is kept
FROM = 5  # first turn in which armies are disbanded; in earlier turns, some counters are still free
TO_COME = 1  # turns that must remain for the new army to be of use


def army_to_disband(pos: Position) -> Army | None:
    """Return the army to disband, or None. An army is disbanded only if no counter is free and few of its SP
    would be left as frontier troops. The army that would leave the fewest is chosen.
    """
    scn = pos.scn
    mine = [a for a in pos.state.armies.values() if a.power == BYZANTIUM]
    if not FROM <= pos.state.turn <= scn.last_turn - TO_COME or len(mine) < len(scn.armies):
        return None
    if scn.counters.byzantine_sp_limit - pos.byzantine_sp() < NEW_ARMY_SP:
        return None
    left = {a.id: _left_behind(pos, a) for a in mine if _can_disband(pos, a)}
    bare = [(sp, pos.state.armies[army].sp, army) for army, sp in left.items() if sp < BARE]
    return pos.state.armies[min(bare)[2]] if bare else None


def on_march(pos: Position, frame: March) -> Any | None:
    """Return the next action of an army to be disbanded, or None for any other army. The army first hands
    over its SP if another army can take them.
    """
    army = army_to_disband(pos) if not frame.came_from else None
    if army is None or army.id != frame.army:
        return None
    heir = _heir(pos, army)
    men = min(army.sp - 1, _room(pos.setting, heir)) if heir is not None else 0
    if heir is None or men <= 0:
        return Disband()
    return Redistribute(army.id, heir.id, men) if frame.mp else None


def _can_disband(pos: Position, army: Army) -> bool:
    """Return whether the army can be disbanded at no further cost. It must not be Praesental (6.53) or near
    an enemy, and no allies may be lost.
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
    """Return how many SP the army would leave behind. It hands over all but its last SP, as far as the
    strongest other army in the province has room.
    """
    heir = _heir(pos, army)
    return army.sp - 1 - (min(army.sp - 1, _room(pos.setting, heir)) if heir is not None else 0)


def _heir(pos: Position, army: Army) -> Army | None:
    """Return the strongest other army in the province that can take SP, or None."""
    there = (a for a in pos.armies_at(army.at) if a.power == BYZANTIUM and a.id != army.id and a.leader)
    return max((a for a in there if _room(pos.setting, a) > 0), key=lambda a: (a.total, a.id), default=None)


def _room(setting: Setting, army: Army) -> int:
    return setting.scn.counters.army_sp_limit - army.total
