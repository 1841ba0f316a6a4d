"""The result of an action, and of a whole game."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Generic, TypeVar

from engine.refusals import Facts
from engine.values import dataclass

S = TypeVar("S")


@dataclass(frozen=True)
class Step(Generic[S]):
    """The state after an action, and the events that led to it, in order.

    ``dice``: for each die of the step, the number of the event that the die caused. Numbers begin at 0, and
    None means that the die caused no event; :class:`engine.story.Story` assigns the numbers. If ``dice``
    itself is None, all dice belong to the first event.
    """

    state: S
    events: tuple[Any, ...] = ()
    dice: tuple[int | None, ...] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a game. ``ranks``: the seats grouped by result, winners first, or () for a draw. Seats in
    one rank did equally well, and seats in no rank come last. ``reason``: a code. ``rule``: the section of
    the rules.
    """

    ranks: tuple[tuple[str, ...], ...]
    reason: str
    rule: str = ""
    scores: Facts = field(default_factory=dict)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winning seats, or () for a draw."""
        return self.ranks[0] if self.ranks else ()

    @property
    def winner(self) -> str | None:
        """The sole winner, or None if nobody won alone."""
        return self.winners[0] if len(self.winners) == 1 else None

    def to_json(self) -> Facts:
        """Return the outcome as JSON. It includes ``winner``, the only field in older versions."""
        return {
            "winner": self.winner,
            "ranks": [list(rank) for rank in self.ranks],
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
        }


def won_by(*seats: str | None) -> tuple[tuple[str, ...], ...]:
    """Return the ranks of a game that these seats win. Without seats the game is a draw.

    >>> won_by("red"), won_by("red", "blue"), won_by(None)
    ((('red',),), (('red', 'blue'),), ())
    """
    winners = tuple(seat for seat in seats if seat is not None)
    return (winners,) if winners else ()
