"""Rout moves through friends (10.21 to 10.25).

A unit flees two hexes as soon as it routs, and its whole movement allowance at the end of each turn.
"""

from __future__ import annotations

from battles.cataphract.rules.battle.flight.passing import run_through
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, name_of
from battles.cataphract.rules.battle.state import Fleer
from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.flight import Flight, flights
from battles.cataphract.rules.field.ground import TRENCH
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, pick, refuse


@dataclass(frozen=True)
class Fleeing(Frame):
    """The routed units move one by one."""


@dataclass(frozen=True)
class Flee(Action):
    """Choose one of several equally short routes for a rout move, by the route's last hex (10.21, 10.24).

    If several routes to that hex run through different friends, the choice names those friends too:
    "3330|a5+a8".
    """

    to: str


def first_fleer(pos: MapField) -> Fleer | None:
    """Return the unit that flees next, or None."""
    return next(iter(pos.board.fleeing), None)


def next_steps(pos: MapField, one: Fleer) -> tuple[Flight, ...]:
    """Return the steps that a routed unit may take next, or none if it is trapped."""
    goal = pos.setting.goals[pos.counter(one.unit).seat]
    return flights(pos.battlefield, pos.piece(one.unit), goal)


def flight_ends(pos: MapField, one: Fleer) -> dict[str, tuple[str, ...]]:
    """Return the routes that a rout move can take now, keyed by the choices of :class:`Flee`.

    A route that leaves the map or is trapped at a trench ends in the last hex before that.
    """
    goal = pos.setting.goals[pos.counter(one.unit).seat]
    piece, found = pos.piece(one.unit), dict[str, dict[str, tuple[str, ...]]]()
    seen: set[tuple[Hex, int, int, int, frozenset[str]]] = set()
    queue: list[tuple[Piece, int, int, tuple[str, ...], frozenset[str]]] = [
        (piece, one.hexes, one.mp, (), frozenset())
    ]
    while queue:
        here, hexes, mp, way, met = queue.pop()
        if (here.at, here.facing, hexes, mp, met) in seen:
            continue
        seen.add((here.at, here.facing, hexes, mp, met))
        nexts = [] if _has_arrived(pos, here, hexes, mp) else list(flights(pos.battlefield, here, goal))
        onward = []
        for flight in nexts:
            left = _left_after(pos, here, flight, hexes, mp)
            if not _leaves_play(pos, here, flight) and left is not None:
                there = here.moved_to(flight.at, flight.facing)
                onward.append((there, *left, (*way, name_of(flight.at)), met.union(flight.through)))
        queue += reversed(onward)
        if not onward:
            found.setdefault(name_of(here.at), {}).setdefault("+".join(sorted(met)), way)
    return {
        at if len(ways) == 1 else f"{at}|{met}": way
        for at, ways in found.items()
        for met, way in ways.items()
    }


def _leaves_play(pos: MapField, here: Piece, flight: Flight) -> bool:
    """Return whether a step eliminates the unit, because it leads off the map or over a trench."""
    return flight.off or pos.setting.ground.edge(here.at, flight.at) == TRENCH


def _has_arrived(pos: MapField, here: Piece, hexes: int, mp: int) -> bool:
    return not hexes and not mp and not pos.battlefield.friends_at(here, here.at)


def _left_after(pos: MapField, here: Piece, flight: Flight, hexes: int, mp: int) -> tuple[int, int] | None:
    """Return the hexes and movement points that remain after a step, or None if the unit stops before it."""
    if hexes:
        return hexes - 1, mp
    cost = 0 if flight.off else step_cost(pos.setting.ground, here, here.at, flight.at).mp
    if cost > mp and not pos.battlefield.friends_at(here, here.at):
        return None
    return 0, max(0, mp - cost)


@FRAMES.handler(Fleeing)
class _Fleeing(Offered):
    def advance(self, play: MapPlay, frame: Fleeing) -> bool:
        pos = play.pos
        one = first_fleer(pos)
        if one is None:
            play.pop()
            return True
        now = play.state.units[one.unit]
        if now.where != MAP or not now.routed:
            _drop_first(play)
            return True
        found = next_steps(pos, one)
        if one.hexes == 0 and one.mp == 0 and not _is_crowded(pos, one.unit):
            _drop_first(play)
            return True
        if len(found) > 1 and one.way[:1] not in [(_name(way),) for way in found]:
            ends = flight_ends(pos, one)
            if len(ends) > 1:
                return False
            # if every way leads round among friends, no flight ends: the unit steps until it is trapped
            _follow(play, one, next(iter(ends.values()), ()))
            return True
        _follow(play, one, one.way)
        return True

    def ask(self, pos: MapField, frame: Fleeing) -> Ask:
        one = first_fleer(pos)
        assert one is not None
        first = next(iter(flight_ends(pos, one)))
        return Ask(pos.counter(one.unit).seat, "flee", Flee(first), "10.21", {"unit": one.unit})

    def choices(self, pos: MapField, frame: Fleeing) -> Choices:
        one = first_fleer(pos)
        assert one is not None
        return (Choice("flee", {}, (pick("to", flight_ends(pos, one)),), rule="10.21"),)

    def objection(self, pos: MapField, frame: Fleeing, action: Action) -> None:
        if isinstance(action, Flee):
            refuse("10.21", "not_the_shortest_way", hex=action.to[:8])

    def execute(self, play: MapPlay, frame: Fleeing, action: Flee) -> None:
        one = first_fleer(play.pos)
        assert one is not None
        _follow(play, one, flight_ends(play.pos, one)[action.to])


def _follow(play: MapPlay, one: Fleer, way: tuple[str, ...]) -> None:
    """Let a unit take the first step of a route and remember the remaining steps.

    If that step has become impossible, the unit takes the first possible one, and the route is forgotten.
    """
    found = next_steps(play.pos, one)
    step = next((flight for flight in found if way[:1] == (_name(flight),)), None)
    _flee(play, one.but(way=way if step else ()), step or next(iter(found), None))


def _name(flight: Flight) -> str:
    return "" if flight.off else name_of(flight.at)


def _drop_first(play: MapPlay) -> None:
    play.chart(fleeing=play.pos.board.fleeing[1:])


def _is_crowded(pos: MapField, unit: str) -> bool:
    return bool(pos.battlefield.friends_at(pos.piece(unit), pos.piece(unit).at))


def _flee(play: MapPlay, one: Fleer, flight: Flight | None) -> None:
    """Move a routed unit by one hex, or remove it if it leaves the map or is trapped (10.21, 10.23)."""
    pos, unit = play.pos, one.unit
    piece, ground = pos.piece(unit), pos.setting.ground
    if flight is None or _leaves_play(pos, piece, flight):
        _lose(play, unit, "off_map" if flight is not None and flight.off else "trapped")
        return
    mp = one.mp
    if not one.hexes:
        cost = step_cost(ground, piece, piece.at, flight.at).mp
        if cost > mp and not _is_crowded(pos, unit):
            _drop_first(play)
            return
        if mp == 0 and flight.through:
            _lose(play, unit, "trapped")  # the unit would have to stop with a friend (10.24)
            return
        mp = max(0, mp - cost)
    leaders = pos.leaders_at(unit)
    after = one.but(hexes=max(0, one.hexes - 1), mp=mp, way=one.way[1:])
    play.chart(fleeing=(after, *pos.board.fleeing[1:]))
    play.put(unit, Stand(flight.at, flight.facing), "flee")
    for leader in leaders:
        play.ride(leader, name_of(flight.at), "with")
    for friend in flight.through:
        run_through(play, friend)


def _lose(play: MapPlay, unit: str, cause: str) -> None:
    """Eliminate a routed unit. A leader stacked with it remains in the hex (10.25)."""
    _drop_first(play)
    play.eliminate(unit, cause)
