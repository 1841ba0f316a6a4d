"""Sentences for Italia's codes, here in English and in ``locale/italia`` in Italian."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from campaigns.bridge import cca_muster, dba_board_muster, schiere_muster
from campaigns.italia.wording import battles, events, facts, mistakes, pledges, questions, reasons
from campaigns.italia.wording.names import Names, capital, era, nation
from engine.game import (
    Choice,
    Decision,
    Facts,
    Force,
    Mistake,
    OpenBattle,
    OrderKind,
    Power,
    Refusal,
    SeatInfo,
)
from games.contract import NO_SCENARIO
from kit.words.pledges import PledgeWording


class ItaliaWording(PledgeWording):
    """The wording of Italia (see games.contract.Wording)."""

    score_unit = 2  # points are counted in halves

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        super().__init__(scenario)
        self.names = Names(scenario)
        calendar = scenario.get("game", {}).get("calendar", ())
        self.years = {row["round"]: row["years"] for row in calendar}

    def event(self, event: Facts) -> str:
        told = events.event_text(event, self.names)
        return super().event(event) if told is None else told

    def quiet(self, action: Facts, seat: str) -> str:
        return events.quiet_text(action, self.names)

    def refusal(self, refusal: Refusal) -> str:
        return questions.refusal(refusal.code, refusal.facts, self.names) or super().refusal(refusal)

    def reason(self, why: Facts) -> str:
        return reasons.reason(why, self.names)

    def choice(self, choice: Choice) -> str:
        return questions.choice(choice, self.names) or super().choice(choice)

    def caution(self, choice: Choice) -> str:
        return questions.caution(choice.facts, self.names)

    def value(self, field: str, value: Any) -> str:
        said = questions.option(field, str(value))
        if said:
            return said
        if field == "reward":
            return _("Gold") if value == "gold" else _("Victory points")
        if field == "winner":
            return questions.winner(str(value)) or super().value(field, value)
        if field == "unit_kind":
            return ""  # the unit's own label already names its kind
        if field == "unit":  # in a combat fought elsewhere, the value also names the side
            return self.names.any(str(value).removeprefix("attacker:").removeprefix("defender:"))
        if field in ("policy", "submit"):
            return questions.policy(str(value))
        return self.names.any(value)

    fact_words = facts.WORDS

    def fact_name(self, part: str) -> str:
        return self.names.any(part)

    def order_help(self, kind: OrderKind) -> str:
        return questions.order_help(kind.decision)

    def field(self, name: str) -> str:
        return questions.field(name) or self.names.any(name)

    def budget(self, name: str) -> str:
        if name == "path":
            return _("Steps")
        return _("Gold") if name in ("areas", "where") else _("Room")

    def facts(self, facts: Facts) -> str:
        return questions.facts(facts)

    def decision(self, decision: Decision) -> str:
        return questions.question_text(decision, self.names) or super().decision(decision)

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        return questions.decision(kind) or super().decision_kind(kind)

    def decision_for_others(self, decision: Decision) -> str:
        return questions.decision(decision.kind)

    def turn(self, number: int) -> str:
        years = era(self.years.get(number, ""))
        return _("Round %(number)s, %(years)s") % {"number": number, "years": years}

    @classmethod
    def part(cls, name: str) -> str:
        return mistakes.table(name) or capital(nation(name))

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        return mistakes.mistake_text(mistake) or super().mistake(mistake)

    def strength(self) -> str:
        return _("units")

    def reckoning(self, line: Facts) -> str:
        """Describe a line of the calculation that turns counters into an army for a battle."""
        for words in (cca_muster.line, schiere_muster.line, dba_board_muster.line):
            said = words(line, battles.unit, self.names.leader)
            if said is not None:
                return said
        return battles.line(line, self.names)

    def reckoned_back(self, report: Facts, opening: Facts) -> list[str]:
        """Describe how the losses of a battle became lost units."""
        found = cca_muster.report_lines(report, opening, self.names.leader)
        return (
            found
            or schiere_muster.report_lines(report, opening)
            or battles.report_lines(report, opening, self.names)
        )

    def ground(self, ground: Facts) -> list[tuple[str, str]]:
        """Describe the area of a combat that is fought elsewhere, as pairs (label, text)."""
        return battles.ground(ground, self.names) if "area" in ground else []

    def battle_name(self, battle: OpenBattle, turn: int | None) -> str:
        """Return the name of a battle, with its place and the years."""
        place = self.names.place(str(battle.ground["area"]))
        years = era(self.years.get(turn or 0, ""))
        text = _("Battle of %(place)s, %(years)s") if years else _("Battle of %(place)s")
        return text % {"place": place, "years": years}

    def battlefield(self, battle: OpenBattle) -> str:
        return self.names.place(str(battle.ground["area"]))

    def host(self, force: Force) -> str:
        return capital(nation(force.units[0].power)) if force.units else ""

    def commander(self, force: Force) -> str:
        leader = force.facts.get("commander")
        return self.names.leader(str(leader)) if leader else ""

    pledges = pledges.PLEDGES

    def pledge_terms(self, terms: Facts) -> Facts:
        return {"area": self.names.place(str(terms.get("area", ""))), "n": terms.get("gold", "")}

    def seat(self, seat: SeatInfo) -> str:
        return {"red": _("Red"), "yellow": _("Yellow"), "blue": _("Blue"), "green": _("Green")}[seat.id]

    def power(self, power: Power) -> str:
        return capital(nation(power.id))

    @classmethod
    def throw(cls, purpose: str) -> str:
        return {
            "combat": _("Combat"),
            "raid": _("Raid"),
            "naval": _("Battle at sea"),
            "naval_order": _("Who fights first at sea"),
            "panic": _("Elephants frighten"),
            "desertion": _("Foederati go over"),
            "defection": _("Legions go over"),
        }.get(purpose, purpose)
