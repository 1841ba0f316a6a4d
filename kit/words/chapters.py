"""A wording whose sentences stand in the files of its chapters, by code.

Each chapter has tables, if it needs them: of events (EVENTS), choices (CHOICES), decisions (ASKED; KINDS for
those who wait), standing orders (ORDERS), refusals (REFUSALS) and throws (THROWS). A table's sentence is a
function, so that it is put into the reader's language when it is asked for.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from django.utils.text import capfirst

from engine.game import Choice, Decision, Facts, OrderKind, Refusal
from games.contract import Wording


class ChapterWording(Wording):
    """See games.contract.Wording; what no chapter has is said as any system says it."""

    chapters: ClassVar[tuple[ModuleType, ...]] = ()

    @classmethod
    def found(cls, table: str, code: str) -> Any:
        """The sentence for a code in the chapters' tables of that name; None if no chapter has one."""
        for chapter in cls.chapters:
            sentence = getattr(chapter, table, {}).get(code)
            if sentence is not None:
                return sentence
        return None

    def known(self) -> tuple[Any, ...]:
        """Values for the sentence of an event in addition to its facts. None by default."""
        return ()

    def event(self, event: Facts) -> str:
        sentence = self.found("EVENTS", str(event.get("kind")))
        return super().event(event) if sentence is None else str(sentence(event, *self.known()))

    def refusal(self, refusal: Refusal) -> str:
        sentence = self.found("REFUSALS", refusal.code)
        return super().refusal(refusal) if sentence is None else str(sentence(refusal.facts))

    def choice(self, choice: Choice) -> str:
        sentence = self.found("CHOICES", choice.kind)
        return super().choice(choice) if sentence is None else str(sentence(choice))

    def decision(self, decision: Decision) -> str:
        sentence = self.found("ASKED", decision.kind)
        return super().decision(decision) if sentence is None else str(sentence(decision))

    @classmethod
    def asked(cls, kind: str) -> str:
        sentence = cls.found("KINDS", kind)
        return super().asked(kind) if sentence is None else str(sentence())

    def awaited(self, decision: Decision) -> str:
        return self.asked(decision.kind)

    def order(self, kind: OrderKind) -> str:
        """An order answers questions about no unit yet."""
        return str(capfirst(self.asked(kind.decision)))

    def order_help(self, kind: OrderKind) -> str:
        sentence = self.found("ORDERS", kind.decision)
        return "" if sentence is None else str(sentence())

    @classmethod
    def throw(cls, purpose: str) -> str:
        sentence = cls.found("THROWS", purpose)
        return super().throw(purpose) if sentence is None else str(sentence())
