"""Tally, the smallest game that a log can record, for the engine's own cases (docs/cases.md).

The heap starts as the roll of a six-sided die plus the sum of the scenario's numbers. ``throw_dice`` adds
six-sided dice to the heap, ``spend`` takes an amount from it, and ``share_out`` gives each named player an
amount from it. Taking more than the heap holds is refused as too_little. The event of a share-out names the
recipients in the order in which the rules received them.
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
    """The state of the game: the size of the heap, and how much each player has been given."""

    heap: int
    got: Mapping[str, int]


@dataclass(frozen=True)
class Changed:
    """The event that reports the heap's new size. ``names``: the recipients of a share-out in the order in
    which the rules received them.
    """

    heap: int
    names: tuple[str, ...] = ()


CODEC: Final = Codec(1, (Start, ThrowDice, Spend, ShareOut, Heap, Changed))


@dataclass(frozen=True)
class TallyRules:
    """The rules of Tally. ``more``: the numbers that the scenario adds to the first heap."""

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
    """The game of Tally as a system, so that the journal can play it."""

    name = "tally"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {}

    def open(self, scenario: Facts, options: Facts) -> TallyRules:
        return TallyRules(scenario)
