"""Opposing forces for tests, either from Justinian or from Italia."""

from typing import Any

from campaigns.justinian.rules.system import JUSTINIAN
from engine.game import Force, ForceUnit, OpenBattle

SCENARIO = JUSTINIAN.scenario(next(iter(JUSTINIAN.scenarios())))


def a_unit(unit="army:praesental_i", power="byzantium", sp=10, kind="field", leader="belisarius", **facts):
    army = unit.partition(":")[2] if kind == "field" else None
    return ForceUnit(unit, power, kind, sp, leader, {"army": army, **facts} if army else facts)


def a_force(seat, *units, battle=0):
    head = units[0].facts.get("army")
    facts = {"commander": units[0].leader, "battle": battle, "heads": [head] if head else []}
    return Force(seat, units, facts)


def an_attack(attacker=None, defender=None, **ground):
    attacker = attacker or a_force("byzantium", a_unit())
    defender = defender or a_force("barbarian", a_unit("army:witigis", "ostrogoths", 12, leader="witigis"))
    ground = {
        "province": "tuscia_et_umbria",
        "city": None,
        "fort": False,
        "defender_controls": True,
        **ground,
    }
    return OpenBattle("b1", attacker, defender, ground, "8.1")


def a_combat(nation: str, other: str, **ground: Any) -> OpenBattle:
    """Return a battle of nine counters of one nation against six of another."""
    forces = [
        Force(
            seat,
            (ForceUnit(f"{side}:infantry", who, "infantry", number, None),),
            {"commander": lead, "leaders": led},
        )
        for seat, side, who, number, lead, led in (
            ("red", "attacker", nation, 9, "hannibal", ["hannibal", "mago"]),
            ("blue", "defender", other, 6, None, []),
        )
    ]
    usual = {"area": "roma", "ground": "plain", "city": False, "supremacy": "", "seaborne": {}, "round": 6}
    return OpenBattle(
        "b", forces[0], forces[1], {**usual, "weak": {"attacker": 0, "defender": 0}, **ground}, "10.1"
    )
