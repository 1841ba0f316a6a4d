"""Chances of alliances, recruits, random events and treasuries (5.32, 5.42, 6.22, 6.23, 6.33, 9.0)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from campaigns.justinian.rules.scenario.types import Scenario, Troops
from campaigns.justinian.rules.segment import alliance
from campaigns.justinian.rules.state import tables
from campaigns.justinian.rules.turn import sardinia, treasuries
from engine.odds import Odds, chance_of_any, uniform

_FACE = Fraction(1, 10)


def alliance_chances(power_drm: int, bribe: int = 0) -> Mapping[str, Fraction]:
    """Return the chances of "barbarian", "neutral" and "byzantine" for a bribe of 0 to 9 G (6.33)."""
    drm = power_drm + alliance.bribe_drm(bribe)
    found = {"barbarian": Fraction(0), "neutral": Fraction(0), "byzantine": Fraction(0)}
    for die in tables.FACES:
        found[alliance.side_of(die + drm)] += _FACE
    return found


def alliance_table(power_drm: int) -> Mapping[int, Mapping[str, Fraction]]:
    """Return the chances of each result by the size of the bribe in G, for every size that the rules allow
    (6.32).
    """
    steps = range(0, tables.EXPENSES["bribe_max"] + 1, tables.EXPENSES["bribe_step"])
    return {g: alliance_chances(power_drm, g) for g in steps}


@lru_cache(maxsize=128)
def recruit(troops: Troops, room: int | None = None) -> Odds[int]:
    """Return the odds of the SP that a power's formula raises, capped by the room left under its SP limit
    (6.23, 4.35).
    """
    raised = uniform(tables.FACES).times(troops.dice) + troops.base
    return raised if room is None else raised.map(lambda sp: min(sp, room))


def levy_chances(room: int) -> Odds[int]:
    """Return the odds of the SP that a Byzantine levy raises, capped by the room left under the SP limit
    (5.32).
    """
    return uniform(max(0, min(d, room)) for d in tables.FACES)


def event_chances() -> Mapping[str, Fraction]:
    """Return the chances of the events of one Random activation (6.22, 9.0). The key "none" is for two dice
    that sum to less than 10. Each revolt has its own key.
    """
    happens = Fraction(sum(x + y >= tables.EVENT_FROM for x, y in product(tables.FACES, repeat=2)), 100)
    found: dict[str, Fraction] = {"none": 1 - happens}
    for die in tables.FACES:
        name = tables.event(die)
        if name != "revolt":
            found[name] = found.get(name, Fraction(0)) + happens * _FACE
            continue
        for where in tables.FACES:
            key = tables.revolt(where)
            found[key] = found.get(key, Fraction(0)) + happens * _FACE * _FACE
    return found


def desertion_chance(randoms: int) -> Fraction:
    """Return the chance that an Unpaid garrison or fleet deserts during the given number of Random
    activations (5.25).
    """
    even = Fraction(sum(map(tables.mutinies, tables.FACES)), 10)
    return chance_of_any(event_chances()["mutiny"] * even, randoms)


def activation_chances(scn: Scenario, out: Container[str] = ()) -> Mapping[str, Fraction]:
    """Return the chance that a Random marker activates each power (6.22). A number that belongs to a power
    in ``out`` is rolled again.
    """
    sizes = {key: p.high - p.low + 1 for key, p in scn.powers.items() if key not in out}
    return {key: Fraction(size, sum(sizes.values())) for key, size in sizes.items()}


def treasure_chances(dice: int) -> Odds[int]:
    """Return the odds of the amount of G in a captured treasury, rolled with this many dice (5.42)."""
    if dice == treasuries.ONE:
        return uniform(treasuries.treasury_gold((d,)) for d in tables.FACES)
    return uniform(tables.FACES).times(dice)


def sardinian_chances() -> Odds[int]:
    """Return the odds of the SP lost in the revolt of Sardinia (9.0)."""
    return uniform(map(sardinia.sardinian_loss, tables.FACES))


def sardinia_held(troops: int, *, ships: bool) -> Fraction:
    """Return the chance that this many SP put down the revolt in Sardinia (9.0). Without ``ships`` the chance
    is 0.
    """
    return sardinian_chances().chance(lambda lost: sardinia.put_down(troops, lost, ships=ships))
