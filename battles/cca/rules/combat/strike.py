"""One roll of battle dice: the number of dice, the symbols that hit, and the hits that the target ignores
(L356-373, L411-545).

``Count.add_die`` takes dice one at a time, so real rolls and computed odds use the same code.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from battles.cca.rules.combat.situation import Fighter
from battles.cca.rules.dice import Face
from battles.cca.rules.terrain.terrain import IN_OR_OUT, TERRAIN
from battles.cca.rules.units import SACRED_BAND
from engine.values import dataclass


class Kind(Enum):
    """The kind of a roll. An answer is a battle back or a First Strike (L441, L447)."""

    ATTACK = "attack"
    ANSWER = "answer"
    EVADED = "evaded"  # an attack on a unit that evades
    RANGED = "ranged"

    @property
    def close(self) -> bool:
        return self is not Kind.RANGED


@dataclass(frozen=True)
class Strike:
    """A roll by one fighter against another. ``card`` is the number of dice that a card adds; no limit
    reduces them.
    """

    kind: Kind
    roller: Fighter
    target: Fighter
    card: int = 0


class Count(NamedTuple):
    """The score of a roll so far. ``swords``: the hits by swords that the target can still ignore. ``marks``:
    the hits by the target's own symbol that it can still ignore.
    """

    hits: int = 0
    flags: int = 0
    swords: int = 0
    marks: int = 0

    def hit(self, hits: int = 1) -> Count:
        """Return the score with more hits."""
        return Count(self.hits + hits, self.flags, self.swords, self.marks)

    def add_die(self, strike: Strike, face: Face) -> tuple[Count, bool]:
        """Return the score with one more die, and whether the die is rolled again (L468-474)."""
        if face is Face.FLAG:
            counts = strike.kind is not Kind.EVADED and not strike.target.lone
            return Count(self.hits, self.flags + counts, self.swords, self.marks), False
        if strike.target.lone:
            return self.hit(face is Face.HELMET), False
        if face is strike.target.kind.face:
            if self.marks:
                return Count(self.hits, self.flags, self.swords, self.marks - 1), False
            return self.hit(), False
        if face is Face.SWORDS and _swords_count(strike):
            if self.swords:
                return Count(self.hits, self.flags, self.swords - 1, self.marks), False
            return self.hit(), strike.roller.kind.elephant
        if face is Face.HELMET and _helmets_count(strike):
            return self.hit(), False
        return self, False


def begin(strike: Strike) -> Count:
    """Return the score before the first die, with the hits that the target will ignore."""
    if strike.target.lone or not strike.kind.close:
        return Count()
    target, roller = strike.target, strike.roller
    # horse shies at elephants and camels (L443, L507; ruling 7)
    shy = roller.kind.horse and (target.kind.elephant or target.kind.camel)
    swords = target.kind.ignored_swords + (target.ground.cover.swords if _behind_cover(target) else 0)
    return Count(swords=swords, marks=int(shy))


def dice(strike: Strike) -> int:
    """Return the number of battle dice: the unit's own dice, minus dice that a camp removes, limited by the
    terrain, plus dice from a card.

    Without dice, the attack cannot be declared (ruling 55).
    """
    if strike.kind is Kind.RANGED:
        own = _missile_dice(strike)
        limits = [strike.roller.ground.fire_from, strike.target.ground.fire_into]
    else:
        own = _close_dice(strike)
        limits = _limits(strike.roller, strike.target)
    own += strike.roller.ground.dice
    return max(0, min([own, *(limit for limit in limits if limit is not None)])) + strike.card


def may_ignore(strike: Strike, leader_lives: bool) -> int:
    """Return the maximum number of flags that the target can ignore, counting each reason once (L604-614)."""
    target = strike.target
    if target.lone:
        return 0
    if target.kind.elephant:
        # elephants can ignore a flag from horse (L507)
        return int(strike.kind.close and strike.roller.kind.horse)
    cover = target.ground.cover
    return sum(
        (
            target.leader == "attached" and leader_lives,
            target.supported,
            _behind_cover(target) and bool(cover.close_flags if strike.kind.close else cover.ranged_flags),
            target.full and target.kind.full_strength_bonus,
            target.special == SACRED_BAND,
        )
    )


def retreat_per_flag(strike: Strike) -> int:
    """Return the number of hexes to retreat for each flag. Horse retreats one hex farther from elephants and
    camels (L443, L507; ruling 48).
    """
    target, roller = strike.target.kind, strike.roller.kind
    shy = strike.kind.close and target.horse and (roller.elephant or roller.camel)
    return target.retreat + int(shy)


def _close_dice(strike: Strike) -> int:
    roller, target = strike.roller, strike.target
    # an elephant uses the target's dice, minus dice that a camp removes (L451-465; ruling 8)
    if roller.kind.elephant:
        return roller.kind.borrowed[target.type] + (0 if target.lone else target.ground.dice)
    if roller.type == "war_machine" and roller.moved:
        return 0
    if roller.full and roller.kind.full_strength_bonus:
        return roller.kind.full_dice
    return roller.kind.answer_dice if strike.kind is Kind.ANSWER else roller.kind.dice


def _missile_dice(strike: Strike) -> int:
    missiles = strike.roller.kind.missiles
    if missiles is None:
        return 0
    return missiles.moved if strike.roller.moved else missiles.still


def _limits(roller: Fighter, target: Fighter) -> list[int | None]:
    """Return the limits that both sides' terrain puts on the dice, for attacks into it, out of it, uphill
    and downhill (L849, L863, L873, L903).
    """
    found = [roller.ground.limits.get(IN_OR_OUT), target.ground.limits.get(IN_OR_OUT)]
    hill, kind = TERRAIN["hill"].limits, roller.kind.kind
    if roller.ground.high and target.ground.high:
        found.append(hill[f"hill_to_hill_{kind}"])
    elif roller.ground.high:
        found.append(hill[f"downhill_{kind}"])
    elif target.ground.high:
        found.append(hill["uphill"])
    return found


def _behind_cover(target: Fighter) -> bool:
    """Return whether field works protect the target. They protect only foot, either from every side or from
    the sides that a rampart covers (L911-947).
    """
    return target.kind.foot and (target.ground.every_side or target.covered)


def _swords_count(strike: Strike) -> bool:
    return strike.kind in (Kind.ATTACK, Kind.ANSWER) and strike.roller.kind.swords_hit


def _helmets_count(strike: Strike) -> bool:
    if strike.kind not in (Kind.ATTACK, Kind.ANSWER) or strike.roller.kind.elephant:
        return False
    return strike.roller.is_led or strike.roller.special == SACRED_BAND
