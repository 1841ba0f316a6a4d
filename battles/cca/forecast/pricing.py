"""Derive the points of units and leaders from exact chances of combats against the unit types in the printed
set-ups.

A unit's value is the share of an enemy unit that it destroys for each share of itself that it loses.
Shares count instead of blocks, because banners are won for whole units. Each hex that a unit can move and
still fight adds a little to its value. ``data/points.json`` holds the rounded results; a test computes
them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from battles.cca.forecast.odds import exchanges, rampage_odds
from battles.cca.rules.combat.exchange import Answers, Exchange
from battles.cca.rules.combat.situation import Combat, Fighter
from battles.cca.rules.scenarios import scenarios
from battles.cca.rules.units import LEADER, UNITS

STANDARD: Final = "medium_inf"
STANDARD_POINTS: Final = 10
# A card orders only a few units of an army, so a unit that does more damage per order is worth more. This
# part of the value is counted by order and the rest by unit; bench/cca/points.py measured the share.
PER_ORDER: Final = Fraction(1, 2)
REACH: Final = Fraction(1, 8)  # added for each hex beyond the first that a unit can move before it fights
BESIDE: Final = 2  # number of friends next to elephants in a line of battle, which a rampage tramples
NEIGHBOURS: Final = 1  # number of units next to a leader in an average combat; helmets help them too
Shares = tuple[Fraction, Fraction]  # shares lost by the attacker and by the target


@dataclass(frozen=True)
class Measure:
    """Mean losses in one combat, as shares of a unit. ``gives`` is the enemy's loss. ``takes`` is the unit's
    own loss plus the losses of friends that it tramples. ``shoots`` is the loss of an enemy at which the
    unit shoots.
    """

    gives: Fraction
    takes: Fraction
    shoots: Fraction


@cache
def opponents() -> Mapping[str, int]:
    """The number of units of each type in the printed set-ups."""
    printed = (one for one in scenarios().values() if one.layout == "public")
    return Counter(unit.type for one in printed for unit in one.position.units.values())


@cache
def measure(kind: str, leader: str = "") -> Measure:
    """Return the mean results over all opponents. The unit attacks each opponent and is attacked by it, both
    at full strength and with one block lost.
    """
    gives = takes = shoots = Fraction(0)
    cases = 0
    for fighter in _states(kind, leader):
        for name, weight in opponents().items():
            enemy = Fighter(name, UNITS[name].blocks, full=True)
            lost, dealt = _combat(fighter, enemy)
            dealt_back, lost_back = _combat(enemy, fighter)
            gives += weight * (dealt + dealt_back) / 2
            takes += weight * ((lost + lost_back) / 2 + _friends_lost(fighter, enemy))
            shoots += weight * _shot_value(fighter, enemy)
            cases += weight
    return Measure(gives / cases, takes / cases, shoots / cases)


def _states(kind: str, leader: str) -> tuple[Fighter, Fighter]:
    most = UNITS[kind].blocks
    return Fighter(kind, most, full=True, leader=leader), Fighter(kind, most - 1, leader=leader)


def _combat(attacker: Fighter, target: Fighter) -> Shares:
    """Return the shares of their blocks that the attacker and the target lose. A target that can evade is
    assumed to evade if that makes the exchange better for it.
    """
    combat = Combat("close", attacker, target)
    answers = [Answers()]
    if target.kind.may_evade(attacker.kind):
        answers.append(Answers(evade=True))
    return max((_shares(combat, one) for one in answers), key=lambda both: both[0] - both[1])


def _shares(combat: Combat, answers: Answers) -> Shares:
    odds = exchanges(combat, answers)
    lost = odds.expectation(lambda one: one.attacker_toll.lost) / combat.attacker.kind.blocks
    return lost, odds.expectation(_target_lost) / combat.target.kind.blocks


def _friends_lost(fighter: Fighter, enemy: Fighter) -> Fraction:
    """Return the share of friends that a unit's rampage destroys in one combat, whichever side attacks
    (L632-638).
    """
    if not fighter.kind.elephant:
        return Fraction(0)
    attacks, attacked = (
        exchanges(Combat("close", *two), Answers()) for two in ((fighter, enemy), (enemy, fighter))
    )
    wild = attacks.chance(lambda one: one.back is not None and one.back.rampage)
    wild += attacked.chance(lambda one: one.attack is not None and one.attack.rampage)
    return BESIDE * wild / 2 * _trampled_share()


@cache
def _trampled_share() -> Fraction:
    """Return the mean share of a unit that a rampage next to it destroys."""
    lost = Fraction(0)
    for name, weight in opponents().items():
        found = rampage_odds(Fighter(name, UNITS[name].blocks, full=True))
        lost += weight * found.expectation(lambda one: one.lost) / UNITS[name].blocks
    return lost / sum(opponents().values())


def _shot_value(fighter: Fighter, enemy: Fighter) -> Fraction:
    if fighter.kind.missiles is None:
        return Fraction(0)
    odds = exchanges(Combat("ranged", fighter, enemy), Answers())
    return odds.expectation(_target_lost) / enemy.kind.blocks


def _target_lost(one: Exchange) -> int:
    return one.target_toll.lost


def worth(kind: str, leader: str = "") -> Fraction:
    """Return the value of a unit type. ``leader``: "attached" or "adjacent" to add the effect of such a
    leader, or "".
    """
    unit, damage = UNITS[kind], _damage_of(kind, leader)
    reach = max(unit.battle_after_moving, unit.charge, 1) - 1
    by_order = 1 + PER_ORDER * (damage / _damage_of(STANDARD) - 1)
    return damage / measure(kind, leader).takes * (1 + reach * REACH) * by_order


def _damage_of(kind: str, leader: str = "") -> Fraction:
    """Return the share of an enemy unit that a unit destroys in a combat, including any shots before the
    combat.
    """
    found, missiles = measure(kind, leader), UNITS[kind].missiles
    # An enemy on foot needs a turn for each hex of the range. In half of these turns the unit gets an order
    # to shoot.
    return found.gives + (Fraction(missiles.range - 1, 2) * found.shoots if missiles else 0)


@cache
def prices() -> Mapping[str, int]:
    """Return the points of every unit type and of a leader, with halves rounded up."""
    scale = STANDARD_POINTS / worth(STANDARD)
    exact = {kind: worth(kind) * scale for kind in UNITS}
    exact[LEADER] = _leader_value() * scale
    return {name: int(value + Fraction(1, 2)) for name, value in exact.items()}


def _leader_value() -> Fraction:
    """Return the value that a leader adds to the leader's own unit and to the units next to it."""
    total = sum(opponents().values())
    gain = Fraction(0)
    for kind, weight in opponents().items():
        alone = worth(kind)
        gain += weight * (worth(kind, "attached") - alone)
        gain += weight * NEIGHBOURS * (worth(kind, "adjacent") - alone)
    return gain / total
