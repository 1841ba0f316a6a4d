"""Tally: the smallest game that a log can record, for the cases of the engine (docs/cases.md).

The heap starts with the roll of a six-sided die plus the scenario's number. ``throw_dice`` adds six-sided
dice, ``spend`` takes from the heap (too_little if it holds less), and ``share_out`` takes everyone's share
from it. The event of a share-out names the recipients in the order in which the rules received them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.codec import Codec
from engine.dice import Dice, Throw, d6
from engine.game import Facts, IllegalAction, Step
from engine.values import dataclass


@dataclass(frozen=True)
class Start:
    """The event that starts the game with the first heap."""

    heap: int


@dataclass(frozen=True)
class ThrowDice:
    """Roll a number of dice and add them to the heap."""

    number: int


@dataclass(frozen=True)
class Spend:
    """Take an amount from the heap."""

    number: int


@dataclass(frozen=True)
class ShareOut:
    """Give each named player an amount from the heap."""

    to: Mapping[str, int]


@dataclass(frozen=True)
class Heap:
    """The state: the size of the heap, and each player's total."""

    heap: int
    got: Mapping[str, int]


@dataclass(frozen=True)
class Changed:
    """The event of a new heap size; ``names`` lists the recipients in the rules' order."""

    heap: int
    names: tuple[str, ...] = ()


CODEC: Final = Codec(1, (Start, ThrowDice, Spend, ShareOut, Heap, Changed))


@dataclass(frozen=True)
class TallyRules:
    """The rules of Tally; a scenario can add to the first heap."""

    more: Mapping[str, int]

    def setup(self, dice: Dice) -> Step[Heap]:
        heap = d6(dice, "start", "1") + sum(self.more.values())
        return Step(Heap(heap, {}), (Start(heap), Changed(heap, tuple(self.more))))

    def apply(self, state: Heap, seat: str, action: Any, dice: Dice) -> Step[Heap]:
        if isinstance(action, ThrowDice):
            faces = dice.roll_all([Throw(6, "throw", "2", seat)] * action.number)
            return self._now(replace(state, heap=state.heap + sum(faces)))
        taken = action.number if isinstance(action, Spend) else sum(action.to.values())
        if taken > state.heap:
            raise IllegalAction("2", "too_little", left=state.heap)
        state = replace(state, heap=state.heap - taken)
        if isinstance(action, Spend):
            return self._now(state)
        got = dict(state.got)
        for name, number in action.to.items():
            got[name] = got.get(name, 0) + number
        return self._now(replace(state, got=got), tuple(action.to))

    def _now(self, state: Heap, names: tuple[str, ...] = ()) -> Step[Heap]:
        return Step(state, (Changed(state.heap, names),))


class Tally:
    """Tally as a system that the journal can play."""

    name = "tally"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {}

    def open(self, scenario: Facts, options: Facts) -> TallyRules:
        return TallyRules(scenario)
