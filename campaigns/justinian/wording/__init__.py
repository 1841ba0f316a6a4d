"""Sentences for Justinian's codes, in English here and in Italian in ``locale/justinian``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _

from campaigns.bridge import cca_muster, dba_board_muster, dba_muster, schiere_muster
from campaigns.bridge.cataphract import words as cataphract_words
from campaigns.justinian.wording import (
    battle,
    choices,
    events,
    facts,
    general,
    lookup,
    march,
    pledges,
    scenario,
    sea,
    segment,
    setting_up,
    turn,
)
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items, readable
from campaigns.justinian.wording.registry import ALL, register
from engine.game import Choice, Decision, Facts, Force, Mistake, OpenBattle, OrderKind, Refusal
from games import plugins
from games.contract import NO_SCENARIO
from games.wording.numbers import minus
from kit.words.pledges import PledgeWording

if TYPE_CHECKING:
    from games.models import Game

register(
    general.WORDS,
    scenario.WORDS,
    setting_up.WORDS,
    *turn.CHAPTERS,
    *segment.CHAPTERS,
    *march.CHAPTERS,
    *sea.CHAPTERS,
    *battle.CHAPTERS,
)


def _describe_fact(name: str, value: Any, names: Names) -> str:
    """Describe one fact of a decision."""
    if type(value) is int:
        return minus(value)
    if name == "at":
        return names.place(str(value))
    if name == "mover":
        return names.army(str(value))
    return word(value) if name == "reason" else choices.value(name, value, names)


def _word_fact(value: Any) -> str:
    """Describe one fact of a mistake. Numbers get a true minus sign, and ids are unchanged."""
    if isinstance(value, list | tuple):
        return join_items(value)
    return minus(value) if isinstance(value, int) else str(value)


class JustinianWording(PledgeWording):
    """The wording of Justinian. See games.contract.Wording for its methods."""

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        super().__init__(scenario)
        self.names = Names(scenario)
        self.years = {row["turn"]: row["year"] for row in scenario.get("turns", ())}

    def event(self, event: Facts) -> str:
        return events.sentence(event, self.names) or super().event(event)

    def quiet(self, action: Facts, seat: str) -> str:
        return lookup.quiet(action, self.names)

    def refusal(self, refusal: Refusal) -> str:
        if refusal.code not in ALL.refusals:
            return super().refusal(refusal)
        return lookup.refusal(refusal.code, refusal.facts, self.names)

    def reason(self, why: Facts) -> str:
        """Explain the bot's advice in a sentence."""
        return lookup.reason(why, self.names)

    pledges = pledges.PLEDGES

    def pledge_terms(self, terms: Facts) -> Facts:
        return {"place": self.names.place(str(terms.get("province", ""))), "n": terms.get("gold", "")}

    def choice(self, choice: Choice) -> str:
        return lookup.label(choice.kind, choice.fixed, self.names, choice.rule)

    def caution(self, choice: Choice) -> str:
        """Return a warning before a choice that no later move can undo, or ""."""
        return choices.caution(choice.kind)

    def value(self, field: str, value: Any) -> str:
        return choices.value(field, value, self.names)

    def all_but(self, field: str, left: Sequence[str]) -> str:
        """Describe the groups to pay by naming only those that are left out (5.2)."""
        if field != "groups":
            return super().all_but(field, left)
        return _("all but %(groups)s") % {"groups": join_items(left)} if left else _("all of them")

    def field(self, name: str) -> str:
        """Return the label of a field."""
        return str(ALL.fields.get(name, readable(name)))

    fact_words = facts.WORDS

    def fact_name(self, part: str) -> str:
        return self.names.anything(part)

    def fact_value(self, path: Sequence[str], value: Any) -> str:
        if path[0] == "armies" and path[-1] == "at" and not value:
            return _("off the map")
        return super().fact_value(path, value)

    def turn(self, number: int) -> str:
        """Name a turn by its number and its first year."""
        year = self.years.get(number)
        if year is None:
            return super().turn(number)
        return _("Turn %(number)s: the years from %(year)s") % {"number": number, "year": year}

    def score(self, name: str) -> str:
        return str(ALL.scores.get(name, readable(name)))

    def battle_name(self, battle: OpenBattle, turn: int | None) -> str:
        """Name a battle by its place and year, such as "Battle of Salona, 528" (8.1)."""
        year = self.years.get(turn)
        place = self.names.site(battle.ground)
        text = _("Battle of %(place)s, %(year)s") if year else _("Battle of %(place)s")
        return text % {"place": place, "year": year}

    def battlefield(self, battle: OpenBattle) -> str:
        """Name the place of a battle: the city and its province, or the province alone."""
        site, province = self.names.site(battle.ground), self.names.place(str(battle.ground.get("province")))
        return site if site == province else f"{site}, {province}"

    def host(self, force: Force) -> str:
        """Return the name of the power with the most strength in a force."""
        return self.names.power(max(force.units, key=lambda unit: unit.sp).power) if force.units else ""

    def commander(self, force: Force) -> str:
        leader = force.facts.get("commander")
        return self.names.leader(str(leader)) if leader else ""

    def ground(self, ground: Facts) -> list[tuple[str, str]]:
        """Describe the terrain of a battle (8.1)."""
        return [
            (str(label), choices.value(name, ground[name], self.names))
            for name, label in ALL.ground.items()
            if ground.get(name)
        ]

    def facts(self, facts: Facts) -> str:
        """Describe the facts shown next to an option or a form."""
        return choices.facts(facts, self.names)

    def decision(self, decision: Decision) -> str:
        if decision.kind not in ALL.decisions:
            return super().decision(decision)
        facts = {k: _describe_fact(k, v, self.names) for k, v in decision.facts.items()}
        asked = lookup.question(decision.kind, decision.facts) % lookup.KnownFacts(facts)
        return asked[:1].upper() + asked[1:]

    def decision_for_others(self, decision: Decision) -> str:
        """Describe a side's pending decision for the players who wait for it."""
        return lookup.pending_text(decision, self.names)

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        return str(ALL.decisions[kind].title) if kind in ALL.decisions else readable(kind)

    def reckoned_back(self, report: Facts, opening: Facts) -> list[str]:
        """Describe how the losses were calculated, one sentence per side."""
        found = cca_muster.report_lines(report, opening, self.names.leader)
        found = found or cataphract_words.report_lines(report, opening, self.names.leader)
        return (
            found or schiere_muster.report_lines(report, opening) or dba_muster.report_lines(report, opening)
        )

    def order(self, kind: OrderKind) -> str:
        """Return the title of a standing order."""
        return (
            str(ALL.orders[kind.decision].title) if kind.decision in ALL.orders else readable(kind.decision)
        )

    def order_help(self, kind: OrderKind) -> str:
        """Explain a standing order, with an example."""
        return str(ALL.orders[kind.decision].help) if kind.decision in ALL.orders else ""

    @classmethod
    def order_group(cls, kind: OrderKind) -> str:
        """Return the heading of the group that a standing order belongs to, or ""."""
        return str(ALL.orders[kind.decision].group) if kind.decision in ALL.orders else ""

    @classmethod
    def order_suggested(cls, kind: OrderKind) -> dict[str, Any]:
        """Return the initial values of the form for a standing order."""
        return dict(ALL.orders[kind.decision].suggested) if kind.decision in ALL.orders else {}

    def order_tonight(self, kind: OrderKind, values: Facts | None) -> str:
        """Describe how the bot answers under a standing order. If ``values`` is None, describe how it
        answers when there is no order.
        """
        return lookup.order(kind.decision, values)

    def reckoning(self, line: Facts) -> str:
        """Describe a line of the calculation that turns strength points into an army for a battle."""
        for words in (cca_muster.line, cataphract_words.line, schiere_muster.line, dba_board_muster.line):
            said = words(line, lambda row: self.names.unit(row["unit"]), self.names.leader)
            if said is not None:
                return said
        return dba_muster.line(line, self.names)

    @classmethod
    def throw(cls, purpose: str) -> str:
        return str(ALL.throws.get(purpose, readable(word(purpose))))

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        if mistake.code not in ALL.mistakes:
            return super().mistake(mistake)
        facts = {k: _word_fact(v) for k, v in mistake.facts.items()}
        facts.setdefault("name", facts.get("province") or facts.get("box") or "?")
        return str(ALL.mistakes[mistake.code]) % lookup.KnownFacts(facts)


def wording_of(game: Game) -> JustinianWording:
    """Return the wording of a campaign with the names of its scenario."""
    return cast("JustinianWording", plugins.wording(game))
