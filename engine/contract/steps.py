"""The result of an action, and of a whole game."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Generic, TypeVar

from engine.refusals import Facts
from engine.values import dataclass

S = TypeVar("S")


@dataclass(frozen=True)
class Step(Generic[S]):
    """The state after an action, and the events that led to it in order.

    ``dice`` holds, for each die of the step, the number of the event it caused (from 0), or None if it caused
    none; :class:`engine.story.Story` assigns them. If the whole tuple is None, all dice belong to the first
    event.
    """

    state: S
    events: tuple[Any, ...] = ()
    dice: tuple[int | None, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a game. ``ranks``: seats by result, winners first. Seats in one rank did equally well,
    and unnamed seats come last; () is a draw. ``reason`` is a code, ``rule`` the section.
    """

    ranks: tuple[tuple[str, ...], ...]
    reason: str
    rule: str = ""
    scores: Facts = field(default_factory=dict)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winning seats; empty for a draw."""
        return self.ranks[0] if self.ranks else ()

    @property
    def winner(self) -> str | None:
        """Return the sole winner; None if there is none."""
        return self.winners[0] if len(self.winners) == 1 else None

    def to_json(self) -> Facts:
        """Return the outcome as JSON. Older versions had only a ``winner``."""
        return {
            "winner": self.winner,
            "ranks": [list(rank) for rank in self.ranks],
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
        }


def won_by(*seats: str | None) -> tuple[tuple[str, ...], ...]:
    """Return the ranks of a game that these seats win; without seats, a draw.

    >>> won_by("red"), won_by("red", "blue"), won_by(None)
    ((('red',),), (('red', 'blue'),), ())
    """
    winners = tuple(seat for seat in seats if seat is not None)
    return (winners,) if winners else ()
