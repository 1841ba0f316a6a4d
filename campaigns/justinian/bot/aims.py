"""The enemies that Byzantium must beat, and the armies that could beat them together. Recruits go to those
armies.
"""

from __future__ import annotations

from typing import NamedTuple

from campaigns.justinian.bot.outlook import is_must, outlook
from campaigns.justinian.rules.state.geography import mp_distance
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BYZANTIUM, TREASURE_POWERS, Army, State

NEAR = 9  # an army farther than this many MP from an enemy is not considered
SMALL = 6  # any army can beat an enemy with fewer SP than this
SUPERIOR = 1.25  # desired ratio of the armies' SP to the enemy's
CITY = 1.15  # additional factor if the enemy controls a City
MORTAL = 12.0  # bonus for an enemy that can be destroyed for good
EAST = 3  # the turn from which the bot fights the Persians
TOGETHER = 2  # maximum number of armies that combine against one enemy


class Aim(NamedTuple):
    """An enemy force in ``place`` and the ``armies`` that could beat it, strongest first. ``foes`` is the
    enemy's SP. ``gap`` is the SP that the armies lack, negative if they have enough.
    """

    gap: float
    place: str
    foes: int
    armies: tuple[str, ...]
    mortal: bool  # whether a power in the force can be destroyed for good (8.28)


def aims(pos: Position) -> list[Aim]:
    """Return every enemy force worth beating, easiest and most valuable first."""
    view = outlook(pos)
    found = []
    for place, foes in view.barbarian.items():
        if place not in pos.scn.provinces or foes < SMALL:
            continue
        armies = sorted(
            (a for a in pos.state.armies.values() if _meant_for(pos.setting, a, place)),
            key=lambda a: (-a.total, a.id),
        )
        if not armies:
            continue
        held = view.held[place] not in (BYZANTIUM, "nobody", "revolt")
        wanted = foes * SUPERIOR * (CITY if held and pos.scn.provinces[place].is_city else 1.0)
        have = sum(a.total for a in armies[:TOGETHER])
        found.append(
            Aim(
                wanted - have,
                place,
                foes,
                tuple(a.id for a in armies[:TOGETHER]),
                _is_mortal(pos.state, place),
            )
        )
    return sorted(found, key=lambda aim: (aim.gap - _weight(pos, aim.place), aim.place))


def _weight(pos: Position, place: str) -> float:
    """Return the weight of an enemy force. It is higher in a required province, and for a power that can be
    destroyed for good (8.28). Persia weighs less in the early turns because it returns.
    """
    powers = _powers_at(pos.state, place)
    weight = 4.0 if is_must(pos.setting, place) else 0.0
    if _is_mortal(pos.state, place):
        weight += MORTAL
    if "persia" in powers and pos.state.turn < EAST:
        weight -= MORTAL
    return weight


def _powers_at(state: State, place: str) -> set[str]:
    there = {a.power for a in state.armies.values() if a.at == place and a.total}
    return there | set(state.detached.get(place, {}))


def _is_mortal(state: State, place: str) -> bool:
    return bool(_powers_at(state, place) & set(TREASURE_POWERS))


def _meant_for(setting: Setting, army: Army, place: str) -> bool:
    info = setting.scn.armies.get(army.id)
    if info is None or army.leader is None or info.praesental or place not in info.end_zone:
        return False
    if army.at not in setting.scn.provinces:
        return False
    return mp_distance(setting.scn, army.at).get(place, 99) <= NEAR


def first_aim_lacking_sp(pos: Position) -> Aim | None:
    """Return the first enemy force that armies could beat only with recruits, or None."""
    return next((aim for aim in aims(pos) if aim.gap > 0), None)
