"""What players may promise each other beside the rules: peace, passage, to keep out of an area, gold, words.

The rules carry none of it out; the log tells who attacked whom, and who went where.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from campaigns.italia.rules.combat.events import BattleBegan
from campaigns.italia.rules.combat.naval import BattleCalled
from campaigns.italia.rules.ground.play import MOST_GOLD
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.money.income import IncomeDrawn
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.scenario.types import Scenario
from engine.game import Choice, Choices, Many, Number, Option, Pick, in_words, until_turn
from engine.paths import Path
from engine.promises import BROKEN, KEPT, OPEN, Breach, Promise

PEACE: Final = "peace"
PASSAGE: Final = "passage"
KEEP_OUT: Final = "keep_out"
GOLD: Final = "gold"
TOLD_BY_LOG: Final = frozenset({PEACE, PASSAGE, KEEP_OUT})


def offered(pos: Position) -> Choices:
    """What any player may promise another one now."""
    turn, last = pos.state.round, pos.scn.rounds
    until = until_turn(turn, last)
    area = Pick("area", tuple(Option(one) for one in pos.scn.board.areas))
    return (
        Choice(PEACE, fields=until),
        Choice(PASSAGE, fields=(area, *until)),
        Choice(KEEP_OUT, fields=(area, *until)),
        Choice(GOLD, fields=(Number("gold", 1, 5 * MOST_GOLD, 1), *until)),
        in_words(turn, last),
    )


def bears_on(scn: Scenario, promise: Promise, event: Any) -> bool:
    """Whether an event says something about a promise of those that the log can tell of."""

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
    """How a choice breaks a promise of its player: what it attacks, and where it goes."""
    fixed, area = choice.fixed, promise.terms.get("area")
    match promise.kind, choice.kind:
        case (("peace" | "passage"), ("attack" | "raid")):
            there = promise.kind == PEACE or fixed["area"] == area
            return Breach() if there and scn.seat_of(fixed["nation"]) == promise.to else None
        case "peace", "call_battles":
            return _calls(scn, promise, choice)
        case "keep_out", ("march" | "land" | "move_and_see"):
            return Breach() if fixed["to"] == area else None
        case "keep_out", "muster":
            return Breach() if choice.facts.get("to") == area else None
        case "keep_out", ("advance" | "cross"):
            return next((_way(one, area) for one in choice.fields if isinstance(one, Path)), None)
    return None


def _calls(scn: Scenario, promise: Promise, choice: Choice) -> Breach | None:
    """The battles at sea, each "sea:nation", that are against the other one of the two."""
    named = [str(o.value) for one in choice.fields if isinstance(one, Many) for o in one.options]
    found = tuple(one for one in named if scn.seat_of(one.split(":")[1]) == promise.to)
    return Breach("battles", found) if found else None


def _way(path: Path, area: str | None) -> Breach | None:
    return Breach(path.name, (area,)) if any(leg.to == area for leg in path.legs) else None


def kept(promise: Promise, events: Sequence[Any], over: bool) -> str:
    """One attack breaks a peace. Gold is told only where it was paid as tribute (6.4): how else it changed
    hands the players say."""
    if promise.kind == GOLD:
        return KEPT if sum(event.tribute for event in events) >= promise.terms["gold"] else OPEN
    if promise.kind not in TOLD_BY_LOG:
        return OPEN
    return BROKEN if events else KEPT if over else OPEN
