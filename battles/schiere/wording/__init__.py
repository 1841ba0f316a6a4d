"""The texts for the codes of *Schiere*, in English here and in Italian in ``locale/schiere``.

Each module of this folder has the texts of one part of the rules, with its sentences by kind
(kit.words.chapters). FIELDS names the form fields, VALUES names their values, and RULES names the sections of
the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from engine.game import Choice, Facts, SeatInfo
from kit.words.chapters import ChapterWording


class SchiereWording(ChapterWording):
    """The texts of *Schiere*; see games.contract.Wording."""

    chapters = (preparing, turn, melee, shooting, command, elephants)

    def side_name(self, seat: str) -> str:
        return names.side(seat)

    def value(self, field: str, value: Any) -> str:
        if field == "order" and value is None:
            return _("no order")
        sentence = self.find_sentence("VALUES", field)
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
        sentence = self.find_sentence("FIELDS", name)
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
        """Warn that points not spent before the battle are lost (L324-332)."""
        if choice.kind == "buy":
            return _("Points you don't spend now are lost. Continue anyway?")
        return super().caution(choice)

    def reason(self, why: Facts) -> str:
        return reasons.reason(why)

    def seat(self, seat: SeatInfo) -> str:
        """Name a seat by its side. In a battle of a campaign, the name of the power comes first."""
        box, power = names.side(seat.id), self.scenario.get("names", {}).get(seat.id)
        return f"{_(power)} ({box})" if power else box

    @classmethod
    def throw(cls, purpose: str) -> str:
        return {
            "initiative": _("Initiative"),
            "initiative_again": _("Who begins"),
            "side": _("Choice of sides"),
        }.get(purpose) or super().throw(purpose)

    @classmethod
    def rule(cls, rule: str) -> str:
        sentence = cls.find_sentence("RULES", rule)
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
