"""A duel: both sides lay a card face down, turn them together, and the difference is damage (L134-156, L336).

A :class:`Fighter` is one side before a blow, with all the situation's modifiers. A blow gives the two
fighters after it; calculator, odds, board and bots all resolve a duel with :func:`blow`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from battles.schiere.rules.cards import Card, swords
from battles.schiere.rules.tables import load
from engine.frames import Copied

TRACKS: Final[dict[str, list[list[int]]]] = load("units")["tracks"]
ATTACHED: Final[dict[str, list[int]]] = load("units")["attached"]


@dataclass(frozen=True)
class Fighter(Copied):
    """One side of a duel.

    ``track`` and ``damage`` give the unit's remaining strength, ``commander`` and ``commander_damage`` that
    of the attached commander. ``attack`` and ``defence`` are added at every blow, ``first`` to the attack of
    the first one alone. A ``halved`` unit counts half of its printed defence, rounded up; a ``disarmed`` one
    has no attack at all. ``order`` is its revealed tactical order; it counts for the whole duel.
    """

    track: str
    damage: int = 0
    commander: str = ""
    commander_damage: int = 0
    attack: int = 0
    defence: int = 0
    first: int = 0
    halved: bool = False
    disarmed: bool = False
    order: Card | None = None

    @property
    def gone(self) -> bool:
        """Whether the piece is off the board, with any commander attached to it."""
        return not self._unit_left and not self._commander_left

    @property
    def residual(self) -> int:
        """The shields shown by the unit's counters; the commander's alone, when they are gone."""
        if self._unit_left:
            return TRACKS[self.track][self.damage][0]
        return TRACKS[self.commander][self.commander_damage][0] if self._commander_left else 0

    @property
    def factor(self) -> int:
        """The swords shown by its counters."""
        if self._unit_left:
            return TRACKS[self.track][self.damage][1]
        return TRACKS[self.commander][self.commander_damage][1] if self._commander_left else 0

    @property
    def is_commander_alone(self) -> bool:
        """Whether the piece is a commander without a unit's counters: unattached, or a unit's survivor."""
        return self.track in ATTACHED or not self._unit_left

    @property
    def points(self) -> int:
        """The damage it can still take."""
        unit = len(TRACKS[self.track]) - 1 - self.damage
        return unit + (len(TRACKS[self.commander]) - 1 - self.commander_damage if self.commander else 0)

    @property
    def _unit_left(self) -> bool:
        return self.damage < len(TRACKS[self.track]) - 1

    @property
    def _commander_left(self) -> bool:
        return bool(self.commander) and self.commander_damage < len(TRACKS[self.commander]) - 1

    @property
    def lent(self) -> tuple[int, int]:
        """The bonus that unit and attached commander give each other, in attack and defence, while both are
        there.
        """
        if not (self._unit_left and self._commander_left):
            return 0, 0
        attack, defence = ATTACHED[self.commander]
        return attack, defence

    def hurt(self, points: int) -> Fighter:
        """The fighter after that damage: first the unit's counters, then the commander (L413). Any excess is
        lost.
        """
        unit = min(points, len(TRACKS[self.track]) - 1 - self.damage)
        led = self.but(damage=self.damage + unit)
        if not self.commander:
            return led
        room = len(TRACKS[self.commander]) - 1 - self.commander_damage
        return led.but(commander_damage=self.commander_damage + min(points - unit, room))


@dataclass(frozen=True)
class Total:
    """A side's numbers at one blow."""

    attack: int
    defence: int


@dataclass(frozen=True)
class Blow:
    """A blow: each side's numbers, its damage and its remaining strength."""

    a: Total
    d: Total
    damage_a: int
    damage_d: int
    after_a: Fighter
    after_d: Fighter

    @property
    def over(self) -> bool:
        """Whether one of them is gone."""
        return self.after_a.gone or self.after_d.gone


def total(own: Fighter, card: Card, other: Fighter, answer: Card, number: int) -> Total:
    """A side's attack and defence at its ``number``-th blow, from 1.

    A feint turns aside the swords of the enemy's card, and a feint as an order those of the enemy's order;
    the factor of the unit stays (L146-148, ruling C8).
    """
    lent_attack, lent_defence = own.lent
    steady = own.factor + own.attack + lent_attack + (own.first if number == 1 else 0)
    played = 0 if answer == "feint" else swords(card)
    ordered = 0 if other.order == "feint" else swords(own.order)
    attack = 0 if own.disarmed else max(0, max(0, steady) + played + ordered)
    printed = (own.residual + 1) // 2 if own.halved else own.residual
    shields = (card == "shield") + (own.order == "shield")
    return Total(attack, max(0, printed + own.defence + lent_defence + shields))


def blow(a: Fighter, card_a: Card, d: Fighter, card_d: Card, number: int) -> Blow:
    """Strike simultaneously, at their strength before the blow (L154): attack beyond the other's defence is
    damage."""
    of_a, of_d = total(a, card_a, d, card_d, number), total(d, card_d, a, card_a, number)
    damage_d, damage_a = max(0, of_a.attack - of_d.defence), max(0, of_d.attack - of_a.defence)
    return Blow(of_a, of_d, damage_a, damage_d, a.hurt(damage_a), d.hurt(damage_d))
