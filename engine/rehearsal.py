"""Carrying an action out on trial: no die is rolled, nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.dice import Roll, Throw
from engine.game import Refusal, Rules

S = TypeVar("S")


class ComesToADie(Exception):
    """What was tried comes to a die: so far no rule forbids it."""


class Withheld:
    """Dice that nobody gets to see: whoever reaches for them learns only that."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        raise ComesToADie(throw.purpose)

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        raise ComesToADie(", ".join(sorted({throw.purpose for throw in throws})))


def why_not(rules: Rules[S], state: S, seat: str, action: Any) -> Refusal | None:
    """Why the rules refuse an action (a dataclass, as the codec reads it); None when they find nothing
    against it, at least as far as its first die. Nothing is rolled, and what it would lead to is thrown away.
    """
    try:
        rules.apply(state, seat, action, Withheld())
    except Refusal as refusal:
        return refusal
    except ComesToADie:
        return None
    return None
