"""The texts for the codes of Commands & Colors: Ancients, in English here and in Italian in ``locale/cca``.

This folder has one module for each chapter, with its sentences by kind (kit.words.chapters). ``QUIET``
has the sentences for actions that cause no event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.cca.rules.fight.standing_orders import GROUPS, LED
from battles.cca.wording import fighting, mistakes, names, reasons, turn
from battles.cca.wording.die import DRAWINGS, symbols
from engine.game import Decision, Facts, Mistake, Outcome
from games.contract import NO_SCENARIO
from kit.words.chapters import ChapterWording


class CcaWording(ChapterWording):
    """The texts of Commands & Colors: Ancients (see games.contract.Wording)."""

    chapters = (turn, fighting)

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        super().__init__(scenario)
        self._armies = {
            seat: str(scenario[seat].get("army", seat)) for seat in ("bottom", "top") if seat in scenario
        }

    def army(self, seat: str) -> str:
        """Name the soldiers of a seat, for use after an article."""
        return names.army(self._armies.get(seat, seat))

    def event_values(self) -> tuple[Any, ...]:
        return (self.army,)

    def side_name(self, seat: str) -> str:
        return self.army(seat)

    @classmethod
    def faces(cls, sides: int) -> Mapping[int, tuple[str, str]]:
        return symbols() if sides == len(DRAWINGS) else {}

    def value(self, field: str, value: Any) -> str:
        said = turn.value(field, value)
        if said is not None:
            return said
        if field == "lost":
            return names.loss_way(str(value))
        if field in ("to", "at", "target", "hex"):
            return str(value)
        if field in ("unit", "type"):
            return names.unit(str(value))
        words = {
            "never": pgettext("cca", "never"),
            "always": pgettext("cca", "always"),
            "below": pgettext("cca", "with few blocks"),
            "all": pgettext("cca", "all"),
            "none": pgettext("cca", "none"),
            "hold": pgettext("cca", "keep it"),
            "strike": pgettext("cca", "play it"),
            "any": pgettext("cca", "any attacker"),
            "light": pgettext("cca", "light units"),
            "medium": pgettext("cca", "medium units"),
            "heavy": pgettext("cca", "heavy units"),
            "ask": pgettext("cca", "ask me"),
            "friends": pgettext("cca", "towards their own units"),
            "away": pgettext("cca", "away from the enemy"),
            "off": pgettext("cca", "over the board edge"),
            "enter": pgettext("cca", "advance"),
            "stay": pgettext("cca", "stay"),
            "most": pgettext("cca", "attack again"),
            "rest": pgettext("cca", "rest"),
            "strong": pgettext("cca bot", "strong"),
            "fair": pgettext("cca bot", "fair"),
            "weak": pgettext("cca bot", "weak"),
            "yes": pgettext("cca", "yes"),
            "no": pgettext("cca", "no"),
            "marian": _("Marian or imperial: pila"),
            "julian": _("Julian: pila, and two hexes without a battle"),
            "hasdrubal": _("The heavy foot with Hasdrubal"),
            "other": _("The other heavy foot"),
            "dealt": _("Dealt here, hidden from the other side"),
            "table": _("Real cards in your hands, at your table"),
        }
        return words.get(str(value)) or super().value(field, value)

    @classmethod
    def points_name(cls) -> str:
        return pgettext("cca", "Banners")

    def field(self, name: str) -> str:
        return {
            "to": _("To"),
            "number": _("Flags to ignore"),
            "how": _("What they do"),
            "blocks": _("At most this many blocks"),
            "against": _("Against"),
            "ignore": _("Flags"),
            "way": _("Where they go"),
            "light_foot": _("Light foot"),
            "medium_foot": _("Medium foot"),
            "heavy_foot": _("Heavy foot"),
            "light_mounted": _("Light mounted"),
            "medium_mounted": _("Medium mounted"),
            "heavy_mounted": _("Heavy mounted"),
            "led": _("With a leader"),
            "bot": _("Bot"),
            "legions": _("Roman legions"),
            "sacred_band": _("Sacred Band (Crimissos)"),
            "expansions": _("Units and terrain of the expansions"),
            "cards": _("Cards"),
        }.get(name) or super().field(name)

    def nothing(self, name: str) -> str:
        return pgettext("cca", "as above") if name in (*GROUPS, LED) else super().nothing(name)

    def facts(self, facts: Facts) -> str:
        if set(facts) == {"dice"}:
            return names.dice(facts["dice"])
        if set(facts) == {"stands_for"}:
            return names.card(str(facts["stands_for"]))
        if set(facts) == {"face"}:
            return names.face(str(facts["face"]))
        if set(facts) == {"joins"}:
            return _("joins a leader")
        return super().facts(facts)

    def decision(self, decision: Decision) -> str:
        return str(capfirst(super().decision(decision)))

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        return mistakes.mistake(mistake) or super().mistake(mistake)

    def reason(self, why: Facts) -> str:
        return reasons.reason(why)

    def outcome(self, found: Outcome) -> str:
        return {
            "banners": _("The last banner was won."),
            "leader_lost": _("The general on whom the battle hung has fallen."),
            "draw": _("Both sides won their last banner at once."),
            "exhausted": _("Neither side won in 300 turns."),
        }.get(found.reason) or super().outcome(found)
