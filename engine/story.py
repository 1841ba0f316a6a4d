"""The events of one step, each with its dice.

    story = Story(dice)
    face = d6(dice, "forage", "1", seat)
    story.tell(Foraged(seat, face))
    return story.step(state)

An event takes the dice rolled since the last event took its own; of events added together the first one does.
That fits rules that report the result of a die before they roll the next. Where other events come in between,
dice are set aside and an event names its own by their purpose.
"""

from __future__ import annotations

from typing import Any, TypeVar

from engine.dice import Dice
from engine.game import Step

S = TypeVar("S")


class Story:
    """The events of a step as they happen. ``dice`` is the step's source of chance."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Any] = []
        self._rolls = dice.rolls
        self._before = self._seen = len(dice.rolls)  # those of an earlier step, if a source is used again
        self._owners: list[int | None] = []

    def tell(self, *events: Any, of: str = "") -> None:
        """Add events. The first takes the dice since the last event; ``of``: only those for that purpose,
        also ones set aside."""
        if of and events:
            self._named(of, len(self.events))
        elif events and len(self._rolls) != self._seen:
            self._fell(len(self.events))
        self.events += events

    def aside(self) -> None:
        """Exclude the dice rolled since then from the next event, unless it names their purpose."""
        self._fell(None)

    def step(self, state: S) -> Step[S]:
        """The step with its events."""
        self.aside()
        return Step(state, tuple(self.events), tuple(self._owners))

    def _fell(self, owner: int | None) -> None:
        """Assign the dice rolled since then to that event."""
        self._owners += [owner] * (len(self._rolls) - self._seen)
        self._seen = len(self._rolls)

    def _named(self, purpose: str, owner: int) -> None:
        self.aside()
        for index, roll in enumerate(self._rolls[self._before :]):
            if self._owners[index] is None and roll.throw.purpose == purpose:
                self._owners[index] = owner
