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

    ``id``: unique in the game and stable while the decision is pending. ``default``: a legal action that is
    taken at the deadline unless a standing order says otherwise. ``facts``: details for the page. ``power``:
    the power that decides, if the seat leads several.

    ``covert``: whether the question alone would reveal what the seat holds. A covert decision is asked
    whether or not the seat can do anything, and answered at once by standing order or default. Other seats
    never see it until an event reveals it. A seat that wants to be asked (``ASK_ME``) is asked in either
    case. The kind of a covert decision is among the system's ``order_kinds``.
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
    accepts every value that fits the fields, except that it can refuse the content of a ``Given`` field.
    ``decision``: the id of the pending decision that the choice answers. ``rule``: the section that allows
    it.
    """

    kind: str
    fixed: Facts = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    rule: str = ""
    decision: str | None = None
    facts: Facts = field(default_factory=dict)


Choices = tuple[Choice, ...]


def free_promise(turn: int | None, last: int | None = None) -> Choice:
    """Return the choice that offers a promise in free words. The promise is valid from this turn until a
    turn that the player chooses.
    """
    return Choice(WORDS, fields=(Word(WORDS, LONGEST), *last_turn_field(turn, last)))


def last_turn_field(turn: int | None, last: int | None = None) -> tuple[Number, ...]:
    """Return the field for a promise's last turn, or () if the game counts no turns."""
    if turn is None:
        return ()
    high = turn + FURTHEST if last is None else max(turn, last)
    return (Number(UNTIL, turn, high, min(turn + 1, high)),)
