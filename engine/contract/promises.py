"""Promises between players outside the rules: their terms, and whether the log shows that they were kept.

A promise is not an action: nothing in it is carried out. Rules only describe what can be promised
(:meth:`engine.game.Rules.promises`) and judge it by later events (``concerns_promise``, ``judge_promise``).
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
LONGEST: Final = 300  # characters of a promise in words
FURTHEST: Final = 99  # turns ahead, if the number of turns is unknown


@dataclass(frozen=True)
class Promise:
    """A promise from the seat ``by`` to the seat ``to``; ``terms`` are the fields of the choice it was
    made from."""

    kind: str
    by: str
    to: str
    terms: Mapping[str, Any]

    @property
    def last_turn(self) -> int | None:
        """Return the last turn of the promise, or the turn by whose end it must be fulfilled; None: no
        end.
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
    """The way a choice breaks its owner's promise: always, or (``field``) only with one of these ``values``;
    a path breaks it by passing through one. If not ``sure``, dice or other players also have a say.
    """

    field: str = ""
    values: tuple[Any, ...] = ()
    sure: bool = True
