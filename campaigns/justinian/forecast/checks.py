"""The chances of passing checks against a leader's ratings, and of each number of movement points (7.11,
7.3, 8.13, 8.21, 8.27).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from campaigns.justinian.rules.battle import land_battle as land_rules
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.state import tables
from engine.odds import Odds, chance_of_any, uniform


def movement_chances(rating: str, bonus: int = 0) -> Odds[int]:
    """Return the chances of each number of MP in an activation (7.11)."""
    return uniform(tables.movement_allowance(rating, d) + bonus for d in tables.FACES)


def interception_chance(control: int, drm: int = 0) -> Fraction:
    """Return the chance that an attempt to intercept succeeds (7.32)."""
    return Fraction(sum(interception.succeeds(control, d, drm) for d in tables.FACES), 10)


def naval_interception_chance(patrols: int = 1) -> Fraction:
    """Return the chance that at least one of several patrols intercepts the fleet. Each patrol tries once
    (7.35).
    """
    return chance_of_any(Fraction(sum(map(tables.naval_interception_succeeds, tables.FACES)), 10), patrols)


@dataclass(frozen=True)
class RetreatOdds:
    """The odds of a retreat before combat. ``in_order`` and ``disorganised`` are the chances of each result,
    and ``losses`` the odds of the SP lost.
    """

    in_order: Fraction
    disorganised: Fraction
    losses: Odds[int]
    mean_loss: Fraction


def retreat_chances(control: int, drm: int, *, disorganised: bool, defeated: bool) -> RetreatOdds:
    """Return the odds of a retreat before combat, computed with :func:`land_battle.retreat_before` (8.13)."""
    checks = [
        land_rules.retreat_before(control, d, drm, disorganised=disorganised, defeated=defeated)
        for d in tables.FACES
    ]
    losses = uniform(c.sp_lost for c in checks)
    return RetreatOdds(
        in_order=Fraction(sum(not c.disorganised and not c.sp_lost for c in checks), 10),
        disorganised=Fraction(sum(c.disorganised for c in checks), 10),
        losses=losses,
        mean_loss=losses.expectation(),
    )


def pillage_chances(control: int, disorganised: bool, sp: int) -> Odds[int]:
    """Return the odds of the SP that an Unpaid victor loses (8.27)."""
    return uniform(land_rules.pillage_loss(control, d, disorganised, sp) for d in tables.FACES)


def pillage_after_victory(control: int, sp: int) -> Odds[int]:
    """Return the odds of the SP lost to pillage after a victory (8.27, 8.21). The victor's markers are
    removed and its order is checked before the pillage.
    """
    disorganised = uniform(land_rules.disorganisation(control, d, False) != "ok" for d in tables.FACES)
    return disorganised.then(lambda failed: pillage_chances(control, failed, sp))


def stranded_chances(sp: int) -> Odds[int]:
    """Return the odds of the SP that a beaten force loses if it cannot retreat (8.21)."""
    return uniform(min(sp, d) for d in tables.FACES)
