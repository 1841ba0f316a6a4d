"""Promises between players outside the rules: peace, passage, staying out of a place, gold, or free text.

The rules enforce none of them. The log judges promises of peace, passage and staying out of a place, because
it shows who attacked whom and which army went where. A promise of gold is judged only in a system whose rules
record payments. For all other promises, the players themselves declare whether they were kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.contract.promises import BROKEN, KEPT, OPEN, Promise
from engine.game import Choice, Choices, Number, Pick, Rules, free_promise, last_turn_field

PEACE: Final = "peace"
PASSAGE: Final = "passage"
KEEP_OUT: Final = "keep_out"
GOLD: Final = "gold"
TOLD_BY_LOG: Final = frozenset({PEACE, PASSAGE, KEEP_OUT})


def promise_choices(turn: int, last: int, place: Pick, gold: Number | None) -> Choices:
    """Return the promises that a player can make now.

    ``gold``: the field for an amount of gold, or None if the player has no treasury.
    """
    until = last_turn_field(turn, last)
    return (
        Choice(PEACE, fields=until),
        Choice(PASSAGE, fields=(place, *until)),
        Choice(KEEP_OUT, fields=(place, *until)),
        *((Choice(GOLD, fields=(gold, *until)),) if gold else ()),
        free_promise(turn, last),
    )


class Promising(Rules[Any]):
    """Rules by which the log judges promises of peace, passage and staying out of a place. The first event
    that concerns such a promise breaks it. A promise whose term ends without such an event is kept. Promises
    of other kinds stay open.
    """

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        if promise.kind not in TOLD_BY_LOG:
            return OPEN
        return BROKEN if events else KEPT if over else OPEN

    def settles(self, promise: Promise) -> bool:
        return promise.kind in TOLD_BY_LOG
