"""The house rule at 10: each unit is a separate target. No unit may be aimed at twice before every enemy has
been aimed at once.

A single unit is written as a kind such as ``legion#2``, or ``legion:sea#1`` if it came by sea. A player
aims with one type at a time, since the targets left for a type depend on the aims before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from campaigns.italia.rules.combat.situation import (
    ALONE,
    Aims,
    Group,
    Side,
    Situation,
    other,
    to_hit,
    type_of,
    unit_type_of,
)
from engine.game import Option, Share


def separate_units(s: Situation) -> Situation:
    """Return the Situation with every unit as a separate kind. Hurt units have the lowest numbers."""
    return s.with_groups(_number_units(s.attacker), _number_units(s.defender))


def _number_units(group: Group) -> Group:
    units: dict[str, int] = {}
    hurt: dict[str, int] = {}
    for kind, number in group.units.items():
        bearing = group.hurt.get(kind, 0)
        for index in range(1, number + 1):
            units[f"{kind}{ALONE}{index}"] = 1
            if index <= bearing:
                hurt[f"{kind}{ALONE}{index}"] = 1
    return replace(group, units=units, hurt=hurt)


def own_types(s: Situation, side: Side) -> dict[str, int]:
    """Return the number of a side's units of each type, in the order in which they aim."""
    found: dict[str, int] = {}
    for kind, number in sorted(s.group(side).units.items()):
        found[type_of(kind)] = found.get(type_of(kind), 0) + number
    return found


def still_to_aim(s: Situation, side: Side, aims: Aims) -> str:
    """Return the type among a side's units that aims next, or "" if all types have aimed."""
    return next((unit for unit in own_types(s, side) if unit not in aims), "")


def aimed_at(aims: Aims) -> dict[str, int]:
    """Return the number of units that already aim at each enemy."""
    found: dict[str, int] = {}
    for at in aims.values():
        for target, number in at.items():
            found[target] = found.get(target, 0) + number
    return found


def target_field(s: Situation, side: Side, unit: str, aims: Aims) -> Share:
    """Return the field for the targets of a side's units of one type. As long as there are enough enemies at
    which nobody aims, only these are legal. If there are too few, each of them must get at least one aim.
    """
    number, before = own_types(s, side)[unit], aimed_at(aims)
    targets = s.group(other(side)).units
    untouched = [target for target in targets if not before.get(target)]
    if number <= len(untouched):
        return Share(unit, tuple(Option(target, high=1) for target in untouched), number, number)
    options = tuple(Option(target, low=1 if target in untouched else 0) for target in targets)
    return Share(unit, options, number, number)


def default_targets(s: Situation, side: Side, unit: str, aims: Aims) -> Mapping[str, int]:
    """Return the default targets of a side's units of one type. Enemies at which nobody aims come first.
    Among these, units prefer those easiest to hit, then those that take the fewest hits and cost the most.
    """
    counts, found = aimed_at(aims), dict[str, int]()

    def liking(target: str) -> tuple[bool, int, int, int, int, str]:
        enemy = s.types[unit_type_of(target)]
        aimed = counts.get(target, 0)
        return (aimed > 0, to_hit(s, side, unit, target), aimed, enemy.hits, -enemy.cost, target)

    for _ in range(own_types(s, side)[unit]):
        best = min(s.group(other(side)).units, key=liking)
        counts[best] = counts.get(best, 0) + 1
        found[best] = found.get(best, 0) + 1
    return found


def all_default_targets(s: Situation, side: Side) -> Aims:
    aims: dict[str, Mapping[str, int]] = {}
    while unit := still_to_aim(s, side, aims):
        aims[unit] = default_targets(s, side, unit, aims)
    return aims
