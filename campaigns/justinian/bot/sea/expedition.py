"""The expedition to Africa: SP of the Army of the East join the Army of Africa in Egypt, and embark with it.

At first no army on the map can end its activation in Africa, and recruits alone come too slowly. The Army
of the East therefore marches to Palestine. The Army of Africa is raised in the Egyptian port next to
Palestine. One of the two then joins the other for the handover of SP and marches back (6.52, 7.14).
"""

from __future__ import annotations

from typing import Any

from campaigns.justinian.bot.outlook import outlook
from campaigns.justinian.bot.planner import distances, pace
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.march.combine import Redistribute
from campaigns.justinian.rules.march.handler import EndActivation, MoveArmy
from campaigns.justinian.rules.march.march import ActivateArmy
from campaigns.justinian.rules.state.geography import can_embark, neighbours
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.rules.turn.levy import shipyards

GIVER, TAKER, ENEMY = "oriens", "africa", "vandals"
MEETING, BASE = "palaestina_i", "augustamnica_i"
SHIPS = 4
WORTH_IT = 8  # minimum SP worth handing over
THERE_AND_BACK = 3  # MP to march to the other army and return
LAST = 4  # last turn in which the expedition can take place
FIRST_TURN_SEGMENT = 4  # in the first turn, the war in Italy has priority until this segment


def wants_expedition(pos: Position) -> bool:
    """Return whether the expedition should begin or continue. The Vandals must have SP, and the Army of
    Africa must be weak or still to be raised.
    """
    scn = pos.scn
    if any(name not in scn.armies for name in (GIVER, TAKER)) or ENEMY not in scn.powers:
        return False
    if pos.state.turn > LAST or ENEMY in pos.state.gone or not pos.power_sp(ENEMY):
        return False
    if MEETING not in scn.armies[GIVER].end_zone or BASE not in scn.armies[TAKER].rebuild:
        return False
    if not can_embark(scn, BASE) or MEETING not in neighbours(scn, BASE):
        return False
    giver, taker = pos.state.armies.get(GIVER), pos.state.armies.get(TAKER)
    if giver is None or giver.leader is None or giver.sp < WORTH_IT + 1 or giver.defeated:
        return False
    view = outlook(pos)
    if view.barbarian.get(MEETING) or view.barbarian.get(BASE):
        return False
    return taker is None or (taker.at == BASE and _transferable_sp(pos.setting, giver, taker) >= WORTH_IT)


def _transferable_sp(setting: Setting, giver: Army, taker: Army) -> int:
    return min(giver.sp - 1, setting.scn.counters.army_sp_limit - taker.total)


def order(pos: Position) -> Any | None:
    """Return the action that activates an army for the expedition, or None."""
    if not wants_expedition(pos):
        return None
    giver, taker = pos.state.armies[GIVER], pos.state.armies.get(TAKER)
    if giver.at != MEETING:
        way = distances(pos, giver, outlook(pos), BYZANTIUM).get(MEETING)
        late = pos.state.turn > 1 or pos.state.segments >= FIRST_TURN_SEGMENT
        return ActivateArmy(GIVER) if way and late else None
    if taker is None or taker.leader is None:
        return None
    return ActivateArmy(max((giver, taker), key=lambda a: pace(pos.setting, a)).id)


def on_march(pos: Position, frame: March) -> Any | None:
    """Return the next action of a marching army for the expedition, or None."""
    army = pos.state.armies[frame.army]
    giver, taker = pos.state.armies.get(GIVER), pos.state.armies.get(TAKER)
    if army.id not in (GIVER, TAKER) or giver is None:
        return None
    if taker is not None and giver.at == taker.at and giver.at in (MEETING, BASE):
        return _hand_over_sp(pos, frame, giver, taker, MEETING if army is giver else BASE)
    if not wants_expedition(pos):
        return None
    if giver.at != MEETING:
        return _march_to_meeting(pos, frame, giver) if army is giver else None
    other = BASE if army is giver else MEETING
    if taker is None or frame.came_from:
        return EndActivation()
    if frame.mp < THERE_AND_BACK or other not in march.moves(pos, frame):
        return EndActivation()
    return MoveArmy(other)


def _hand_over_sp(pos: Position, frame: March, giver: Army, taker: Army, home: str) -> Any | None:
    men = _transferable_sp(pos.setting, giver, taker)
    if men >= WORTH_IT and frame.mp >= 2:
        return Redistribute(GIVER, TAKER, men)
    if giver.at == home:
        return None
    return MoveArmy(home) if home in march.moves(pos, frame) else EndActivation()


def _march_to_meeting(pos: Position, frame: March, army: Army) -> Any | None:
    way = distances(pos, army, outlook(pos), BYZANTIUM).get(MEETING)
    if way is None or way[1] not in march.moves(pos, frame):
        return None
    return MoveArmy(way[1])


def ships(pos: Position, money: int) -> dict[str, int]:
    """Return the fleet SP to build at the base for the expedition, by port."""
    if pos.state.turn < 2 or BASE not in shipyards(pos) or not wants_expedition(pos):
        return {}
    have = pos.state.fleets.get(FleetKey(BYZANTIUM, BASE))
    number = min(SHIPS - (have.sp if have else 0), money // pos.scn.counters.g_per_fleet)
    return {BASE: number} if number > 0 else {}
