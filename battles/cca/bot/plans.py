"""The bot's plans for each unit that it could order: the move, the attack, and the value of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from battles.cca.bot.worth import exchange
from battles.cca.rules.cards import Card
from battles.cca.rules.combat.strike import Kind, dice
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.movement import reach
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.position import Position, Unit
from battles.cca.rules.sight import targets
from battles.cca.rules.terrain.board import BOARD, HEXES, NAMES, NEAR
from kit.grid.hexes import Hex

STAY: Final = ""
NEARER: Final = {"light": 0.25, "medium": 0.5, "heavy": 0.55}  # value of each hex closer to the enemy
SUPPORT: Final = 0.35
LED: Final = 0.4
EXPOSED: Final = 0.5


class Plan(NamedTuple):
    """An order for the unit in ``at``, with its value. The unit moves to ``to``, then attacks ``target`` in
    ``mode`` ("close" or "ranged"). Target and mode are "" if it attacks nothing.
    """

    value: float
    at: str
    to: str
    target: str = ""
    mode: str = ""


class Planner:
    """Plans one side's orders for one position and card. A new planner is made for each decision."""

    def __init__(self, pos: Battle, card: Card, plain: bool) -> None:
        self.pos, self.card, self.plain = pos, card, plain
        self.board = pos.board
        self.side = pos.side
        self.enemies = [at for at, unit in self.board.units.items() if unit.side is not self.side]
        self.enemies += [
            at
            for at, leader in self.board.leaders.items()
            if leader.side is not self.side and at not in self.board.units
        ]
        self.front = frozenset(there for at in self.enemies for there in NEAR[at])

    def plan(self, at: str, moves: bool) -> Plan:
        """Return the best plan for the unit in a hex."""
        here, unit = HEXES[at], self.board.units[HEXES[at]]
        known = self.pos.turn.units.get(at)
        base = self.rate_hex(self.board, here, unit)
        best = Plan(-99.0, at, at)
        if not self.enemies:
            return best
        ends: dict[Hex, int] = {here: known.moved if known else 0}
        if moves:
            most = None if self.plain else self.card.moves_of(unit.type)
            if known is not None and known.spent:
                most = (unit.kind.charge or unit.kind.move) - known.spent
            crosses = not self.plain and self.card.crosses
            ends |= reach(self.board, here, most, cross_friends=crosses)
        for there, cost in ends.items():
            board = self.board if there == here else move_unit(self.board, here, there)
            value = self.rate_hex(board, there, unit) - base
            target, mode = "", ""
            found = self.attack(board, there, unit, cost)
            if found is not None:
                value, target, mode = value + found[0], found[1], found[2]
            if value > best.value:
                best = Plan(value, at, NAMES[there], target, mode)
        return best

    def rate_hex(self, board: Position, at: Hex, unit: Unit) -> float:
        """Rate a hex in which a unit could end its move. A good hex is near the enemy, with friends and a
        leader close by.
        """
        far = min(BOARD.distance(at, enemy) for enemy in self.enemies)
        weak = unit.blocks < unit.kind.blocks and unit.blocks <= 2
        reach_wanted = 2 if unit.kind.missiles else 1
        value = -NEARER[unit.kind.grade] * (0.4 if weak else 1.0) * max(0, far - reach_wanted)
        near = board.supporters(at, unit.side)
        value += SUPPORT * min(near, 2)
        if board.is_led(at, unit.side):
            value += LED
        if far <= 2:
            threats = sum(
                1 for there in NEAR[at] if there in board.units and board.units[there].side is not unit.side
            )
            value -= EXPOSED * (1 + weak * 2) * threats * (5 - unit.blocks) / 3
            limits = board.terrain(at).limits
            value += 0.3 * bool(limits)
        return value

    def attack(self, board: Position, at: Hex, unit: Unit, moved_hexes: int) -> tuple[float, str, str] | None:
        """Return the best attack from a hex as its value, target and mode ("close" or "ranged"), or None."""
        kind, card = unit.kind, self.card
        ground = board.terrain(at)
        if moved_hexes and unit.type in ground.no_battle_on_entry:
            return None
        best: tuple[float, str, str] | None = None
        pos = Sketch(self.pos, board)
        close_far, fire_far = max(kind.battle_after_moving, kind.charge), kind.battle_after_moving
        if not self.plain and card.runs and kind.battle_after_moving:
            close_far = max(close_far, card.moves_of(kind.id) or 0)
        if at in self.front:
            if moved_hexes > close_far or not (self.plain or card.close):
                return None
            extra = 0 if self.plain else card.close_dice
            for there in NEAR[at]:
                piece = board.units.get(there) or board.leaders.get(there)
                if piece is None or piece.side is unit.side:
                    continue
                against = board.units.get(there)
                full = against is not None and against.full
                blow = Blow(Kind.ATTACK, NAMES[at], NAMES[there], extra, unit.full, full, moved_hexes)
                best = better_attack(best, pos, blow, "close")
            return best
        if kind.missiles is None or moved_hexes > fire_far or not (self.plain or card.fire):
            return None
        if all(BOARD.distance(at, enemy) > kind.missiles.range for enemy in self.enemies):
            return None
        extra = 0 if self.plain else card.ranged_dice
        for there in targets(board, at):
            against = board.units.get(there)
            full = against is not None and against.full
            blow = Blow(Kind.RANGED, NAMES[at], NAMES[there], extra, unit.full, full, moved_hexes)
            best = better_attack(best, pos, blow, "ranged")
        return best


class Sketch(Battle):
    """A battle in which a hypothetical board replaces the state's own."""

    def __init__(self, pos: Battle, board: Position) -> None:
        super().__init__(pos.setting, pos.state)
        self.__dict__["board"] = board


def better_attack(
    best: tuple[float, str, str] | None, pos: Battle, blow: Blow, mode: str
) -> tuple[float, str, str] | None:
    """Return the better of two attacks as its value, target hex and mode. ``best`` is the best one so far, or
    None; the other one is in ``blow``. A blow without dice is never better.
    """
    if not dice(strike_of(pos, blow)):
        return best
    value = exchange(pos, blow)
    return (value, blow.at, mode) if best is None or value > best[0] else best


def move_unit(board: Position, at: Hex, to: Hex) -> Position:
    """Return the board with a unit and its leader moved to another hex."""
    units: Mapping[Hex, Unit] = {**{k: v for k, v in board.units.items() if k != at}, to: board.units[at]}
    leaders = board.leaders
    if at in leaders:
        leaders = {**{k: v for k, v in leaders.items() if k != at}, to: leaders[at]}
    return replace(board, units=units, leaders=leaders)
