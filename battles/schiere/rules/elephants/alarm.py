"""Noise against charging elephants: its cost, their halt, and the effect of a card from the full set
(L302-304).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from battles.schiere.rules.cards import CARDS, Card, swords
from battles.schiere.rules.melee.duel import TRACKS

ACTION: Final = 1  # the cost of the noise
CORRIDOR: Final = 1  # the extra cost of the corridor
EVERY_SWORD: Final = sum(map(swords, CARDS))  # the gain of elephants that turn back or run through
REEL_AT: Final = 1  # defence at which shots of velites turn them back (L302)

Course = Literal["charges_on", "turns_back", "runs_through"]


@dataclass(frozen=True)
class Alarm:
    """The effect on elephants of the card turned for them, and the number of squares."""

    course: Course
    squares: int


def halt_after(squares: int) -> int:
    """The number of squares after which they must halt: half their way, rounded up.

    >>> [halt_after(squares) for squares in (1, 2, 5, 8)]
    [1, 1, 3, 4]
    """
    return squares // 2 + squares % 2


def alarm(card: Card, left: int) -> Alarm:
    """The effect of a card on elephants, given their remaining movement points.

    >>> alarm("sword2", 4), alarm("shield", 4)
    (Alarm(course='charges_on', squares=6), Alarm(course='turns_back', squares=10))
    """
    if card == "shield":
        return Alarm("turns_back", left + EVERY_SWORD)
    if card == "feint":
        return Alarm("runs_through", left + EVERY_SWORD)
    return Alarm("charges_on", left + swords(card))


def payments(orders: Iterable[tuple[str, Card]]) -> Sequence[tuple[str, str, str]]:
    """Every way to pay for the noise from these orders, (id, card): one with swords, a feint, a shield."""
    held = sorted(orders)
    return tuple(
        product(
            _such(held, ("sword1", "sword2", "sword3")),
            _such(held, ("feint",)),
            _such(held, ("shield",)),
        )
    )


def _such(orders: Iterable[tuple[str, Card]], cards: Collection[str]) -> list[str]:
    return [order for order, card in orders if card in cards]


def reels(before: int, after: int) -> bool:
    """Whether damage (in points of the track) done by shots turns elephants back: their defence is down to
    one, and was more.
    """
    track = TRACKS["elephants"]
    return track[after][0] == REEL_AT < track[before][0]
