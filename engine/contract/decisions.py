"""Decisions that a game waits for, and the choices that answer them."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Final

from engine.contract.fields import Field, Number, Word
from engine.contract.promises import FURTHEST, LONGEST, UNTIL, WORDS
from engine.refusals import Facts
from engine.values import dataclass

GM: Final = "gm"  # the referee, who answers decisions that belong to no player (a battle's report, a ruling)


@dataclass(frozen=True)
class Decision:
    """A decision that a seat owes.

    ``id`` is unique in the game and stable while the decision is pending. ``default`` is a legal action; it
    is taken at the deadline unless a standing order says otherwise. ``facts`` are for the page. ``power`` is
    the power that decides, if the seat leads several.

    ``covert``: the question itself would reveal what the seat holds. It is therefore asked whether or not the
    seat can do anything, answered at once by standing order or default, and never shown to other seats until
    an event reveals it. A seat that wants to be asked (``ASK_ME``) is asked in either case. The kind of a
    covert decision is among the system's ``order_kinds``.
    """

    id: str
    seat: str
    kind: str
    default: Any
    rule: str = ""
    facts: Facts = field(default_factory=dict)
    power: str = ""
    covert: bool = False


@dataclass(frozen=True)
class Choice:
    """A legal kind of action, with ``fixed`` fields and ``fields`` to fill in.

    Fields must be independent: where one answer would restrict another, offer several choices. ``apply``
    accepts every value that fits the fields (except that it can refuse the content of a ``Given`` field).
    ``decision`` names the pending decision that the choice answers. ``rule`` is the section that allows it.
    """

    kind: str
    fixed: Facts = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    rule: str = ""
    decision: str | None = None
    facts: Facts = field(default_factory=dict)


Choices = tuple[Choice, ...]


def in_words(turn: int | None, last: int | None = None) -> Choice:
    """Return the choice of a promise in free words, from this turn until a chosen one."""
    return Choice(WORDS, fields=(Word(WORDS, LONGEST), *until_turn(turn, last)))


def until_turn(turn: int | None, last: int | None = None) -> tuple[Number, ...]:
    """Return the field for the last turn of a promise; none if no turns are counted."""
    if turn is None:
        return ()
    high = turn + FURTHEST if last is None else max(turn, last)
    return (Number(UNTIL, turn, high, min(turn + 1, high)),)
