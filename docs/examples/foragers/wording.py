"""The system's own texts. All others come from the generic wording in games/contract.py."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.game import Choice, Decision, Facts, Outcome, Refusal
from games.contract import Wording


class ForagersWording(Wording):
    def event(self, event: Facts) -> str:
        texts = {
            "foraged": _("%(camp)s forages: %(face)s."),
            "load_lost": _("The enemy's light horse comes: a load of %(load)s is lost."),
            "carried": _("%(camp)s carries %(load)s into camp."),
        }
        return texts[event["kind"]] % {**event, "camp": self.value("seat", event["seat"])}

    def choice(self, choice: Choice) -> str:
        if choice.kind == "forage":
            return _("Forage")
        return _("Carry %(load)s into camp") % choice.facts

    def facts(self, facts: Facts) -> str:
        return ""  # the button has already said it

    def decision(self, decision: Decision) -> str:
        return _("Forage on, or carry the load into camp?")

    def value(self, field: str, value: Any) -> str:
        camps = {"north": _("The northern camp"), "south": _("The southern camp")}
        return camps.get(value) or super().value(field, value)

    def refusal(self, refusal: Refusal) -> str:
        if refusal.code == "not_your_turn":
            return _("It is the other captain's turn.")
        return super().refusal(refusal)

    def outcome(self, found: Outcome) -> str:
        return _("The camp is full before the other one.")

    @classmethod
    def throw(cls, purpose: str) -> str:
        return _("Foraging")
