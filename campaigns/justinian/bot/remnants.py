"""The better bot's treatment of nearly beaten major powers. A harmless remnant is better for Byzantium than
an eliminated power. A Select marker spent on a handful of Vandals or Goths is not spent on the Persians
(6.21). The last Persian leader, once eliminated, returns next turn with a fresh army (8.26).
"""

from __future__ import annotations

from campaigns.justinian.bot.chances import Chances
from campaigns.justinian.bot.outlook import outlook, powers_at
from campaigns.justinian.rules.state.control import controller
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, MAJORS, State

GONE = 80.0  # harm if Vandals or Ostrogoths leave the game
REBORN = 25.0  # harm if the last Persian army is destroyed
TOO_LATE = 3  # number of final turns in which this harm hardly matters
NEAR_VICTORY = 2  # victory is near if at most this many provinces are missing and enough segments are left
STRANDED = 10.0  # SP below which a stranded force may lose all its SP to one die (8.21)


def harm(pos: Position, place: str, odds: Chances) -> float:
    """Return the expected harm to Byzantium of an attack that may eliminate a major power. It is 0 if the
    attack cannot, or if victory or the end of the game is near.
    """
    late = pos.state.turn > pos.scn.last_turn - TOO_LATE
    segments = pos.options.segments_a_turn - pos.state.segments
    reachable = outlook(pos).missing <= max(1, min(NEAR_VICTORY, segments))
    if late or reachable or not last_of_a_power(pos.state, place):
        return 0.0
    gone = odds.wipe
    if place in pos.scn.provinces and not _can_retreat(pos, place):
        left = max(1.0, pos.sp_at(place, BARBARIAN) - odds.gain)
        gone += max(0.0, odds.win - odds.wipe) * max(0.0, (STRANDED - left) / STRANDED)
    return gone * (REBORN if "persia" in powers_at(pos.state, place) else GONE)


def last_of_a_power(state: State, place: str) -> bool:
    """Return whether all SP of a major power are in one place."""
    for power in MAJORS:
        here = state.power_sp_at(place, power)
        if here and here == state.power_sp(power):
            return True
    return False


def _can_retreat(pos: Position, place: str) -> bool:
    """Return whether a beaten force could retreat to a province of its power or to other barbarians
    (8.21).
    """
    own = powers_at(pos.state, place) & set(MAJORS)
    return any(
        controller(pos.state, near) in own or pos.sp_at(near, BARBARIAN) > 0
        for near in neighbours(pos.scn, place)
    )
