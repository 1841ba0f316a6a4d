"""The result of a battle just fought, as a card for both sides: the winner, the losses, the consequences."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from django.utils.translation import gettext as _

from engine.game import Facts

MOST = 2  # sentences about what follows


@dataclass(frozen=True)
class FeltSide:
    """One side of the result. ``had`` and ``lost``: units or SP, with their word for the remainder;
    ``total``: its score with the die, "" if there is none."""

    who: str
    had: int
    lost: int
    unit: str
    won: bool
    total: str = ""
    words: str = ""  # its losses, if a number says too little

    @property
    def left(self) -> int:
        return max(self.had - self.lost, 0)


@dataclass(frozen=True)
class Felt:
    """The result card. ``tone``: good or bad for the reader, "" for neither; ``chance``: of this result, as
    it was before; ``after``: sentences about the consequences."""

    title: str
    tone: str
    sides: tuple[FeltSide, ...]
    chance: Fraction | None = None
    after: tuple[str, ...] = ()

    @property
    def odds(self) -> str:
        if self.chance is None:
            return ""
        percent = max(1, min(99, round(100 * self.chance)))
        return _("This outcome had a chance of %(percent)s%%.") % {"percent": percent}


def until(kinds: Container[str], events: Iterable[Facts]) -> list[Facts]:
    """Events before the first of these kinds: the battle's consequences, not later events."""
    return list(takewhile(lambda e: e["kind"] not in kinds, events))


def headline(place: str, ours: bool | None, otherwise: str) -> tuple[str, str]:
    """The title and its tone. ``ours``: whether the reader's side won; None: neither, or nobody won."""
    if ours is None:
        return otherwise, ""
    text = _("Victory: %(place)s") if ours else _("Defeat: %(place)s")
    return text % {"place": place}, "good" if ours else "bad"
