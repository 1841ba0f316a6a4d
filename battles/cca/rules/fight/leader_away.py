"""The escape of a lone leader: one to three hexes back, through enemies if necessary, or off the leader's
own edge of the board (L694-740).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.fight.standing_orders import ASK, AWAY, FRIENDS, general_answer_field
from battles.cca.rules.fight.wading import roll_for_leader
from battles.cca.rules.movement import LEADER_HEXES
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.play.state import foe
from battles.cca.rules.position import Position, Unit
from battles.cca.rules.terrain.board import HEXES, HOME, NAMES, Side, rear
from battles.cca.rules.units import LEADER
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, Event

RULE: Final = "L706"
OFF: Final = "off"  # off the leader's own edge, without giving a banner (L711)
MOST_ENEMIES: Final = 2  # maximum number of enemy hexes that a leader can cross (L721-723)


@dataclass(frozen=True)
class LeaderAway(Frame):
    """A decision in progress: the leader in ``at`` must evade."""

    at: str
    seat: str


@dataclass(frozen=True)
class Flee(Action):
    """Flee along this path, hex by hex. The last element ``off`` means leaving the board."""

    way: tuple[str, ...]


@dataclass(frozen=True)
class LeaderFled(Event):
    """A leader has fled. ``to`` is ``off`` for a leader who left the board."""

    at: str
    to: str
    seat: str
    name: str


@dataclass(frozen=True)
class EscapeTried(Event):
    """An enemy unit strikes at a leader who passes through its hex. A helmet kills the leader."""

    at: str
    seat: str
    name: str
    unit: str
    faces: tuple[str, ...]
    killed: bool


def escape_routes(board: Position, at: Hex, side: Side) -> tuple[tuple[str, ...], ...]:
    """Return a leader's escape routes. For each final hex there is one route that meets no enemy. If there is
    no such route, there is one for each possible set of one or two enemy hexes to cross (L708-724).
    """
    clean: dict[str, tuple[str, ...]] = {}
    risky: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
    for way, enemies in sorted(_ways(board, at, side), key=lambda one: _marshes(board, one[0])):
        if not enemies:
            clean.setdefault(way[-1], way)
        else:
            risky.setdefault((way[-1], enemies), way)
    return (*clean.values(), *(way for (end, _enemies), way in risky.items() if end not in clean))


def _ways(board: Position, at: Hex, side: Side) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    fresh: list[tuple[Hex, tuple[str, ...], frozenset[str]]] = [(at, (), frozenset())]
    while fresh:
        here, way, enemies = fresh.pop(0)
        if way and _may_end(board, here, side):
            yield way, enemies
        if len(way) == LEADER_HEXES:
            continue
        if here in HOME[side]:
            yield (*way, OFF), enemies
        for there in rear(here, side):
            unit, leader = board.units.get(there), board.leaders.get(there)
            if board.terrain(there).impassable or (
                unit is None and leader is not None and leader.side is not side
            ):
                continue  # a leader cannot pass a lone enemy leader (ruling 22)
            met = {NAMES[there]} if unit is not None and unit.side is not side else set[str]()
            if len(enemies | met) <= MOST_ENEMIES:
                fresh.append((there, (*way, NAMES[there]), enemies | met))


def _marshes(board: Position, way: tuple[str, ...]) -> int:
    return sum(board.terrain(HEXES[step]).rolls for step in way if step != OFF)


def _may_end(board: Position, at: Hex, side: Side) -> bool:
    unit = board.units.get(at)
    return at not in board.leaders and (unit is None or unit.side is side)


def escape_dice(unit: Unit) -> int:
    """Return the number of dice that a unit rolls against a passing leader. These are its printed dice,
    regardless of terrain and card (ruling 62).
    """
    kind = unit.kind
    if kind.elephant:
        return kind.borrowed[LEADER]
    return kind.full_dice if unit.full and kind.full_strength_bonus else kind.dice


@FRAMES.handler(LeaderAway)
class _LeaderAway(Offered):
    def advance(self, play: Play, frame: LeaderAway) -> bool:
        found = escape_routes(play.pos.board, HEXES[frame.at], Side(frame.seat))
        if not found:  # there is no way out, so the leader is killed (L713)
            play.pop()
            kill_leader(play, frame.at, "no_way")
            return True
        if len(found) == 1:
            self.execute(play, frame, Flee(found[0]))
            return True
        return False

    def ask(self, pos: Battle, frame: LeaderAway) -> Ask:
        facts = {"at": frame.at, "leader": pos.state.leaders[frame.at].name}
        return Ask(frame.seat, "flee", lambda: safest(pos, frame), RULE, facts)

    def choices(self, pos: Battle, frame: LeaderAway) -> Choices:
        return tuple(
            Choice("flee", {"way": list(way)}, rule=RULE)
            for way in escape_routes(pos.board, HEXES[frame.at], Side(frame.seat))
        )

    def execute(self, play: Play, frame: LeaderAway, action: Flee) -> None:
        play.pop()
        name = play.state.leaders[frame.at].name
        for step in action.way:
            if roll_for_leader(play, frame.at, step):
                return
            unit = play.state.units.get(step)
            if unit is None or str(unit.side) == frame.seat:
                continue
            faces = play.throw(escape_dice(unit), "escape", "L721", foe(frame.seat))
            killed = Face.HELMET in faces
            play.tell(EscapeTried(step, frame.seat, name, unit.type, tuple(map(str, faces)), killed))
            if killed:
                kill_leader(play, frame.at, "escape")
                return
        end = action.way[-1]
        if end == OFF:
            play.take_leader_off_board(frame.at)
        else:
            play.move_leader(frame.at, end)
        play.tell(LeaderFled(frame.at, end, frame.seat, name))


def safest(pos: Battle, frame: LeaderAway, *, to: str = FRIENDS) -> Flee:
    """Return the escape route that passes the fewest enemies. Among equal routes, ``to`` decides.

    FRIENDS prefers a route to a friendly unit, AWAY the route farthest back, and OFF the route over the
    leader's own edge.
    """

    def cost(way: tuple[str, ...]) -> tuple[int, bool, bool, int]:
        units = pos.state.units
        enemies = sum(step in units and str(units[step].side) != frame.seat for step in way)
        return enemies, (way[-1] == OFF) is not (to == OFF), to == FRIENDS and way[-1] not in units, -len(way)

    return Flee(min(escape_routes(pos.board, HEXES[frame.at], Side(frame.seat)), key=cost))


@FRAMES.standing_order("flee", general_answer_field("way", FRIENDS, AWAY, OFF), rule=RULE)
def flees(pos: Battle, frame: LeaderAway, said: Facts) -> Flee | None:
    """The standing order's answer: flee to a friendly unit, as far back as possible, or over the leader's own
    edge if possible. Return None if the order leaves the decision to the player.
    """
    return None if said["way"] == ASK else safest(pos, frame, to=str(said["way"]))
