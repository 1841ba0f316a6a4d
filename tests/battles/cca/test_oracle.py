"""Every unit type against every other, from the rulebook's words alone; this oracle shares nothing with
the data files.
"""

from __future__ import annotations

from itertools import product

from battles.cca.rules.combat.situation import Fighter
from battles.cca.rules.combat.strike import Kind, Strike, begin, dice, may_ignore, retreat_per_flag
from battles.cca.rules.dice import FACES, Face
from battles.cca.rules.units import UNITS
from tests.found import some

LIGHT = {
    "light_inf",
    "light_bow",
    "light_sling",
    "auxilia",
    "light_cav",
    "light_bow_cav",
    "barbarian_chariot",
}
MEDIUM = {"medium_inf", "warrior", "medium_cav", "camel", "cataphract_camel"}
CAVALRY = {"light_cav", "light_bow_cav", "medium_cav", "heavy_cav", "cataphract_heavy_cav"}  # L748
CHARIOTS = {"barbarian_chariot", "heavy_chariot"}
CAMELS = {"camel", "cataphract_camel"}
FOOT = {
    "light_inf",
    "light_bow",
    "light_sling",
    "auxilia",
    "medium_inf",
    "warrior",
    "heavy_inf",
    "war_machine",
}
NO_SWORDS = {"light_inf", "light_bow", "light_sling", "light_cav", "light_bow_cav", "war_machine"}  # L539
ONE_SWORD = {"heavy_chariot", "cataphract_camel", "cataphract_heavy_cav"}  # L447, L543, L544; ruling 3
HEAVY_MOUNTED = {"heavy_cav", "cataphract_heavy_cav", "heavy_chariot", "elephant"}  # L1113
DICE = {  # L411-447: dice in attack and in answer at full strength, and without one block
    "auxilia": (3, 3, 3), "medium_inf": (4, 4, 4), "warrior": (4, 4, 3), "heavy_inf": (5, 5, 5),
    "barbarian_chariot": (3, 3, 2), "medium_cav": (3, 3, 3),
    "camel": (3, 2, 3), "cataphract_camel": (3, 2, 3),
    "heavy_cav": (4, 4, 4), "cataphract_heavy_cav": (4, 4, 4), "heavy_chariot": (4, 3, 4),
}  # fmt: skip
ELEPHANT = {"warrior": 3, "elephant": 3, "heavy_chariot": 3, "camel": 3, "cataphract_camel": 3}  # L455-465
BACK = {"auxilia": 1, "warrior": 2, "elephant": 1}  # L581; all others retreat by their full movement
MOVE = {
    "light_inf": 2, "light_bow": 2, "light_sling": 2, "medium_inf": 1, "heavy_inf": 1, "war_machine": 1,
    "light_cav": 4, "light_bow_cav": 4, "barbarian_chariot": 3, "medium_cav": 3, "camel": 3,
    "cataphract_camel": 3, "heavy_cav": 2, "cataphract_heavy_cav": 2, "heavy_chariot": 2,
}  # fmt: skip
PAIRS = tuple(product(UNITS, UNITS))


def fighter(name: str, full: bool = True) -> Fighter:
    return Fighter(name, UNITS[name].blocks - (not full), full)


def face_of(name: str) -> Face:
    return Face.LIGHT if name in LIGHT else Face.MEDIUM if name in MEDIUM else Face.HEAVY


def hits(roller: str, target: str, rolled: tuple[Face, ...], led: bool) -> int:
    """Return the number of hits that these dice score, without rerolls (L517-545)."""
    horse = roller in CAVALRY | CHARIOTS
    own = rolled.count(face_of(target))
    if horse and target in CAMELS | {"elephant"}:
        own = max(0, own - 1)
    swords = 0 if roller in NO_SWORDS or target == "elephant" else rolled.count(Face.SWORDS)
    if target in ONE_SWORD:
        swords = max(0, swords - 1)
    helmets = rolled.count(Face.HELMET) if led and roller != "elephant" else 0
    return own + swords + helmets


def test_what_hits_in_close_combat() -> None:
    for roller, target in some(PAIRS):
        for led, rolled in product((False, True), product(FACES, repeat=2)):
            one = Fighter(roller, UNITS[roller].blocks, True, leader="adjacent" if led else "")
            strike = Strike(Kind.ATTACK, one, fighter(target))
            count = begin(strike)
            for face in rolled:
                count, _again = count.add_die(strike, face)
            assert count.hits == hits(roller, target, rolled, led), (roller, target, rolled, led)


def test_the_number_of_dice_of_every_unit_against_every_other() -> None:
    for roller, target in some(PAIRS):
        for full in (True, False):
            pair = fighter(roller, full), fighter(target)
            if roller == "elephant":
                worn = DICE.get(target, (2, 2, 2))
                wanted = ELEPHANT.get(target, min(worn) if target == "barbarian_chariot" else worn[0])
                assert dice(Strike(Kind.ATTACK, *pair)) == dice(Strike(Kind.ANSWER, *pair)) == wanted
                continue
            attack, answer, worn_out = DICE.get(roller, (2, 2, 2))
            assert dice(Strike(Kind.ATTACK, *pair)) == (attack if full else worn_out)
            changed = roller in CAMELS | {"heavy_chariot"}
            assert dice(Strike(Kind.ANSWER, *pair)) == (answer if full or changed else worn_out)


def test_who_evades_whom() -> None:
    for attacker, target in some(PAIRS):
        if target in LIGHT - {"auxilia"} | {"war_machine"}:
            wanted = True
        elif target in {"medium_cav"} | CAMELS:
            wanted = attacker in FOOT | HEAVY_MOUNTED
        elif target in HEAVY_MOUNTED - {"elephant"}:
            wanted = attacker in FOOT | {"elephant"}
        else:
            wanted = False
        assert UNITS[target].may_evade(UNITS[attacker]) is wanted, (attacker, target)


def test_retreat_distances_and_ignored_flags_of_every_pair() -> None:
    for roller, target in some(PAIRS):
        strike = Strike(Kind.ATTACK, fighter(roller), fighter(target))
        shy = target in CAVALRY | CHARIOTS and roller in CAMELS | {"elephant"}
        assert retreat_per_flag(strike) == BACK.get(target, MOVE.get(target, 0)) + shy
        full = target in {"warrior", "barbarian_chariot"}
        wanted = int(roller in CAVALRY | CHARIOTS) if target == "elephant" else int(full)
        assert may_ignore(strike, True) == wanted, (roller, target)
