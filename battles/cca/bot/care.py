"""The strong bot's care for its units: where units retreat, where leaders flee, and which units leaders
join.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battles.cca.bot.plans import Planner, move_unit
from battles.cca.rules.combat.retreat import evasions, retreats
from battles.cca.rules.fight.evading import Withdraw, Withdrawing
from battles.cca.rules.fight.going_back import GoBack, GoingBack
from battles.cca.rules.fight.leader_away import OFF, Flee, LeaderAway, escape_dice, escape_routes
from battles.cca.rules.play.battle import SIDES, Battle
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import BOARD, HEXES, NAMES, NEAR, Side
from battles.cca.rules.turn.commanding import MoveLeader
from battles.cca.rules.turn.moving import leader_ends, why_not_move
from engine.dice import Dice
from engine.game import Facts
from kit.grid.hexes import Hex
from kit.rules.decisions import Action

LEADER: Final = 10.0  # the value of a leader
NEAR_ENEMY: Final = 0.9  # cost of each enemy next to a unit that retreated
FRIEND: Final = 0.5
BACK: Final = 0.15  # value of each row towards the bot's own edge
UNIT_LED: Final = {"light": 0.6, "medium": 1.2, "heavy": 1.5}


def rate_safety(board: Position, at: Hex, side: Side) -> float:
    """Rate the safety of a hex: adjacent friends raise the rating, adjacent enemies lower it."""
    near = [board.units[there] for there in NEAR[at] if there in board.units]
    enemies = sum(unit.side is not side for unit in near)
    return FRIEND * min(2, len(near) - enemies) - NEAR_ENEMY * enemies


def _go_back(pos: Battle, frame: GoingBack, dice: Dice) -> tuple[Action, Facts | None]:
    found = {way.end for way in retreats(pos.board, HEXES[frame.at], frame.hexes)}
    to = _safest(pos, frame.at, found, SIDES[frame.seat])
    return GoBack(to), {"code": "safest_way_back", "to": to}


def _withdraw(pos: Battle, frame: Withdrawing, dice: Dice) -> tuple[Action, Facts | None]:
    to = _safest(pos, frame.at, set(evasions(pos.board, HEXES[frame.at])), SIDES[frame.seat])
    return Withdraw(to), {"code": "safest_way_back", "to": to}


def _safest(pos: Battle, at: str, ends: set[Hex], side: Side) -> str:
    here = HEXES[at]

    def value(to: Hex) -> tuple[float, str]:
        board = pos.board if to == here else move_unit(pos.board, here, to)
        return rate_safety(board, to, side) + bool(to in pos.board.leaders), NAMES[to]

    return NAMES[max(ends, key=value)]


def _flee(pos: Battle, frame: LeaderAway, dice: Dice) -> tuple[Action, Facts | None]:
    """Choose the safest escape route for a leader, if possible to a friendly unit. As a last resort the
    leader leaves the board, which gives the enemy no banner.
    """
    side, board = SIDES[frame.seat], pos.board

    def value(way: tuple[str, ...]) -> tuple[float, int]:
        found, alive = 0.0, 1.0
        for step in way:
            unit = board.units.get(HEXES[step]) if step != OFF else None
            if unit is not None and unit.side is not side:
                alive *= (5 / 6) ** escape_dice(unit)
        if way[-1] != OFF:
            end = HEXES[way[-1]]
            found = rate_safety(board, end, side) + 3.0
            friend = board.units.get(end)
            found += 1.0 + 0.5 * friend.blocks if friend is not None else 0.0
        return alive * (LEADER + found), -len(way)

    best = max(escape_routes(board, HEXES[frame.at], side), key=value)
    return Flee(best), {"code": "safest_way_back", "to": best[-1]}


def move_leader(pos: Battle, planner: Planner, again: bool) -> tuple[Action, Facts | None] | None:
    """Return the move of a lone leader to the most useful hex, such as that of a strong unit near the enemy.
    Return None if no move helps enough, or in the second move of Move-Fire-Move (``again``).
    """
    if again or not planner.enemies:
        return None
    best: tuple[float, str, str] | None = None
    for at in pos.leaders_of(pos.turn.seat):
        if at in pos.state.units or why_not_move(pos, again, at, True) is not None:
            continue
        here = _rate_hex_for_leader(planner, HEXES[at])
        for to in leader_ends(pos, at):
            gain = _rate_hex_for_leader(planner, HEXES[to]) - here
            if gain > 0.3 and (best is None or gain > best[0]):
                best = gain, at, to
    if best is None:
        return None
    return MoveLeader(best[1], best[2]), {"code": "lead_leader", "at": best[1], "to": best[2]}


def _rate_hex_for_leader(planner: Planner, at: Hex) -> float:
    """Rate a hex for a leader. A strong unit near the enemy raises the rating; enemies who could kill the
    leader lower it.
    """
    board, side = planner.board, planner.side
    far = min(BOARD.distance(at, enemy) for enemy in planner.enemies)
    unit = board.units.get(at)
    helped = sum(0.4 for there in NEAR[at] if there in board.units and board.units[there].side is side)
    if unit is None:
        return helped - 0.15 * far - (3.0 if far <= 1 else 1.0 if far <= 3 else 0.0)
    strong = UNIT_LED[unit.kind.grade] * (0.0 if unit.kind.elephant else unit.blocks / unit.kind.blocks)
    return 1.5 + helped + strong - 0.15 * far - (1.5 if unit.blocks == 1 and far <= 2 else 0.0)


CARES: Final[dict[type, Callable[[Battle, Any, Dice], tuple[Action, Facts | None]]]] = {
    GoingBack: _go_back,
    Withdrawing: _withdraw,
    LeaderAway: _flee,
}
