"""A wording that looks up its sentences by code in several modules, its chapters.

Each chapter can define tables of events (EVENTS), choices (CHOICES) and decisions (ASKED for the player
who decides, KINDS for the players who wait). Further tables hold standing orders (ORDERS), refusals
(REFUSALS), throws (THROWS) and actions that cause no event (QUIET). A sentence is a function, so that each
request translates it into the reader's language.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from django.utils.text import capfirst

from engine.game import Choice, Decision, Facts, OrderKind, Refusal
from games.contract import Wording


class ChapterWording(Wording):
    """A wording made of chapters. Codes that no chapter knows are worded by the base class."""

    chapters: ClassVar[tuple[ModuleType, ...]] = ()

    @classmethod
    def find_sentence(cls, table: str, code: str) -> Any:
        """Return the sentence for a code from the chapters' tables of this name, or None if no chapter has
        one.
        """
        for chapter in cls.chapters:
            sentence = getattr(chapter, table, {}).get(code)
            if sentence is not None:
                return sentence
        return None

    def event_values(self) -> tuple[Any, ...]:
        """Return extra values for the sentence of an event, in addition to its facts. There are none by
        default.
        """
        return ()

    def event(self, event: Facts) -> str:
        sentence = self.find_sentence("EVENTS", str(event.get("kind")))
        return super().event(event) if sentence is None else str(sentence(event, *self.event_values()))

    def side_name(self, seat: str) -> str:
        """Name a seat's side within a sentence."""
        return seat

    def quiet(self, action: Facts, seat: str) -> str:
        sentence = self.find_sentence("QUIET", str(action.get("kind")))
        return (
            super().quiet(action, seat) if sentence is None else str(sentence(action, self.side_name(seat)))
        )

    def refusal(self, refusal: Refusal) -> str:
        sentence = self.find_sentence("REFUSALS", refusal.code)
        return super().refusal(refusal) if sentence is None else str(sentence(refusal.facts))

    def choice(self, choice: Choice) -> str:
        sentence = self.find_sentence("CHOICES", choice.kind)
        return super().choice(choice) if sentence is None else str(sentence(choice))

    def decision(self, decision: Decision) -> str:
        sentence = self.find_sentence("ASKED", decision.kind)
        return super().decision(decision) if sentence is None else str(sentence(decision))

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        sentence = cls.find_sentence("KINDS", kind)
        return super().decision_kind(kind) if sentence is None else str(sentence())

    def decision_for_others(self, decision: Decision) -> str:
        return self.decision_kind(decision.kind)

    def order(self, kind: OrderKind) -> str:
        """Return the title of a standing order: the name of the kind of decision that it answers."""
        return str(capfirst(self.decision_kind(kind.decision)))

    def order_help(self, kind: OrderKind) -> str:
        sentence = self.find_sentence("ORDERS", kind.decision)
        return "" if sentence is None else str(sentence())

    @classmethod
    def throw(cls, purpose: str) -> str:
        sentence = cls.find_sentence("THROWS", purpose)
        return super().throw(purpose) if sentence is None else str(sentence())
