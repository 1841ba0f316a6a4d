"""The events of one step, each with its dice.

    story = Story(dice)
    face = d6(dice, "forage", "1", seat)
    story.tell(Foraged(seat, face))
    return story.step(state)

An event takes the dice rolled since the previous event. If several events are added together, the first
takes them. This suits rules that report the result of a die before they roll the next. If other events
come in between, set the dice aside and let an event claim them by their purpose.
"""

from __future__ import annotations

from typing import Any, TypeVar

from engine.dice import Dice
from engine.game import Step

S = TypeVar("S")


class Story:
    """A collector of a step's events as they happen. ``dice``: the step's source of randomness."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Any] = []
        self._rolls = dice.rolls
        self._before = self._seen = len(dice.rolls)  # skip rolls of an earlier step, if the source is reused
        self._owners: list[int | None] = []

    def tell(self, *events: Any, of: str = "") -> None:
        """Add events. The first of them takes the dice rolled since the previous event. ``of``: a purpose; if
        given, the first event takes only the dice for this purpose, including those set aside.
        """
        if of and events:
            self._claim_rolls(of, len(self.events))
        elif events and len(self._rolls) != self._seen:
            self._assign_rolls(len(self.events))
        self.events += events

    def set_aside(self) -> None:
        """Set aside the dice rolled since the last event. Only an event that names their purpose can then
        take them.
        """
        self._assign_rolls(None)

    def step(self, state: S) -> Step[S]:
        """Return the step with its events and dice."""
        self.set_aside()
        return Step(state, tuple(self.events), tuple(self._owners))

    def _assign_rolls(self, owner: int | None) -> None:
        """Record ``owner`` (the number of an event, or None) as the cause of the dice rolled since the last
        event.
        """
        self._owners += [owner] * (len(self._rolls) - self._seen)
        self._seen = len(self._rolls)

    def _claim_rolls(self, purpose: str, owner: int) -> None:
        self.set_aside()
        for index, roll in enumerate(self._rolls[self._before :]):
            if self._owners[index] is None and roll.throw.purpose == purpose:
                self._owners[index] = owner
