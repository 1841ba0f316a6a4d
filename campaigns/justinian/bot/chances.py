"""Exact chances of a battle for the bots, summed over all 100 combinations of two dice. They are cached by
forces and modifiers, which determine them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from campaigns.justinian.rules.battle.forces import hypothetical
from campaigns.justinian.rules.battle.land_battle import LandBattle, attacker_drms, defender_drms
from campaigns.justinian.rules.state.drms import total
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.tables import battle_result
from engine.game import Facts

FACES = range(10)


class Chances(NamedTuple):
    """The chances of the attacker's win and of a tie, the mean SP lost by each side, and the chance that the
    defender is wiped out.
    """

    win: float
    tie: float
    gain: float
    loss: float
    wipe: float


NOTHING = Chances(0.0, 0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=65536)
def reckon(attacker: int, defender: int, attacker_drm: int, defender_drm: int) -> Chances:
    """Calculate the chances from forces and modifiers, which decide everything (8.15)."""
    hits = [battle_result(attacker, face + attacker_drm) for face in FACES]
    blows = [battle_result(defender, face + defender_drm) for face in FACES]
    pairs = [(h, b) for h in hits for b in blows]
    return Chances(
        sum(h > b for h, b in pairs) / 100,
        sum(h == b for h, b in pairs) / 100,
        sum(min(h, defender) for h in hits) / 10,
        sum(min(b, attacker) for b in blows) / 10,
        sum(h >= defender for h in hits) / 10,
    )


def of_battle(battle: LandBattle) -> Chances:
    """Return the chances of a battle in its current state."""
    if not battle.defender_sp or not battle.attacker_sp:
        return NOTHING
    return reckon(
        battle.attacker_sp,
        battle.defender_sp,
        total(attacker_drms(battle)),
        total(defender_drms(battle)),
    )


def of_attack(
    pos: Position, army: str, place: str, target: str, seat: str, crossing: bool = False
) -> Chances:
    """Return the chances if the army attacked the target there now; ``crossing`` a strait or landing."""
    return of_battle(replace(hypothetical(pos, army, place, target, seat), landing=crossing))


def in_numbers(chances: Chances) -> Facts:
    """Express the chances in percent and tenths of SP, as whole numbers."""
    return {
        "win": round(chances.win * 100),
        "gain": round(chances.gain),
        "loss": round(chances.loss),
    }
