"""Promises between the two players beyond the rules: peace, passage, keeping out of a province, gold, and
free text.
Alliances of minor powers (6.3) are part of the rules and are not promises.
"""

from __future__ import annotations

from typing import Any, Final

from campaigns.justinian.rules.march.interception import AttackDeclared
from campaigns.justinian.rules.march.march import ArmyMoved
from campaigns.justinian.rules.sea.naval_battle import SeaBattleFought
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from engine.contract.promises import Breach, Promise
from engine.game import Choice, Choices, Number, Pick
from kit.rules import promises
from kit.rules.decisions import pick
from kit.rules.promises import KEEP_OUT, PASSAGE, PEACE

MOST_GOLD: Final = 500


def promise_choices(pos: Position, seat: str) -> Choices:
    """Return the promises that a player can make now. Only Byzantium has a treasury, so only Byzantium can
    promise gold.
    """
    gold = Number("gold", 1, MOST_GOLD, 10) if seat == BYZANTIUM else None
    return promises.promise_choices(
        pos.state.turn, pos.scn.last_turn, pick("province", pos.scn.provinces), gold
    )


def concerns_promise(state: State, promise: Promise, event: Any) -> bool:
    """Return whether an event bears on a promise, so that the promise can be judged from the log."""
    place = promise.terms.get("province")
    match event:
        case AttackDeclared() if promise.kind in (PEACE, PASSAGE):
            own = _seat_of(state, event.attackers[0]) == promise.by
            return own and (promise.kind == PEACE or event.province == place)
        case SeaBattleFought() if promise.kind == PEACE:
            return state.seat_of(event.attacker.power) == promise.by
        case ArmyMoved() if promise.kind == KEEP_OUT:
            return event.to == place and _seat_of(state, event.army) == promise.by
    return False


def _seat_of(state: State, army: str) -> str | None:
    found = state.armies.get(army)
    return None if found is None else state.seat_of(found.power)


def breach(pos: Position, promise: Promise, choice: Choice, at: str | None) -> Breach | None:
    """Return how a choice would break its player's promise, or None if it would not. ``at`` is the place of
    the moving army. Entering another power's box is an attack (7.19).
    """
    place = promise.terms.get("province")
    match promise.kind, choice.kind:
        case "peace", "attack":
            return Breach()
        case "passage", "attack":
            return Breach() if at == place else None
        case "peace", ("intercept_with" | "intercept_at_sea"):
            return Breach(sure=False)
        case "passage", "intercept_with":
            return Breach(sure=False) if choice.facts.get("province") == place else None
        case "peace", "move_army":
            boxes = tuple(one for one in _goals(choice) if one in pos.scn.boxes)
            return Breach("to", boxes, sure=False) if boxes else None
        case "keep_out", "move_army":
            return Breach("to", (place,)) if place in _goals(choice) else None
    return None


def _goals(choice: Choice) -> list[Any]:
    picks = [one for one in choice.fields if isinstance(one, Pick) and one.name == "to"]
    return [option.value for one in picks for option in one.options]
