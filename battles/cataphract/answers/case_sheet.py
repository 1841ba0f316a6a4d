"""Test cases that play the battle sheet: armies, inputs with their dice, and the resulting sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battles.cataphract.rules.chapters import CODEC
from battles.cataphract.rules.sheet.armies.printed_battles import SCHEMA
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.rules import SheetRules
from battles.cataphract.rules.system import CATAPHRACT
from engine.dice import Roll, Throw
from engine.game import Json
from engine.refusals import IllegalAction, Refusal

SIDE: Final = {"level": 100, "units": [], "leaders": []}


class CaseDice:
    """Dice with given results, which are used in the order in which the rules roll them."""

    source = "scripted"

    def __init__(self, faces: list[int]) -> None:
        self.faces = list(faces)
        self.rolls: list[Roll] = []

    def roll(self, throw: Throw) -> int:
        if not self.faces:
            raise IllegalAction(throw.rule, "more_dice_needed", purpose=throw.purpose)
        face = self.faces.pop(0)
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Any) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


def play(given: Mapping[str, Any]) -> Mapping[str, Json]:
    """Carry out the steps of a case and describe the sheet. A refused step ends the case."""
    rules = CATAPHRACT.open(_scenario(given), given.get("options", {}))
    assert isinstance(rules, SheetRules)
    state = _begin_sheet(rules, given)
    events: list[dict[str, Any]] = []
    dice = CaseDice([])
    for step in given.get("steps", ()):
        action = {key: value for key, value in step.items() if key not in ("dice", "by")}
        dice = CaseDice(step.get("dice", []))
        try:
            owed = rules.pending(state)
            seat = step.get("by") or (owed[0].seat if owed else SEATS[0])
            found = rules.apply(state, seat, CODEC.read(action), dice)
        except Refusal as refusal:
            told = {"refused": [refusal.code], "rule": getattr(refusal, "rule", "")}
            return _describe_sheet(rules, state) | told
        state = found.state
        events = [CODEC.write(event) for event in found.events]
    told = {"events": [event["kind"] for event in events], "told": {e["kind"]: e for e in events}}
    return _describe_sheet(rules, state) | told | {"unused": list(dice.faces)}


def _scenario(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a printed battle by name, or the armies of the case.

    A case lists only what differs from the defaults.
    """
    if "battle" in given:
        return CATAPHRACT.scenario(str(given["battle"]))
    found: dict[str, Any] = {"schema": SCHEMA, "provenance": "case", "title": "case", "sides": {}}
    for seat in SEATS:
        side = {"name": seat, **SIDE, **given.get("armies", {}).get(seat, {})}
        units = [{"name": one["id"], **one} for one in side["units"]]
        leaders = [{"name": one["id"], **one} for one in side["leaders"]]
        found["sides"][seat] = {**side, "units": units, "leaders": leaders}
    return {**found, **given.get("scenario", {})}


def _begin_sheet(rules: SheetRules, given: Mapping[str, Any]) -> Sheet:
    state: Sheet = rules.setup(CaseDice([])).state
    units, leaders = dict(state.units), dict(state.leaders)
    for id, marks in given.get("marks", {}).items():
        units[id] = units[id].but(**marks)
    for id, marks in given.get("standing", {}).items():
        leaders[id] = leaders[id].but(**marks)
    return state.but(units=units, leaders=leaders, turn=given.get("turn", 1))


def _describe_sheet(rules: SheetRules, state: Sheet) -> dict[str, Json]:
    """Describe the sheet with all markers, and list the inputs that are possible."""
    pos, owed = rules.position(state), rules.pending(state)
    choices = rules.choices(state, owed[0].seat) if owed else ()
    return {
        "units": {id: _marks(one) for id, one in state.units.items()},
        "leaders": {id: _marks(one) for id, one in state.leaders.items()},
        "points": {seat: pos.rout_points(seat) for seat in SEATS},
        "levels": {seat: pos.level(seat) for seat in SEATS},
        "turn": state.turn,
        "phase": None if state.phase is None else _marks(state.phase),
        "lines": [CODEC.encode(one) for one in state.lines],
        "special": CODEC.encode(state.special),
        "next": pos.next_leaders(),
        "asked": owed[0].kind if owed else "",
        "by": owed[0].seat if owed else "",
        "offers": sorted({choice.kind for choice in choices}),
        "ended": state.ended,
        "winner": state.winner,
    }


def _marks(one: Any) -> dict[str, Json]:
    """Return all fields of a unit, leader or phase, including those at their default."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in vars(one).items()}
