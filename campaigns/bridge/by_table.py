"""The odds of a Justinian battle by the campaign's own battle table, for players who are choosing how to
fight it. The module also names the battle, its powers and its leaders.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Final

from campaigns.justinian.rules.battle.land_battle import winner_of
from campaigns.justinian.rules.state.tables import FACES, battle_result
from engine.game import Facts, OpenBattle, OwnChances

HOPELESS: Final = 4  # strength ratio at which players are advised to use the campaign's table


def chances(battle: OpenBattle) -> dict[str, Facts]:
    """Return the odds, in percent, by the campaign's battle table (8.15). "wins" has the chances of both
    sides and of a tie. "loses" has each side's mean loss as a share of its SP.
    """
    own = own_chances(battle)
    wins = {"attacker": own.attacker, "tie": own.tie, "defender": own.defender}
    loses = {"attacker": own.attacker_loses, "defender": own.defender_loses}
    return {
        "wins": {who: int(chance * 100) for who, chance in wins.items()},
        "loses": {side: round(share * 100) for side, share in loses.items()},
    }


def own_chances(battle: OpenBattle) -> OwnChances:
    """Return the chances and losses by the campaign's battle table, over the hundred possible rolls of both
    sides' dice (8.15).
    """
    sp = {side: getattr(battle, side).sp for side in ("attacker", "defender")}
    drms = {side: sum(battle.ground.get(f"{side}_drms", {}).values()) for side in sp}
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for a_die, d_die in product(FACES, repeat=2):
        a_table = battle_result(sp["defender"], d_die + drms["defender"])
        d_table = battle_result(sp["attacker"], a_die + drms["attacker"])
        won[winner_of((sp["attacker"], a_table), (sp["defender"], d_table)) or "tie"] += 1
        lost["attacker"] += min(a_table, sp["attacker"])
        lost["defender"] += min(d_table, sp["defender"])
    pairs = len(FACES) ** 2
    return OwnChances(
        Fraction(won["attacker"], pairs),
        Fraction(won["tie"], pairs),
        Fraction(won["defender"], pairs),
        Fraction(lost["attacker"], pairs * sp["attacker"]),
        Fraction(lost["defender"], pairs * sp["defender"]),
    )


def is_hopeless(battle: OpenBattle) -> bool:
    """Return whether one side is so much stronger that a battle with miniatures is not worth setting up."""
    one, two = battle.attacker.sp, battle.defender.sp
    return max(one, two) >= HOPELESS * min(one, two)


def power(key: str, scenario: Facts) -> str:
    """Return the name of a power."""
    return next((str(p["name"]) for p in scenario.get("powers", ()) if p.get("id") == key), key.title())


def leader(key: str, scenario: Facts) -> str:
    """Return the name of a leader."""
    every = (one for group in scenario.get("leaders", {}).values() for one in group)
    return next((str(one["name"]) for one in every if one.get("id") == key), key.title())


def title(battle: OpenBattle, scenario: Facts) -> str:
    """Return the title of the battle's scenario."""
    place = battle.ground.get("province")
    names = {str(p["id"]): str(p["name"]) for p in scenario.get("provinces", ())}
    return f"Battle of {battle.ground.get('city') or names.get(str(place), place)}"
