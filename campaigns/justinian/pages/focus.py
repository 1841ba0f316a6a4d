"""The middle of the map: the place that the question is about."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.justinian.rules.ground.position import Position
from campaigns.justinian.rules.ground.progress import Battle
from campaigns.justinian.rules.scenario.types import EUROPA
from campaigns.justinian.rules.turn.sardinia import SARDINIA
from engine.game import Choice, Decision, Pick, Share

# Questions about places or armies that none of their facts names: the first on offer stands for them.
BY_OFFER = {"new_leader", "operation", "operation_place", "barbarian_unit", "place_tribe"}

ELSEWHERE = {"sardinia": SARDINIA, "nika": EUROPA}  # where that happens, whoever is sent there


def asked_about(pos: Position, decision: Decision | None, choices: Sequence[Choice]) -> str:
    """The province of the battle, or the one that the question is about; "" for none."""
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
    """The first place on offer, or where the first army on offer stands."""
    fields = (f for c in choices for f in c.fields if isinstance(f, Pick | Share))
    for value in (str(o.value) for field in fields for o in field.options):
        if value in pos.scn.provinces:
            return value
        if value in pos.state.armies:
            return pos.state.armies[value].at
    return ""
