"""Major powers that are nearly beaten: for Byzantium a harmless remnant is better than none.

A Select marker spent on Vandals or Goths with a handful of men is not spent on the Persians (6.21); and when
the last Persian leader falls, the next turn brings him back with a fresh army (8.26).
"""

from __future__ import annotations

from campaigns.justinian.bot.chances import Chances
from campaigns.justinian.bot.outlook import outlook, powers_at
from campaigns.justinian.rules.ground.control import controller
from campaigns.justinian.rules.ground.geography import neighbours
from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.state import BARBARIAN, MAJORS, State, power_sp, power_sp_at, sp_at

GONE = 80.0  # the harm of Vandals or Ostrogoths being out of the game
REBORN = 25.0  # and of the last Persian army destroyed
TOO_LATE = 3  # turns at the end in which nobody can make much of it
NEAR_VICTORY = 2  # provinces, if there are segments left for them
STRANDED = 10.0  # a beaten force that cannot retreat loses a die of SP (8.21)


def harm(table: Table, state: State, place: str, odds: Chances) -> float:
    """What an attack on that place may cost because it ends a major power."""
    late = state.turn > table.scn.last_turn - TOO_LATE
    segments = table.options.segments_a_turn - state.segments
    reachable = outlook(table, state).missing <= max(1, min(NEAR_VICTORY, segments))
    if late or reachable or not last_of_a_power(state, place):
        return 0.0
    gone = odds.wipe
    if place in table.scn.provinces and not _way_out(table, state, place):
        left = max(1.0, sp_at(state, place, BARBARIAN) - odds.gain)
        gone += max(0.0, odds.win - odds.wipe) * max(0.0, (STRANDED - left) / STRANDED)
    return gone * (REBORN if "persia" in powers_at(state, place) else GONE)


def last_of_a_power(state: State, place: str) -> bool:
    """Are all the SP of a major power in that place?"""
    for power in MAJORS:
        here = power_sp_at(state, place, power)
        if here and here == power_sp(state, power):
            return True
    return False


def _way_out(table: Table, state: State, place: str) -> bool:
    """Could a beaten force go to a province of its own or to other barbarians (8.21)?"""
    own = powers_at(state, place) & set(MAJORS)
    return any(
        controller(state, near) in own or sp_at(state, near, BARBARIAN) > 0
        for near in neighbours(table.scn, place)
    )
