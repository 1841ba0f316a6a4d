"""The place that a decision is about, on which the map is centred."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.justinian.rules.scenario.types import EUROPA, Scenario
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.values import Detached, Frontier, Place, Ships, Unit
from campaigns.justinian.rules.turn.sardinia import SARDINIA
from engine.game import Choice, Decision, Facts, Pick, Share
from games.forms.place_forms import Where

# Decisions whose facts name no place. The place of their first option is used.
BY_OFFER = {"new_leader", "operation", "operation_place", "barbarian_unit", "place_tribe"}

ELSEWHERE = {"sardinia": SARDINIA, "nika": EUROPA}  # decisions about a fixed place, wherever troops are


def decision_place(pos: Position, decision: Decision | None, choices: Sequence[Choice]) -> str:
    """Return the province of the current battle, or the place that the decision is about, or "" if there is
    none.
    """
    battle = pos.in_progress(Battle)
    if battle is not None:
        return battle.province
    if decision is None:
        return ""
    facts = decision.facts
    asked = facts.get("province") or facts.get("place") or ELSEWHERE.get(decision.kind)
    if isinstance(asked, str):
        return asked
    if decision.kind == "ally":
        return pos.state.armies[facts["army"]].at
    return _first_offered(pos, choices) if decision.kind in BY_OFFER else ""


def _first_offered(pos: Position, choices: Sequence[Choice]) -> str:
    fields = (f for c in choices for f in c.fields if isinstance(f, Pick | Share))
    for value in (str(o.value) for field in fields for o in field.options):
        if value in pos.scn.provinces:
            return value
        if value in pos.state.armies:
            return pos.state.armies[value].at
    return ""


def current_place(pos: Position, decision: Decision | None, view: Facts) -> str:
    """Return the place of the reader's decision, or "". Choices that name no place are shown with
    this place.
    """
    if decision is None:
        return ""
    active = view["active"]
    return decision_place(pos, decision, ()) or (str(active["at"]) if active else "")


def where(scn: Scenario, view: Facts) -> Where:
    """Return a function that finds the place of an option in a choice, or "". The option may be a place, an
    army, a leader, troops, ships, or a power, whose place is its box.
    """
    places = {*scn.provinces, *scn.boxes, *scn.seas}
    stands = {a["leader"]: a["at"] for a in view["armies"] if a["leader"]} | dict(view["lone"])
    stands |= {a["id"]: a["at"] for a in view["armies"]}

    def found(value: str) -> str:
        unit = Unit.parse(value)
        if isinstance(unit, Frontier | Detached):
            return unit.province
        if isinstance(unit, Ships):
            return unit.fleet.place
        box = Place.box(value)
        return (
            value if value in places else stands.get(unit.army or value, "") or (box if box in places else "")
        )

    return found
