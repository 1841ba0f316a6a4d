"""Promises between players outside the rules: peace, passage, keeping out of a place, gold, free words.

The rules enforce none of them. The log shows who attacked whom and who went where. Payments of gold appear in
the log only if a system's rules handle them; players declare the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.contract.promises import BROKEN, KEPT, OPEN, Promise
from engine.game import Choice, Choices, Number, Pick, Rules, in_words, until_turn

PEACE: Final = "peace"
PASSAGE: Final = "passage"
KEEP_OUT: Final = "keep_out"
GOLD: Final = "gold"
TOLD_BY_LOG: Final = frozenset({PEACE, PASSAGE, KEEP_OUT})


def promise_choices(turn: int, last: int, place: Pick, gold: Number | None) -> Choices:
    """Return the promises that a player can make now. ``gold``: the most they can promise, if they have a
    treasury.
    """
    until = until_turn(turn, last)
    return (
        Choice(PEACE, fields=until),
        Choice(PASSAGE, fields=(place, *until)),
        Choice(KEEP_OUT, fields=(place, *until)),
        *((Choice(GOLD, fields=(gold, *until)),) if gold else ()),
        in_words(turn, last),
    )


class Promising(Rules[Any]):
    """Rules in which a single relevant event breaks a promise, if the log can show a breach at all."""

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        if promise.kind not in TOLD_BY_LOG:
            return OPEN
        return BROKEN if events else KEPT if over else OPEN

    def settles(self, promise: Promise) -> bool:
        return promise.kind in TOLD_BY_LOG
