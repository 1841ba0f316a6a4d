"""The texts for the codes of *Cataphract*. English is in this package, Italian in ``locale/cataphract``."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.cataphract.rules.battle import own_field
from battles.cataphract.rules.battle.scenario import SCHEMA
from battles.cataphract.rules.sheet.armies import printed_battles
from battles.cataphract.wording import asking, on_map, refusals
from battles.cataphract.wording.events import EVENTS
from battles.cataphract.wording.names import Names, counter, word
from engine.game import Choice, Decision, Facts, Mistake, Outcome, Refusal, SeatInfo
from games.contract import NO_SCENARIO, Wording


class CataphractWording(Wording):
    """The texts of *Cataphract*. See games.contract.Wording."""

    scores_are_losses = True
    about_bot: ClassVar[Any] = gettext_lazy(
        "On the map the bot closes in by Lines, shoots, and strikes where the roll is good. On a sheet it"
        " knows no positions: it shoots a little and sends in single units."
    )

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        super().__init__(scenario)
        self.names = Names(_armies(scenario))

    def event(self, event: Facts) -> str:
        kind = str(event.get("kind"))
        sentence = EVENTS.get(kind) or on_map.EVENTS.get(kind)
        return super().event(event) if sentence is None else sentence(event, self.names)

    def quiet(self, action: Facts, seat: str) -> str:
        sentence = on_map.QUIET.get(str(action.get("kind")))
        return super().quiet(action, seat) if sentence is None else sentence(action, self.names)

    def refusal(self, refusal: Refusal) -> str:
        return refusals.refusal(refusal.code, refusal.facts, self.names) or super().refusal(refusal)

    def choice(self, choice: Choice) -> str:
        sentence = asking.CHOICES.get(choice.kind) or on_map.CHOICES.get(choice.kind)
        return super().choice(choice) if sentence is None else sentence(choice, self.names)

    def value(self, field: str, value: Any) -> str:
        said = asking.value(field, value, self.names)
        return super().value(field, value) if said is None else said

    def field(self, name: str) -> str:
        return str(asking.FIELDS[name]) if name in asking.FIELDS else super().field(name)

    def facts(self, facts: Facts) -> str:
        said = asking.facts(facts)
        return super().facts(facts) if said is None else said

    def decision(self, decision: Decision) -> str:
        return asking.decision(decision.kind, decision.facts, self.names)

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        return word({**asking.DECISIONS, **on_map.DECISIONS}, kind)

    def decision_for_others(self, decision: Decision) -> str:
        return self.decision(decision)

    @classmethod
    def throw(cls, purpose: str) -> str:
        what, _bar, who = purpose.partition("|")
        said = word(asking.THROWS, what)
        return f"{said}: {counter(who)}" if who else said

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        return refusals.mistake(mistake) or super().mistake(mistake)

    def seat(self, seat: SeatInfo) -> str:
        return self.names.side(seat.id) if seat.id in self.names.sides else _(seat.name)

    def outcome(self, found: Outcome) -> str:
        return refusals.ending(found.reason) or super().outcome(found)


def _armies(scenario: Facts) -> Facts:
    """Return the armies of a scenario in the format of a sheet."""
    if scenario.get("schema") == SCHEMA:
        return printed_battles.scenario(scenario["battle"])
    return scenario["armies"] if scenario.get("schema") == own_field.SCHEMA else scenario
