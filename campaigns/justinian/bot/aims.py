"""Find the enemies that Byzantium must beat and the armies that could do it together; recruits go to those
armies.
"""

from __future__ import annotations

from typing import NamedTuple

from campaigns.justinian.bot.outlook import is_must, outlook
from campaigns.justinian.rules.state.geography import mp_distance
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BYZANTIUM, TREASURE_POWERS, Army, State

NEAR = 9  # MP between an army and an enemy it can be meant for
SMALL = 6  # an enemy with this many SP or fewer can be beaten by any army
SUPERIOR = 1.25  # how far superior to the enemy the bot wants to be
CITY = 1.15  # how much stronger an army must be against a City held by the enemy
MORTAL = 12.0  # the bonus, in SP, for an enemy that can be destroyed for good
EAST = 3  # the turn from which the bot deals with the Persians
TOGETHER = 2  # the most armies that can be combined against one enemy


class Aim(NamedTuple):
    """An enemy force in ``place``. ``gap``: the SP that ``armies``, strongest first, lack to beat it."""

    gap: float
    place: str
    foes: int
    armies: tuple[str, ...]
    mortal: bool  # whether one of its powers can be destroyed for good (8.28)


def aims(pos: Position) -> list[Aim]:
    """Return every enemy force worth beating, the one with the smallest gap first."""
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
            Aim(wanted - have, place, foes, tuple(a.id for a in armies[:TOGETHER]), _mortal(pos.state, place))
        )
    return sorted(found, key=lambda aim: (aim.gap - _weight(pos, aim.place), aim.place))


def _weight(pos: Position, place: str) -> float:
    """Weigh an enemy force: provinces that count and powers that can be destroyed for good (8.28) weigh more.
    Persia weighs less in the early turns because it returns.
    """
    powers = _powers(pos.state, place)
    weight = 4.0 if is_must(pos.setting, place) else 0.0
    if _mortal(pos.state, place):
        weight += MORTAL
    if "persia" in powers and pos.state.turn < EAST:
        weight -= MORTAL
    return weight


def _powers(state: State, place: str) -> set[str]:
    there = {a.power for a in state.armies.values() if a.at == place and a.total}
    return there | set(state.detached.get(place, {}))


def _mortal(state: State, place: str) -> bool:
    return bool(_powers(state, place) & set(TREASURE_POWERS))


def _meant_for(setting: Setting, army: Army, place: str) -> bool:
    info = setting.scn.armies.get(army.id)
    if info is None or army.leader is None or info.praesental or place not in info.end_zone:
        return False
    if army.at not in setting.scn.provinces:
        return False
    return mp_distance(setting.scn, army.at).get(place, 99) <= NEAR


def first_lacking(pos: Position) -> Aim | None:
    """Return the first enemy force that recruits could make beatable."""
    return next((aim for aim in aims(pos) if aim.gap > 0), None)
