"""Readers for the parts that several questions share, such as a unit, an order or a number. Every mistake is
reported with its path.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, cast

from battles.schiere.rules.cards import CARDS, Card
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.situation import Unit
from engine.game import BadScenario
from engine.reading import Reader

UNIT: Final = (
    "class damage commander commander_damage order support beside solid out_of_command shaken isolated ground"
)


def unit(one: Reader) -> Unit:
    one.only(UNIT)
    return Unit(
        one["class"].one_of(situation.FIGHTERS),
        number(one["damage"], 4),
        choice(one["commander"], ("", *situation.COMMANDERS), ""),
        number(one["commander_damage"], 2),
        order(one["order"]),
        number(one["support"], 2),
        number(one["beside"], 3),
        flag(one["solid"]),
        flag(one["out_of_command"]),
        flag(one["shaken"]),
        flag(one["isolated"]),
        choice(one["ground"], situation.GROUNDS, "plain"),
    )


def settle(top: Reader, found: Any) -> None:
    """Raise BadScenario for the values that could not be read or, if all could, for the mistakes in
    ``found``. Do nothing if there are no mistakes at all.
    """
    top.raise_mistakes(BadScenario)
    for mistake in found:
        top.fault(f"$.{mistake.path}", mistake.code, **mistake.facts)
    top.raise_mistakes(BadScenario)


def choice(one: Reader, allowed: tuple[Any, ...], usual: str) -> Any:
    return one.one_of(allowed) if one.has_value else usual


def number(one: Reader, high: int) -> int:
    return one.number(0, high) if one.has_value else 0


def flag(one: Reader, usual: bool = False) -> bool:
    return one.flag() if one.has_value else usual


def order(one: Reader) -> Card | None:
    return cast(Card, one.one_of(CARDS)) if one.has_value else None


def sides(one: Reader, usual: str) -> str:
    return one.one_of(("", "a", "d", "ad")) if one.has_value else usual


def fraction(chance: Fraction) -> list[int]:
    return [chance.numerator, chance.denominator]
