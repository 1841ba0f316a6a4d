"""A combat of Italia as all its bridges need it: its size, its name, the campaign's own exact odds, and the
results that its rules accept. Pure code.
"""

from __future__ import annotations

from fractions import Fraction

from campaigns.italia.answers.combat import unit_types
from campaigns.italia.forecast.combat import about_the_end, summary
from campaigns.italia.rules.combat.battle import by_sea
from campaigns.italia.rules.combat.situation import Group, Situation
from engine.game import Facts, Force, OpenBattle, OwnChances


def size(battle: OpenBattle) -> int:
    """Return twice the counters of the smaller side, because game settings apply to both sides together."""
    return 2 * min(battle.attacker.sp, battle.defender.sp)


def title(battle: OpenBattle, scenario: Facts) -> str:
    """Name the battle for its scenario."""
    area = battle.ground["area"]
    names = {str(one["id"]): str(one["name"]) for one in scenario.get("board", {}).get("areas", ())}
    return f"Battle of {names.get(area, area)}"


def power(key: str, scenario: Facts) -> str:
    """Name a nation."""
    names = (str(card["name"]) for card in scenario.get("nations", ()) if card.get("id") == key)
    return next(names, key.title())


def leader(key: str, scenario: Facts) -> str:
    """Name a leader."""
    every = (one for card in scenario.get("nations", ()) for one in card.get("leaders", ()))
    return next((str(one["name"]) for one in every if one.get("id") == key), key.title())


def own_chances(battle: OpenBattle) -> OwnChances:
    """Return the campaign's own odds if both fight to the end."""
    s = situation(battle)
    found = summary(about_the_end(s), 0.0)
    a, d = battle.attacker.sp, battle.defender.sp
    return OwnChances(
        _exact(found["attacker"]),
        _exact(found["nobody"]),
        _exact(found["defender"]),
        1 - _exact(found["attackers_left"]) / a,
        1 - _exact(found["defenders_left"]) / d,
    )


def situation(battle: OpenBattle) -> Situation:
    """Return the combat as the campaign would fight it."""
    ground = battle.ground

    def group(force: Force, side: str) -> Group:
        units = {unit.kind: unit.sp for unit in force.units}
        wet = ground["seaborne"] if side == "attacker" else {}
        return Group(by_sea(units, wet), len(force.facts["leaders"]), weak=ground["weak"][side])

    return Situation(
        unit_types(),
        group(battle.attacker, "attacker"),
        group(battle.defender, "defender"),
        ground["ground"],
        ground["city"],
        ground["supremacy"],
    )


def _exact(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(10**9)


def some_left(battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
    """Leave the winner at least one counter, even if the rounded-up share of its lost elements is all of
    them.
    """
    if winner is None:
        return losses
    units = getattr(battle, winner).units
    if all(losses.get(unit.id, 0) == unit.sp for unit in units):
        losses = {**losses, units[0].id: units[0].sp - 1}
    return {unit: number for unit, number in losses.items() if number}
