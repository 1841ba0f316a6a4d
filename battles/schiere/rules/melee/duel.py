"""A duel. In each blow both sides choose a card face down and then reveal both. Attack in excess of the
enemy's defence becomes damage (L134-156, L336).

A :class:`Fighter` is one side before a blow, with all the modifiers of the situation. A :class:`Blow`
contains both fighters after the blow. The calculator, the odds, the board and the bots all resolve duels with
:func:`blow`.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.cards import Card, swords
from battles.schiere.rules.tables import load
from engine.frames import CopyOnChange
from engine.values import dataclass

TRACKS: Final[dict[str, list[list[int]]]] = load("units")["tracks"]
ATTACHED: Final[dict[str, list[int]]] = load("units")["attached"]


@dataclass(frozen=True)
class Fighter(CopyOnChange):
    """One side of a duel.

    ``track`` and ``damage`` give the remaining strength of the unit. ``commander`` and ``commander_damage``
    give the remaining strength of the attached commander. ``attack`` and ``defence`` are added to every blow.
    ``first`` is added only to the attack of the first blow. A ``halved`` unit counts half its printed
    defence, rounded up. A ``disarmed`` unit cannot attack. ``order`` is the revealed tactical order, which
    counts for the whole duel.
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
    def is_gone(self) -> bool:
        """Return whether the unit is lost, and also its commander if it had one."""
        return not self._unit_left and not self._commander_left

    @property
    def residual(self) -> int:
        """Return the shields on the unit's counters, or the commander's once the unit is gone."""
        if self._unit_left:
            return TRACKS[self.track][self.damage][0]
        return TRACKS[self.commander][self.commander_damage][0] if self._commander_left else 0

    @property
    def factor(self) -> int:
        """Return the swords on the unit's counters, or the commander's once the unit is gone."""
        if self._unit_left:
            return TRACKS[self.track][self.damage][1]
        return TRACKS[self.commander][self.commander_damage][1] if self._commander_left else 0

    @property
    def is_commander_alone(self) -> bool:
        """Return whether the piece is a commander without a unit, either unattached or the survivor of a
        lost unit.
        """
        return self.track in ATTACHED or not self._unit_left

    @property
    def points(self) -> int:
        """Return the damage that the piece can still take."""
        unit = len(TRACKS[self.track]) - 1 - self.damage
        return unit + (len(TRACKS[self.commander]) - 1 - self.commander_damage if self.commander else 0)

    @property
    def _unit_left(self) -> bool:
        return self.damage < len(TRACKS[self.track]) - 1

    @property
    def _commander_left(self) -> bool:
        return bool(self.commander) and self.commander_damage < len(TRACKS[self.commander]) - 1

    @property
    def commander_bonus(self) -> tuple[int, int]:
        """Return the attack and defence that the attached commander adds, or (0, 0) once the commander or the
        unit is lost.
        """
        if not (self._unit_left and self._commander_left):
            return 0, 0
        attack, defence = ATTACHED[self.commander]
        return attack, defence

    def hurt(self, points: int) -> Fighter:
        """Return the fighter after some damage. The unit takes it first, then the commander (L413), and any
        excess is lost.
        """
        unit = min(points, len(TRACKS[self.track]) - 1 - self.damage)
        led = self.but(damage=self.damage + unit)
        if not self.commander:
            return led
        room = len(TRACKS[self.commander]) - 1 - self.commander_damage
        return led.but(commander_damage=self.commander_damage + min(points - unit, room))


@dataclass(frozen=True)
class Total:
    """The attack and defence of one side in one blow."""

    attack: int
    defence: int


@dataclass(frozen=True)
class Blow:
    """A blow, with each side's attack and defence, damage and remaining strength."""

    a: Total
    d: Total
    damage_a: int
    damage_d: int
    after_a: Fighter
    after_d: Fighter

    @property
    def is_over(self) -> bool:
        """Return whether at least one side is gone."""
        return self.after_a.is_gone or self.after_d.is_gone


def total(own: Fighter, card: Card, other: Fighter, answer: Card, number: int) -> Total:
    """Return a side's attack and defence in the blow ``number``, counted from 1.

    A feint cancels the swords of the enemy's card, and an order that shows a feint cancels those of the
    enemy's order. The swords of the unit still count (L146-148, ruling C8).
    """
    lent_attack, lent_defence = own.commander_bonus
    steady = own.factor + own.attack + lent_attack + (own.first if number == 1 else 0)
    played = 0 if answer == "feint" else swords(card)
    ordered = 0 if other.order == "feint" else swords(own.order)
    attack = 0 if own.disarmed else max(0, max(0, steady) + played + ordered)
    printed = (own.residual + 1) // 2 if own.halved else own.residual
    shields = (card == "shield") + (own.order == "shield")
    return Total(attack, max(0, printed + own.defence + lent_defence + shields))


def does_damage(a: Fighter, card_a: Card, d: Fighter, card_d: Card, number: int) -> bool:
    """Return whether a blow damages either side."""
    of_a, of_d = total(a, card_a, d, card_d, number), total(d, card_d, a, card_a, number)
    return of_a.attack > of_d.defence or of_d.attack > of_a.defence


def blow(a: Fighter, card_a: Card, d: Fighter, card_d: Card, number: int) -> Blow:
    """Resolve a blow. Both sides strike at once, with their strength before the blow (L154). Attack in
    excess of the enemy's defence becomes damage.
    """
    of_a, of_d = total(a, card_a, d, card_d, number), total(d, card_d, a, card_a, number)
    damage_d, damage_a = max(0, of_a.attack - of_d.defence), max(0, of_d.attack - of_a.defence)
    return Blow(of_a, of_d, damage_a, damage_d, a.hurt(damage_a), d.hurt(damage_d))
