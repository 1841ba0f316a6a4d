"""Code that several decisions share: common actions, checks of amounts, and refusals of actions that come at
the wrong time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.codec import tag_of
from engine.values import dataclass
from kit.rules.decisions import Action, refuse

K = TypeVar("K", bound=str)


@dataclass(frozen=True)
class Pass(Action):
    """Decline an offer, or use no marker."""


@dataclass(frozen=True)
class RetreatTo(Action):
    """Retreat before combat (8.13) or after it (8.21)."""

    province: str


def not_now(action: Action) -> None:
    """Refuse an action that does not fit the pending decision."""
    refuse("", "not_now", action=tag_of(type(action)))


def without_zeros(amounts: Mapping[K, int]) -> dict[K, int]:
    """Return the amounts without zeros. Refuses a negative number."""
    for unit, number in amounts.items():
        if number < 0:
            refuse("", "negative", unit=unit)
    return {unit: number for unit, number in amounts.items() if number}
