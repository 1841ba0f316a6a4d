"""Battles that arise in a campaign: both forces, the battle game, and the report of its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from engine.codec import late_field
from engine.refusals import Facts
from engine.values import dataclass


@dataclass(frozen=True)
class ForceUnit:
    """A block of strength in a battle. ``kind``: the campaign's own term (field, frontier, detached, ally).
    ``power``: the unit's nation. ``leader``: its commander. ``sp``: its total in strength points.
    ``strength``: its troops, if the campaign counts troop types, such as (("legion", 2), ("cavalry", 1)).
    """

    id: str
    power: str
    kind: str
    sp: int
    leader: str | None = None
    facts: Facts = field(default_factory=dict)
    strength: tuple[tuple[str, int], ...] = late_field(())


@dataclass(frozen=True)
class Force:
    """One side of a battle."""

    seat: str
    units: tuple[ForceUnit, ...]
    facts: Facts = field(default_factory=dict)

    @property
    def sp(self) -> int:
        return sum(unit.sp for unit in self.units)


@dataclass(frozen=True)
class OpenBattle:
    """A decision of seat ``GM`` that the result of a battle can answer. ``decision``: the decision's id.
    ``ground``: facts about the place where the battle is fought.
    """

    decision: str
    attacker: Force
    defender: Force
    ground: Facts
    rule: str = ""


@dataclass(frozen=True)
class BattleReport:
    """The result of a battle, whose consequences the campaign decides. ``winner``: "attacker", "defender", or
    None for a tie. ``losses``: strength points lost, by unit id. ``fates``: what happened to leaders, if the
    battle shows it, such as (("totila", "killed"),). ``holds``: the side that holds the field, or None if
    unknown.
    """

    winner: str | None
    losses: Mapping[str, int]
    facts: Facts = field(default_factory=dict)
    fates: tuple[tuple[str, str], ...] = late_field(())
    holds: str | None = late_field(None)


@dataclass(frozen=True)
class Muster:
    """The battle game that a bridge proposes for an open battle. ``scenario`` and ``options``: those of the
    battle system. ``seats``: the campaign seat that plays each seat of the battle. ``reckoning``: the
    calculation that shows the players how strength points became elements, one JSON object per line. The web
    application puts it into words.
    """

    scenario: Facts
    options: Facts
    seats: Mapping[str, str]
    reckoning: tuple[Facts, ...] = ()


@dataclass(frozen=True)
class OwnChances:
    """A battle's odds with the campaign's own dice: the chances that either side wins or that they tie, and
    each side's mean loss as a share of its strength.
    """

    attacker: Fraction
    tie: Fraction
    defender: Fraction
    attacker_loses: Fraction
    defender_loses: Fraction


BEATEN, VICTOR = Fraction(1, 2), Fraction(1, 4)  # typical losses of either side, as a share of its strength


def usual_end(battle: OpenBattle, winner: str) -> BattleReport:
    """Return a typical report of a battle that this side has won. Every beaten unit loses half, rounded up;
    every victorious unit loses a quarter, rounded down.
    """
    losses = {}
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        for unit in force.units:
            lost = int(unit.sp * VICTOR) if side == winner else -int(-unit.sp * BEATEN // 1)
            if lost:
                losses[unit.id] = lost
    return BattleReport(winner, losses, holds=winner)
