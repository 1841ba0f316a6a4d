"""Noise against charging elephants: its cost, the square where they halt, and the effect of the drawn card
(L302-304).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Final, Literal

from battles.schiere.rules.cards import CARDS, Card, swords
from battles.schiere.rules.melee.duel import TRACKS
from engine.values import dataclass

ACTION: Final = 1  # cost of the noise, in actions
CORRIDOR: Final = 1  # extra actions for opening a corridor for the elephants
# movement points that elephants gain when they turn back or run through a corridor
EVERY_SWORD: Final = sum(map(swords, CARDS))
REEL_AT: Final = 1  # elephants that velites reduce to this defence turn back (L302)

Course = Literal["charges_on", "turns_back", "runs_through"]


@dataclass(frozen=True)
class Alarm:
    """The effect of the drawn card on elephants, and the number of squares that they then move."""

    course: Course
    squares: int


def halt_after(squares: int) -> int:
    """Return the number of squares after which elephants must halt: half of their march, rounded up.

    >>> [halt_after(squares) for squares in (1, 2, 5, 8)]
    [1, 1, 3, 4]
    """
    return squares // 2 + squares % 2


def alarm(card: Card, left: int) -> Alarm:
    """Return the effect of a card on elephants with ``left`` movement points.

    >>> alarm("sword2", 4), alarm("shield", 4)
    (Alarm(course='charges_on', squares=6), Alarm(course='turns_back', squares=10))
    """
    if card == "shield":
        return Alarm("turns_back", left + EVERY_SWORD)
    if card == "feint":
        return Alarm("runs_through", left + EVERY_SWORD)
    return Alarm("charges_on", left + swords(card))


def payments(orders: Iterable[tuple[str, Card]]) -> Sequence[tuple[str, str, str]]:
    """Return every way to pay for the noise against charging elephants, as the ids of three orders: one with
    swords, a feint and a shield. ``orders`` holds the side's orders as (id, card).
    """
    held = sorted(orders)
    return tuple(
        product(
            _orders_with(held, ("sword1", "sword2", "sword3")),
            _orders_with(held, ("feint",)),
            _orders_with(held, ("shield",)),
        )
    )


def _orders_with(orders: Iterable[tuple[str, Card]], cards: Collection[str]) -> list[str]:
    return [order for order, card in orders if card in cards]


def reels(before: int, after: int) -> bool:
    """Return whether damage from shots makes elephants turn back, because it reduces their defence to one.
    ``before`` and ``after`` are points of damage.
    """
    track = TRACKS["elephants"]
    return track[after][0] == REEL_AT < track[before][0]
