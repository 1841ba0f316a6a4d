"""The value of a roll and of a combat, from the blocks and banners that each side can expect to win and lose.

The calculation is quick and nearly exact. It counts each die separately with its chance of a hit. A target
that can ignore one sword is assumed to ignore them all. The forecast package has the exact chances.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from battles.cca.rules.combat.strike import Kind, Strike, begin, dice, may_ignore
from battles.cca.rules.dice import FACES, Face
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.play.battle import Battle

BANNER: Final = 10.0
BLOCK: Final = 2.0
FLAG: Final = 1.2  # value of driving a unit back, which also prevents its battle back


class ExpectedBlow(NamedTuple):
    """The expected effect of a roll: blocks lost, the chance of elimination, and the chance of a flag that
    cannot be ignored.
    """

    blocks: float
    kills: float
    flags: float

    @property
    def value(self) -> float:
        """Return the value of a roll for the side that rolls."""
        return self.blocks * BLOCK + self.kills * BANNER + self.flags * FLAG


@lru_cache(maxsize=50_000)
def expected_blow(strike: Strike) -> ExpectedBlow:
    """Return the expected effect of a roll."""
    number, target = dice(strike), strike.target
    if not number:
        return ExpectedBlow(0.0, 0.0, 0.0)
    count = begin(strike)
    hitting = sum(count.add_die(strike, face)[0].hits for face in FACES)
    hit = hitting / 6
    if (
        strike.kind.close
        and not target.lone
        and strike.roller.kind.elephant
        and count.add_die(strike, Face.SWORDS)[1]
    ):
        hit += 1 / 36
    blocks = target.blocks
    chance = [comb(number, k) * hit**k * (1 - hit) ** (number - k) for k in range(number + 1)]
    lost = sum(min(k, blocks) * chance[k] for k in range(number + 1))
    kills = sum(chance[k] for k in range(number + 1) if k >= blocks)
    if strike.kind is Kind.EVADED or target.lone:
        return ExpectedBlow(lost, kills, 0.0)
    ignored = may_ignore(strike, True)
    flag = [comb(number, k) * 5 ** (number - k) / 6**number for k in range(number + 1)]
    return ExpectedBlow(lost, kills, (1 - kills) * sum(flag[ignored + 1 :]))


def exchange(pos: Battle, blow: Blow) -> float:
    """Return the value of an attack, less the expected cost of being battled back."""
    strike = strike_of(pos, blow)
    gain = expected_blow(strike)
    value = gain.value
    if strike.target.lone or blow.how is Kind.RANGED:
        return value
    back = Blow(Kind.ANSWER, blow.at, blow.by, 0, blow.full_at, blow.full_by)
    answered = max(0.0, 1 - gain.kills - gain.flags)
    left = max(1, round(strike.target.blocks - gain.blocks))
    return value - answered * expected_blow(strike_of(pos, back)).value * (
        0.5 + 0.5 * left / strike.target.blocks
    )
