"""The derivation of the points of units and leaders from exact chances of combats against the unit types in
the printed set-ups.

A unit is worth the share of an enemy unit that it destroys for each share of itself that it loses, since
banners count and not men. It is worth a little more for each hex that it can move and still fight.
``data/points.json`` holds the results, rounded; a test computes them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from battles.cca.forecast.odds import exchanges, treads
from battles.cca.rules.combat.exchange import Answers, Exchange
from battles.cca.rules.combat.situation import Combat, Fighter
from battles.cca.rules.scenarios import scenarios
from battles.cca.rules.units import LEADER, UNITS

STANDARD: Final = "medium_inf"
STANDARD_POINTS: Final = 10
# A card orders few of an army's units, so an order for a unit that deals more is worth more. This part of the
# value is counted by order and the rest by unit; bench/cca_points.py measured it.
PER_ORDER: Final = Fraction(1, 2)
REACH: Final = Fraction(1, 8)  # added for each hex beyond the first that a unit can move and still fight
BESIDE: Final = 2  # friends beside elephants in a line of battle, who are trampled when these rampage
NEIGHBOURS: Final = 1  # units next to a leader that his helmets help in an average combat
Shares = tuple[Fraction, Fraction]  # shares lost by the attacker and by the target


@dataclass(frozen=True)
class Measure:
    """Mean shares of a unit lost in one combat: ``gives`` by the enemy, ``takes`` by the unit itself and the
    friends that it tramples, and ``shoots`` by the enemy when it is shot at once.
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
    """Return the mean over all opponents, at full strength and with one block lost, attacking
    and attacked.
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
    """Return the shares that both units lose. A target that can evade does so when that serves it better."""
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
    """Return the share of friends that a unit tramples in one combat, begun by either side (L632-638)."""
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
        found = treads(Fighter(name, UNITS[name].blocks, full=True))
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
    """Return the value of a unit type. ``leader``: the value with a leader attached or adjacent."""
    unit, damage = UNITS[kind], _damage_of(kind, leader)
    reach = max(unit.battle_after_moving, unit.charge, 1) - 1
    by_order = 1 + PER_ORDER * (damage / _damage_of(STANDARD) - 1)
    return damage / measure(kind, leader).takes * (1 + reach * REACH) * by_order


def _damage_of(kind: str, leader: str = "") -> Fraction:
    """Return the share of an enemy unit that a unit destroys in a combat, with the shots before it."""
    found, missiles = measure(kind, leader), UNITS[kind].missiles
    # an enemy on foot takes a turn for each hex of the range, and every other turn has an order for the shot
    return found.gives + (Fraction(missiles.range - 1, 2) * found.shoots if missiles else 0)


@cache
def prices() -> Mapping[str, int]:
    """Return the points of every unit type and of a leader, with halves rounded up."""
    scale = STANDARD_POINTS / worth(STANDARD)
    exact = {kind: worth(kind) * scale for kind in UNITS}
    exact[LEADER] = _leader_value() * scale
    return {name: int(value + Fraction(1, 2)) for name, value in exact.items()}


def _leader_value() -> Fraction:
    """Return the value that a leader adds to his unit and to the units next to it."""
    total = sum(opponents().values())
    gain = Fraction(0)
    for kind, weight in opponents().items():
        alone = worth(kind)
        gain += weight * (worth(kind, "attached") - alone)
        gain += weight * NEIGHBOURS * (worth(kind, "adjacent") - alone)
    return gain / total
