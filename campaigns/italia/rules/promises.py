"""Promises that players can make beyond the rules: peace, keeping out of an area, gold, or free text."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.combat.events import BattleBegan
from campaigns.italia.rules.combat.naval import BattleCalled
from campaigns.italia.rules.money.income import IncomeDrawn
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.play import MOST_GOLD
from campaigns.italia.rules.state.position import Position
from engine.contract.promises import Breach, Promise
from engine.game import Choice, Choices, Many, Number
from engine.routes.paths import Path
from kit.rules import promises
from kit.rules.decisions import pick
from kit.rules.promises import GOLD, KEEP_OUT, PASSAGE, PEACE


def promise_choices(pos: Position) -> Choices:
    """Return the promises that a player can make to another player now."""
    gold = Number("gold", 1, 5 * MOST_GOLD, 1)
    return promises.promise_choices(pos.state.round, pos.scn.rounds, pick("area", pos.scn.board.areas), gold)


def concerns_promise(scn: Scenario, promise: Promise, event: Any) -> bool:
    """Return whether an event shows that a promise is kept or broken. False for promises that only players
    can judge.
    """

    def between(one: str, other: str) -> bool:
        return bool(other) and (scn.seat_of(one), scn.seat_of(other)) == (promise.by, promise.to)

    match event:
        case BattleBegan() if promise.kind == PEACE:
            return between(event.attacker, event.defender)
        case BattleBegan() if promise.kind == PASSAGE:
            return between(event.attacker, event.defender) and event.area == promise.terms["area"]
        case BattleCalled() if promise.kind == PEACE:
            return between(event.nation, event.against)
        case UnitsMoved() if promise.kind == KEEP_OUT:
            return scn.seat_of(event.nation) == promise.by and event.to == promise.terms["area"]
        case IncomeDrawn() if promise.kind == GOLD:
            return bool(event.tribute) and between(event.nation, event.overlord or "")
    return False


def breach(scn: Scenario, promise: Promise, choice: Choice) -> Breach | None:
    """Return how a choice would break its player's promise, or None if it would not."""
    fixed, area = choice.fixed, promise.terms.get("area")
    match promise.kind, choice.kind:
        case (("peace" | "passage"), ("attack" | "raid")):
            there = promise.kind == PEACE or fixed["area"] == area
            return Breach() if there and scn.seat_of(fixed["nation"]) == promise.to else None
        case "peace", "call_battles":
            return _call_breach(scn, promise, choice)
        case "keep_out", ("march" | "land" | "move_and_see"):
            return Breach() if fixed["to"] == area else None
        case "keep_out", "muster":
            return Breach() if choice.facts.get("to") == area else None
        case "keep_out", ("advance" | "cross"):
            return next((_path_breach(one, area) for one in choice.fields if isinstance(one, Path)), None)
    return None


def _call_breach(scn: Scenario, promise: Promise, choice: Choice) -> Breach | None:
    """Return how calling a battle at sea against the receiver would break a promise, or None."""
    named = [str(o.value) for one in choice.fields if isinstance(one, Many) for o in one.options]
    found = tuple(one for one in named if scn.seat_of(one.split(":")[1]) == promise.to)
    return Breach("battles", found) if found else None


def _path_breach(path: Path, area: str | None) -> Breach | None:
    return Breach(path.name, (area,)) if any(leg.to == area for leg in path.legs) else None
