"""Promises between players outside the rules: their terms, and whether the log shows that they were kept.

A promise is not an action, and nothing in it is carried out. Rules only describe the promises that can be
made (:meth:`engine.game.Rules.promises`) and judge them by later events (``concerns_promise``,
``judge_promise``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.values import dataclass

OPEN: Final = "open"
KEPT: Final = "kept"
BROKEN: Final = "broken"

WORDS: Final = "words"  # the kind of promise that every system knows
UNTIL: Final = "until"  # the term that names the last turn of a promise
LONGEST: Final = 300  # maximum length of a promise in free words, in characters
FURTHEST: Final = 99  # how many turns ahead a promise can end, if the number of turns is unknown


@dataclass(frozen=True)
class Promise:
    """A promise from the seat ``by`` to the seat ``to``. ``terms``: the values of the choice that made the
    promise.
    """

    kind: str
    by: str
    to: str
    terms: Mapping[str, Any]

    @property
    def last_turn(self) -> int | None:
        """The last turn of the promise, or the turn by whose end it must be fulfilled. None if the promise
        has no end.
        """
        found = self.terms.get(UNTIL)
        return found if isinstance(found, int) else None

    def has_expired(self, turn: int | None) -> bool:
        """Return whether the promise has expired in that turn.

        >>> peace = Promise("peace", "red", "blue", {"until": 3})
        >>> peace.has_expired(3), peace.has_expired(4), peace.has_expired(None)
        (False, True, False)
        """
        return turn is not None and self.last_turn is not None and turn > self.last_turn


@dataclass(frozen=True)
class Breach:
    """How a choice would break its seat's promise. ``field`` and ``values``: the promise is broken only if
    this field has one of these values, or if its path passes through one of them. Without a field, the choice
    always breaks the promise. ``sure``: whether the breach depends on neither dice nor other players.
    """

    field: str = ""
    values: tuple[Any, ...] = ()
    sure: bool = True
