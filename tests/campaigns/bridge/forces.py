"""Forces of Justinian that meet."""

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
