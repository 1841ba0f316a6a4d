"""Schiere's codes in sentences, English here and Italian in ``locale/schiere``.

A file of this folder for each chapter, named in CHAPTERS, with its sentences by kind: of events (EVENTS), of
choices (CHOICES), of decisions (ASKED; KINDS for those who wait), of orders (ORDERS), of refusals (REFUSALS),
of fields and their values (FIELDS, VALUES), of throws (THROWS) and sections (RULES).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.wording import (
    command,
    elephants,
    facts,
    melee,
    names,
    preparing,
    reasons,
    shooting,
    turn,
)
from engine.game import Choice, Decision, Facts, OrderKind, Refusal, SeatInfo
from games.contract import Wording

CHAPTERS: Final[tuple[ModuleType, ...]] = (preparing, turn, melee, shooting, command, elephants)


def found(table: str, kind: str) -> Any:
    """The sentence for a kind in all chapters' tables of that name, or None."""
    for chapter in CHAPTERS:
        sentence = getattr(chapter, table, {}).get(kind)
        if sentence is not None:
            return sentence
    return None


class SchiereWording(Wording):
    """See games.contract.Wording."""

    def event(self, event: Facts) -> str:
        sentence = found("EVENTS", str(event.get("kind")))
        return super().event(event) if sentence is None else str(sentence(event))

    def refusal(self, refusal: Refusal) -> str:
        sentence = found("REFUSALS", refusal.code)
        return super().refusal(refusal) if sentence is None else str(sentence(refusal.facts))

    def choice(self, choice: Choice) -> str:
        sentence = found("CHOICES", choice.kind)
        return super().choice(choice) if sentence is None else str(sentence(choice))

    def value(self, field: str, value: Any) -> str:
        if field == "order" and value is None:
            return _("no order")
        sentence = found("VALUES", field)
        return names.value(field, value) if sentence is None else str(sentence(value))

    def field(self, name: str) -> str:
        said = {
            "units": _("Units"),
            "chief": _("Commander in chief"),
            "wings": _("Wing commanders"),
            "wing": _("Under"),
            "at": _("Square"),
            "facing": _("Facing"),
            "wares": _("To buy"),
            "order": _("Order"),
            "given": _("Orders"),
            "way": _("Way"),
            "first": _("First"),
            "batch": _("At a time"),
            "edge": _("Side"),
            "unit": _("Unit"),
            "shape": _("Shape"),
        }
        sentence = found("FIELDS", name)
        return said.get(name) or (names.value("", name) if sentence is None else str(sentence()))

    fact_words = facts.WORDS

    def fact(self, path: Sequence[str], about: Facts) -> str:
        return facts.fact(path, about) or super().fact(path, about)

    def fact_value(self, path: Sequence[str], value: Any) -> str:
        return facts.value(path, value) or super().fact_value(path, value)

    def fact_name(self, part: str) -> str:
        return names.value("", part)

    def budget(self, name: str) -> str:
        return _("Movement points") if name == "way" else _("Points")

    def facts(self, facts: Facts) -> str:
        if set(facts) == {"card"}:
            return names.card(str(facts["card"]))
        if set(facts) == {"cost"}:
            return ngettext("%(n)s point", "%(n)s points", facts["cost"]) % {"n": facts["cost"]}
        return "" if set(facts) <= {"schiera", "piece"} else super().facts(facts)

    def caution(self, choice: Choice) -> str:
        """Points that are not spent before the battle are gone (L324-332)."""
        if choice.kind == "buy":
            return _("Points you don't spend now are lost. Continue anyway?")
        return super().caution(choice)

    def decision(self, decision: Decision) -> str:
        sentence = found("ASKED", decision.kind)
        return super().decision(decision) if sentence is None else str(sentence(decision))

    @classmethod
    def asked(cls, kind: str) -> str:
        sentence = found("KINDS", kind)
        return super().asked(kind) if sentence is None else str(sentence())

    def awaited(self, decision: Decision) -> str:
        return self.asked(decision.kind)

    def reason(self, why: Facts) -> str:
        return reasons.reason(why)

    def seat(self, seat: SeatInfo) -> str:
        """The counters that it plays with; in a battle of a campaign first the power that does."""
        box, power = names.side(seat.id), self.scenario.get("names", {}).get(seat.id)
        return f"{_(power)} ({box})" if power else box

    def order(self, kind: OrderKind) -> str:
        """An order answers questions about no unit yet."""
        return str(capfirst(self.asked(kind.decision)))

    def order_help(self, kind: OrderKind) -> str:
        sentence = found("ORDERS", kind.decision)
        return "" if sentence is None else str(sentence())

    @classmethod
    def throw(cls, purpose: str) -> str:
        sentence = found("THROWS", purpose)
        if sentence is not None:
            return str(sentence())
        return {
            "initiative": _("Initiative"),
            "initiative_again": _("Who begins"),
            "side": _("Choice of sides"),
        }.get(purpose) or super().throw(purpose)

    @classmethod
    def rule(cls, rule: str) -> str:
        sentence = found("RULES", rule)
        if sentence is not None:
            return str(sentence())
        return {
            "points": _("Costs of the units"),
            "sides": _("The battlefield"),
            "camp": _("The camp"),
            "deployment": _("The battlefield"),
            "orders": _("Tactical orders"),
            "initiative": _("Initiative"),
            "actions": _("Actions"),
            "reserved": _("Reserved actions"),
            "schiere": _("The units"),
            "movement": _("Movement of the units"),
            "influence": _("Area of influence and front"),
            "facing": _("Area of influence and front"),
            "chief": _("The commander in chief"),
            "standards": _("The standard bearer"),
            "rout": _("Retreat and rout"),
            "charge": _("Hand to hand"),
            "melee": _("Hand to hand"),
            "victory": _("Length of the game and victory"),
        }.get(rule, rule)
