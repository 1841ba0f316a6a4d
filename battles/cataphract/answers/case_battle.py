"""Test cases that play a battle on the map: units in their hexes, actions with their dice, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cataphract.answers.case_sheet import CaseDice
from battles.cataphract.rules.battle.ordering import Ordering
from battles.cataphract.rules.battle.position import name_of, read_stand
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.battle.state import OnMap, Place
from battles.cataphract.rules.chapters import CODEC
from battles.cataphract.rules.field.pieces import CORNERS
from battles.cataphract.rules.sheet.play.state import LEFT, Phase, Sheet
from battles.cataphract.rules.system import CATAPHRACT
from engine.game import BadScenario, Json
from engine.reading import Reader
from engine.refusals import Refusal

AWAY: Final = "1120"  # the hex for leaders whom a case does not place


def play(given: Mapping[str, Any]) -> Mapping[str, Json]:
    """Carry out the steps of a case on the map and describe the result. A refused step ends the case. Raises
    BadScenario if a step leaves dice unused.

    The case's ``places`` maps units to hexes with facings ("b1" to "5010E"); all other units have left
    the map. The case's ``leader`` is the leader whose Orders Phase it is.
    """
    Reader(given).only("ask battle options places posts leader marks steps")
    rules = CATAPHRACT.open(CATAPHRACT.scenario(f"field-{given['battle']}"), given.get("options", {}))
    assert isinstance(rules, MapRules)
    state = _begin(rules, given)
    told: dict[str, Any] = {}
    for step in given.get("steps", ()):
        action = {key: value for key, value in step.items() if key != "dice"}
        dice = CaseDice(step.get("dice", []))
        try:
            seat = rules.pending(state)[0].seat
            found = rules.apply(state, seat, CODEC.read(action), dice)
        except Refusal as refusal:
            return _describe(rules, state) | {
                "refused": [refusal.code],
                "rule": getattr(refusal, "rule", ""),
            }
        if dice.faces:
            raise BadScenario([])
        state = found.state
        events = [CODEC.write(event) for event in found.events]
        told = {"events": [one["kind"] for one in events], "told": {one["kind"]: one for one in events}}
    return _describe(rules, state) | told


def _begin(rules: MapRules, given: Mapping[str, Any]) -> Sheet:
    """Return the sheet with the units of a case in place, in the Orders Phase of its leader."""
    state = rules.setup(CaseDice([9, 8])).state
    places = {unit: read_stand(text, False) for unit, text in given["places"].items()}
    marks = given.get("marks", {})
    units = {
        id: one.but(**marks.get(id, {})) if id in places else one.but(where=LEFT)
        for id, one in state.units.items()
    }
    board = state.board
    assert board is not None
    posts = {**dict.fromkeys(board.posts, AWAY), **given.get("posts", {})}
    there = {unit: Place(name_of(stand.at), stand.facing) for unit, stand in places.items()}
    seat = rules.setting.roster.chiefs[given["leader"]].seat
    stack = (*state.stack, Ordering())
    phase = Phase(given["leader"], seat)
    return state.but(units=units, board=OnMap(there, posts), phase=phase, stack=stack)


def _describe(rules: MapRules, state: Sheet) -> dict[str, Json]:
    pos = rules.position(state)
    owed = rules.pending(state)
    choices = rules.choices(state, owed[0].seat) if owed else ()
    return {
        "at": {
            id: f"{pos.board.places[id].at} {CORNERS[one.facing]}"
            for id, one in pos.battlefield.pieces.items()
        },
        "hits": {id: pos.markers(id).hits for id in pos.battlefield.pieces if pos.markers(id).hits},
        "asked": owed[0].kind if owed else "",
        "by": owed[0].seat if owed else "",
        "offered": sorted(
            {
                str(option.value)
                for choice in choices
                if choice.kind == "react"
                for field in choice.fields
                for option in getattr(field, "options", ())
            }
        ),
    }
