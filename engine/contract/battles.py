"""Battles that a campaign opens: both forces, the battle game, and its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from engine.codec import late
from engine.refusals import Facts
from engine.values import dataclass


@dataclass(frozen=True)
class ForceUnit:
    """A block of strength in a battle. ``kind``: the campaign's own term (field, frontier, detached, ally);
    ``power``: its nation; ``leader``: its commander, if any. ``strength``: its composition, if the
    campaign counts troop types: (("legion", 2), ("cavalry", 1)); ``sp``: its total strength points.
    """

    id: str
    power: str
    kind: str
    sp: int
    leader: str | None = None
    facts: Facts = field(default_factory=dict)
    strength: tuple[tuple[str, int], ...] = late(())


@dataclass(frozen=True)
class Force:
    """One side of a battle to be fought."""

    seat: str
    units: tuple[ForceUnit, ...]
    facts: Facts = field(default_factory=dict)

    @property
    def sp(self) -> int:
        return sum(unit.sp for unit in self.units)


@dataclass(frozen=True)
class OpenBattle:
    """A decision (of seat ``GM``) that the result of a battle can answer. ``ground`` is the place of the
    battle.
    """

    decision: str
    attacker: Force
    defender: Force
    ground: Facts
    rule: str = ""


@dataclass(frozen=True)
class BattleReport:
    """The result of a battle. ``winner`` is "attacker", "defender" or None (a tie); losses are in SP by unit
    id. ``fates``: what befell leaders, such as (("totila", "killed"),), if the battle shows it; ``holds``:
    the side that holds the field. The campaign decides the consequences.
    """

    winner: str | None
    losses: Mapping[str, int]
    facts: Facts = field(default_factory=dict)
    fates: tuple[tuple[str, str], ...] = late(())
    holds: str | None = late(None)


@dataclass(frozen=True)
class Muster:
    """The battle game that a bridge proposes for an open battle: the battle system's scenario, the campaign
    seat that plays each of its seats, and the calculation that shows the players how each SP became an
    element (one JSON object per line, worded by the shell).
    """

    scenario: Facts
    options: Facts
    seats: Mapping[str, str]
    reckoning: tuple[Facts, ...] = ()


@dataclass(frozen=True)
class OwnChances:
    """The odds of a battle by the campaign's own dice: the chances of an attacker's win, a tie and a
    defender's win, and each side's mean loss as a share of its strength.
    """

    attacker: Fraction
    tie: Fraction
    defender: Fraction
    attacker_loses: Fraction
    defender_loses: Fraction


BEATEN, VICTOR = Fraction(1, 2), Fraction(1, 4)  # typical shares of losses


def usual_end(battle: OpenBattle, winner: str) -> BattleReport:
    """Guess the report of a battle won by this side: every beaten unit loses half, rounded up; every
    victorious unit loses a quarter, rounded down.
    """
    losses = {}
    for side, force in (("attacker", battle.attacker), ("defender", battle.defender)):
        for unit in force.units:
            lost = int(unit.sp * VICTOR) if side == winner else -int(-unit.sp * BEATEN // 1)
            if lost:
                losses[unit.id] = lost
    return BattleReport(winner, losses, holds=winner)
