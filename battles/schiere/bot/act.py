"""The bot's choice of the units that act next. It picks the units whose action is worth most, or none if no
action is worth anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from battles.schiere.bot.approach import Approach
from battles.schiere.bot.lead import is_behind_army, must_come_up, must_shelter
from battles.schiere.bot.move import GLANCE, MoveValue, best_move
from battles.schiere.bot.worth import wanted_distance
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.state import State
from battles.schiere.rules.turn.acting import Acting, Reserve, TakeAction, bodies, shoots_on, why_not
from engine.dice import Dice

if TYPE_CHECKING:
    from battles.schiere.rules.rules import SchiereRules

LEAST: Final = 0.05  # the smallest gain that justifies an action; less than that of advancing one square
TRIED: Final = 3, 3  # how many schiere to try near the enemy, and how many farther back


def who_acts(rules: SchiereRules, state: State, frame: Acting, dice: Dice) -> Any:
    """Return the action that activates the next units, or the one that ends the side's part of the turn."""
    return call_units(rules, state, frame, dice).action


@dataclass(frozen=True)
class Activation:
    """The units chosen to act. ``ground`` is the reason, a code of battles.schiere.bot.reasons. ``first`` is
    their first move, if the bot evaluated it. ``tried`` is the number of groups of units that the bot
    compared.
    """

    action: Any
    ground: str
    first: MoveValue | None = None
    tried: int = 0


def call_units(rules: SchiereRules, state: State, frame: Acting, dice: Dice) -> Activation:
    """Return the choice of the units that act next, with its reason."""
    pos, seat = rules.position(state), frame.seat
    able = [id for id in pos.of(seat) if why_not(pos, seat, id) is None]
    chief = pos.chief(seat)
    if chief in able and must_shelter(pos, chief):
        return Activation(TakeAction((chief,)), "commander_shelters")
    if chief in able and must_come_up(pos, chief):
        return Activation(TakeAction((chief,)), "chief_comes_up")
    approach = Approach(pos, seat)
    ranked = sorted((_eagerness(pos, one, approach), one) for one in _bodies(pos, seat, able))
    near = [one for rank, one in ranked if rank[0] == 0][: TRIED[0]]
    back = [one for rank, one in ranked if rank[0] == 1][: TRIED[1]]
    for tried, units in enumerate((*near, *back), 1):
        action = TakeAction(tuple(sorted(units)))
        begun = rules.apply(state, seat, action, dice).state
        first = best_move(rules, begun, seat, dice, GLANCE)
        if first.gain > LEAST:
            return Activation(action, "body_gains", first, tried)
    for id in pos.commanders(seat):
        if id in able and (is_behind_army(pos, id) if id == chief else must_shelter(pos, id)):
            return Activation(TakeAction((id,)), "chief_follows" if id == chief else "commander_shelters")
    return Activation(Reserve(), "nothing_gains", tried=len(near) + len(back))


def _bodies(pos: Position, seat: str, able: list[str]) -> Iterator[list[str]]:
    acted = pos.state.today.acted
    for ids in pos.schiere(seat).values():
        for body in bodies(pos, ids):
            units = [id for id in body if id in able]
            fresh = [id for id in units if not acted.get(id)]
            if units:
                yield fresh or units


def _eagerness(pos: Position, units: list[str], approach: Approach) -> tuple[int, float]:
    """Return a sort key, lowest first. Units that can strike or shoot come first (0), nearest first. Units
    that can approach come next (1), largest gain first, and all others last (2).
    """
    near = min(approach.crow[pos.piece(id).at] for id in units)
    if any(pos.adjacent_enemies(id) for id in units):
        return 0, 0
    if near <= pos.moves(units[0]) + 1 or any(shoots_on(pos, id) for id in units):
        return 0, near
    gain = sum(_approach_gain(pos, id, approach) for id in units)
    return (1, -gain) if gain > 0 else (2, 0)


def _approach_gain(pos: Position, id: str, approach: Approach) -> int:
    """Return how many squares closer to its best distance a unit can get, moving only to free squares in
    command.
    """
    piece, troop = pos.piece(id), pos.troop(id)
    best, led, stood = wanted_distance(troop.weapon), pos.squares_in_command(piece.seat), pos.occupants
    here = abs(approach.far(troop, piece.at) - best)
    reached = pos.ground.reach(piece.at, troop.moves, troop.cls)
    free = (square for square in reached if square in led and square not in stood)
    return max(0, here - min((abs(approach.far(troop, square) - best) for square in free), default=here))
