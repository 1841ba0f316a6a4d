"""Tests of nerve, which the enemy requests: a card is drawn from defence set D (L405)."""

from __future__ import annotations

from typing import Final, Literal

from battles.schiere.rules.cards import DEFENCE_SETS, Card
from battles.schiere.rules.melee.duel import Fighter
from engine.values import dataclass

Nerve = Literal["stands", "retreats", "routs", "surrenders"]
DRAWN_FROM: Final[list[Card]] = DEFENCE_SETS["D"]  # every unit draws from the same set (ruling S6)

ONE_LEFT, TWO_SWORDS = 1, 2
RALLY_CHIEF, RALLY_ORDER = "solid", "shield"  # the kind of chief and the order that rally units (L220)


def may_be_asked(own: Fighter, enemy: Fighter, *, commanders: bool = False) -> bool:
    """Return whether the enemy can request a test of nerve. The unit and its commander must show exactly one
    shield together, and the enemy at least two swords (ruling S5). ``commanders``: whether commanders without
    a unit are tested as well (ruling S74).
    """
    if own.is_commander_alone and not commanders:
        return False
    one_left = own.residual + own.commander_bonus[1] == ONE_LEFT
    return (
        not own.is_gone
        and one_left
        and not enemy.is_gone
        and enemy.factor + enemy.commander_bonus[0] >= TWO_SWORDS
    )


def nerve(card: Card, moves: bool) -> Nerve:
    """Return the result of a card for the unit. A unit that must retreat but cannot move surrenders.

    >>> nerve("shield", True), nerve("feint", True), nerve("feint", False), nerve("sword1", True)
    ('stands', 'retreats', 'surrenders', 'routs')
    """
    if card == "shield":
        return "stands"
    if card == "feint":
        return "retreats" if moves else "surrenders"
    return "routs"


@dataclass(frozen=True)
class Rally:
    """A routing unit and the means to rally it. ``rampaging`` elephants have turned on their own side and
    need only the order (L308). Other units also need a solid chief whose chain of command reaches them
    (L220, L405, ruling C10).
    """

    rampaging: bool = False
    chief: str = "solid"
    in_chain: bool = True
    order: Card | None = None


def rally(who: Rally) -> tuple[str, ...]:
    """Return the reasons why a routing unit cannot be rallied, or () if it can.

    >>> rally(Rally(order="shield")), rally(Rally(chief="astute", in_chain=False))
    ((), ('chief_not_solid', 'outside_the_chain', 'no_shield_order'))
    """
    found = []
    if not who.rampaging and who.chief != RALLY_CHIEF:
        found.append("chief_not_solid")
    if not who.rampaging and not who.in_chain:
        found.append("outside_the_chain")
    if who.order != RALLY_ORDER:
        found.append("no_shield_order")
    return tuple(found)
