"""Facts about a combat of Italia that the bridges to all battle systems need: its size and title, the names
of nations and leaders, and the odds with the campaign's own dice.
"""

from __future__ import annotations

from fractions import Fraction

from campaigns.italia.answers.combat import unit_types
from campaigns.italia.forecast.combat import about_the_end, summary
from campaigns.italia.rules.combat.battle import split_seaborne
from campaigns.italia.rules.combat.situation import Group, Situation
from engine.game import Facts, Force, OpenBattle, OwnChances


def size(battle: OpenBattle) -> int:
    """Return the size of a combat, which is twice the number of counters of the smaller side. Game settings
    compare it with the strength of both sides together.
    """
    return 2 * min(battle.attacker.sp, battle.defender.sp)


def title(battle: OpenBattle, scenario: Facts) -> str:
    """Return the title of the battle's scenario."""
    area = battle.ground["area"]
    names = {str(one["id"]): str(one["name"]) for one in scenario.get("board", {}).get("areas", ())}
    return f"Battle of {names.get(area, area)}"


def power(key: str, scenario: Facts) -> str:
    """Return the name of a nation."""
    names = (str(card["name"]) for card in scenario.get("nations", ()) if card.get("id") == key)
    return next(names, key.title())


def leader(key: str, scenario: Facts) -> str:
    """Return the name of a leader."""
    every = (one for card in scenario.get("nations", ()) for one in card.get("leaders", ()))
    return next((str(one["name"]) for one in every if one.get("id") == key), key.title())


def campaign_chances(battle: OpenBattle) -> OwnChances:
    """Return the odds of the combat with the campaign's own dice, if both sides fight to the end."""
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
    """Return the Situation from which the campaign itself would resolve the combat."""
    ground = battle.ground

    def group(force: Force, side: str) -> Group:
        units = {unit.kind: unit.sp for unit in force.units}
        wet = ground["seaborne"] if side == "attacker" else {}
        return Group(split_seaborne(units, wet), len(force.facts["leaders"]), weak=ground["weak"][side])

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


def leave_one_alive(battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
    """Return losses that leave the winner at least one counter. Rounding up could otherwise cost the winner
    all of them.
    """
    if winner is None:
        return losses
    units = getattr(battle, winner).units
    if all(losses.get(unit.id, 0) == unit.sp for unit in units):
        losses = {**losses, units[0].id: units[0].sp - 1}
    return {unit: number for unit, number in losses.items() if number}
