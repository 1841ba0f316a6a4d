"""A battle sheet for tests: actions with the dice that are rolled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.state import Command, Marked, Sheet
from battles.cataphract.rules.system import CATAPHRACT
from engine.dice import Scripted
from engine.game import IllegalAction


class SheetTable:
    """A sheet in progress. ``do`` carries out an action and asserts that exactly these dice were rolled."""

    def __init__(self, battle: str = "tricameron", scenario: Mapping[str, Any] | None = None) -> None:
        self.rules = CATAPHRACT.open(scenario or CATAPHRACT.scenario(battle), {})
        self.state: Sheet = self.rules.setup(Scripted([])).state
        self.events: list[Any] = []

    def do(self, action: Any, *faces: int) -> list[Any]:
        dice = Scripted(list(faces))
        step = self.rules.apply(self.state, self.rules.pending(self.state)[0].seat, action, dice)
        assert not dice.faces, f"unused dice: {dice.faces}"
        self.state = step.state
        self.events = list(step.events)
        return self.events

    def refused(self, action: Any) -> tuple[str, str]:
        """Assert that an action is refused without changing anything. Return the section and the code of
        the refusal.
        """
        before = self.state
        try:
            self.rules.apply(self.state, self.rules.pending(self.state)[0].seat, action, Scripted([]))
        except IllegalAction as refusal:
            assert self.state is before
            return refusal.rule, refusal.code
        raise AssertionError(f"accepted: {action}")

    @property
    def pos(self) -> Field:
        return self.rules.position(self.state)

    def unit(self, id: str) -> Marked:
        return self.state.units[id]

    def leader(self, id: str) -> Command:
        return self.state.leaders[id]

    def told(self, kind: type) -> list[Any]:
        """Return the events of this kind in the last step."""
        return [one for one in self.events if isinstance(one, kind)]
