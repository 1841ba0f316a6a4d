"""Noise against charging elephants: its cost, where it halts them, and the effect of the card drawn
(L302-304).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Final, Literal

from battles.schiere.rules.cards import CARDS, Card, swords
from battles.schiere.rules.melee.duel import TRACKS
from engine.values import dataclass

ACTION: Final = 1  # what the noise costs
CORRIDOR: Final = 1  # the extra cost of leaving a corridor for them
EVERY_SWORD: Final = sum(
    map(swords, CARDS)
)  # movement points that elephants gain when they turn back or run through
REEL_AT: Final = 1  # elephants reduced to this defence by velites turn back (L302)

Course = Literal["charges_on", "turns_back", "runs_through"]


@dataclass(frozen=True)
class Alarm:
    """The effect of the drawn card on elephants, and the number of squares they then move."""

    course: Course
    squares: int


def halt_after(squares: int) -> int:
    """Return the number of squares after which elephants must halt: half their way, rounded up.

    >>> [halt_after(squares) for squares in (1, 2, 5, 8)]
    [1, 1, 3, 4]
    """
    return squares // 2 + squares % 2


def alarm(card: Card, left: int) -> Alarm:
    """Return the effect of a card on elephants, given the movement points they have left.

    >>> alarm("sword2", 4), alarm("shield", 4)
    (Alarm(course='charges_on', squares=6), Alarm(course='turns_back', squares=10))
    """
    if card == "shield":
        return Alarm("turns_back", left + EVERY_SWORD)
    if card == "feint":
        return Alarm("runs_through", left + EVERY_SWORD)
    return Alarm("charges_on", left + swords(card))


def payments(orders: Iterable[tuple[str, Card]]) -> Sequence[tuple[str, str, str]]:
    """List every way to pay for the noise with these orders, given as (id, card): one with swords, a feint
    and a shield.
    """
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
    """Return whether damage from shots makes elephants turn back: it must reduce their defence to one.
    ``damage`` is in points of the track.
    """
    track = TRACKS["elephants"]
    return track[after][0] == REEL_AT < track[before][0]
