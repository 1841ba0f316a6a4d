"""The exceptions raised when rules refuse an illegal action or an unplayable scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from engine.values import dataclass

Json = Any  # a JSON value: None, bool, int, str, list, dict
Facts = Mapping[str, Json]


class Refusal(Exception):
    """Raised when an action is refused; the state is unchanged.

    ``rule``: the section of the rulebook, or "" if no rule is involved. ``code``: the reason in snake_case.
    ``facts``: the values for a message. The web application words the message; rules never write sentences.
    """

    def __init__(self, rule: str, code: str, **facts: Json) -> None:
        self.rule, self.code, self.facts = rule, code, dict(facts)
        super().__init__(f"{rule or '-'} {code} {self.facts or ''}".strip())


class InvalidAction(Refusal):
    """Raised for input that is not understood: an unknown kind, or a missing or malformed field.
    ``facts["path"]`` locates the error.
    """


class IllegalAction(Refusal):
    """Raised for an action that is understood but forbidden by a rule."""


class Unimaginable(IllegalAction):
    """Raised when no state can be imagined for a seat (``Rules.imagine``): there are too few hidden
    possibilities, or the rules hide something without defining how to imagine it.
    """


class StaleAction(Refusal):
    """Raised by the web application, never by rules, when the game has moved since the page was rendered."""


@dataclass(frozen=True)
class Mistake:
    """A mistake in a document, with its path, its code and the facts for a message."""

    path: str
    code: str
    facts: Facts = field(default_factory=dict)


class BadDocument(Exception):
    """Raised for a document that cannot be used. It carries every mistake, not only the first."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{m.path}: {m.code}" for m in self.mistakes))


class BadScenario(BadDocument):
    """Raised for a scenario or options that cannot be played."""
