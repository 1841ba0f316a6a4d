"""The chances of a battle for the bots, over all 100 combinations of two dice. Only forces and modifiers
matter, so the chances are cached for each combination of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from campaigns.justinian.rules.battle.forces import hypothetical_battle
from campaigns.justinian.rules.battle.land_battle import LandBattle, attacker_drms, defender_drms, winner_of
from campaigns.justinian.rules.state.drms import total
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.tables import battle_result
from engine.game import Facts

FACES = range(10)


class Chances(NamedTuple):
    """The attacker's chances in a battle. ``tie`` is the chance that neither side wins, for instance because
    both are wiped out (ruling G6). ``gain`` and ``loss`` are the mean SP lost by the defender and by the
    attacker. ``wipe`` is the chance that the defender is wiped out.
    """

    win: float
    tie: float
    gain: float
    loss: float
    wipe: float


NOTHING = Chances(0.0, 0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=65536)
def battle_chances(attacker: int, defender: int, attacker_drm: int, defender_drm: int) -> Chances:
    """Calculate the chances from both forces and modifiers, which alone decide a battle (8.15)."""
    hits = [battle_result(attacker, face + attacker_drm) for face in FACES]
    blows = [battle_result(defender, face + defender_drm) for face in FACES]
    winners = Counter(winner_of((attacker, blow), (defender, hit)) for hit in hits for blow in blows)
    return Chances(
        winners["attacker"] / 100,
        winners[None] / 100,
        sum(min(h, defender) for h in hits) / 10,
        sum(min(b, attacker) for b in blows) / 10,
        sum(h >= defender for h in hits) / 10,
    )


def chances_of_battle(battle: LandBattle) -> Chances:
    """Return the chances of a battle, or zeros if a side has no SP."""
    if not battle.defender_sp or not battle.attacker_sp:
        return NOTHING
    return battle_chances(
        battle.attacker_sp,
        battle.defender_sp,
        total(attacker_drms(battle)),
        total(defender_drms(battle)),
    )


def chances_of_attack(
    pos: Position, army: str, place: str, target: str, seat: str, crossing: bool = False
) -> Chances:
    """Return the chances if the army attacked the target in the place now. ``crossing``: whether it attacks
    over a strait or from ships.
    """
    return chances_of_battle(replace(hypothetical_battle(pos, army, place, target, seat), landing=crossing))


def chances_as_facts(chances: Chances) -> Facts:
    """Return the chance of winning in percent, and both sides' mean losses in SP, as whole numbers."""
    return {
        "win": round(chances.win * 100),
        "gain": round(chances.gain),
        "loss": round(chances.loss),
    }
