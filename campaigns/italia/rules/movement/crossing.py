"""A crossing by sea as one action (9.6). Embarking, sailing and landing are checked as a whole and carried
out in single steps.

Each destination is offered once, over the sea from which the most units can reach it. Players who want
another route, or more fleets than their units need, sail step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.ledger import Movement, Ship
from campaigns.italia.rules.movement.sea import (
    Embark,
    Land,
    embark,
    land,
    leader_options,
    sail,
    split_leaders,
)
from campaigns.italia.rules.movement.stacking import leader_may_leave, may_enter, may_leave
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Option, Share
from engine.routes.paths import Leg, Path, find_mistake
from engine.values import dataclass, replace
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Cross(Action):
    """Embark in ``origin``, sail over the seas of ``path``, and land in its last place. ``units``: how many
    of each unit type, and 1 for each leader by name.
    """

    origin: str
    path: tuple[str, ...]
    units: Mapping[str, int]


@dataclass(frozen=True)
class _Fleets:
    """The fleets in a sea. ``room``: how many units they can carry, by the number of further seas to
    cross.
    """

    sea: str
    room: tuple[int, ...]

    def reach(self, number: int) -> int:
        """Return how many more seas a number of units can cross."""
        return max(left for left, room in enumerate(self.room) if room >= number)


def crossings(pos: Position, frame: Movement, only: str = "") -> Iterator[Choice]:
    """Yield every choice to cross the sea. ``only``: the one area to embark from, or "" for all."""
    fleets = {sea: _fleets(frame, sea) for sea in dict.fromkeys(ship.at for ship in frame.ships)}
    for origin in pos.areas_of(frame.nation) if fleets else ():
        if only and origin != only:
            continue
        if frame.campaign and pos.leader_at(frame.campaign) != origin:
            continue
        units = _fresh_units(pos, frame, origin)
        leaders = _leaders(pos, frame, origin)
        if units or leaders:
            yield from _crossings_from(pos, frame, origin, fleets, units, leaders)


def _fleets(frame: Movement, sea: str) -> _Fleets:
    here = [ship for ship in frame.ships if ship.at == sea]
    most = max(ship.left for ship in here)
    return _Fleets(sea, tuple(sum(s.room for s in here if s.left >= left) for left in range(most + 1)))


def _fresh_units(pos: Position, frame: Movement, origin: str) -> dict[str, int]:
    """Return the number of units of each type in an area that have not moved, and can embark while the others
    still hold the enemies there (9.3).
    """
    held = may_leave(pos, frame, origin)
    found = {u: ledger.count_unmoved(pos, frame, origin, u) for u in pos.units(origin, frame.nation)}
    return {u: n if held is None else min(n, held) for u, n in found.items() if n and held != 0}


def _leaders(pos: Position, frame: Movement, origin: str) -> list[Option]:
    if not leader_may_leave(pos, frame, origin):
        return []
    found = leader_options(pos, frame, origin, fresh=True)
    # in a campaign no unit embarks without the leader (12.31)
    return [replace(one, low=1) for one in found] if frame.campaign else found


def _crossings_from(
    pos: Position,
    frame: Movement,
    origin: str,
    fleets: Mapping[str, _Fleets],
    units: Mapping[str, int],
    leaders: list[Option],
) -> Iterator[Choice]:
    if frame.campaign and not leaders:
        return
    held = may_leave(pos, frame, origin)
    able = min(n for n in (sum(units.values()), held) if n is not None)
    best: dict[str, tuple[int, int, str]] = {}  # goal -> (units, minus seas, first sea)
    for sea in sorted(set(pos.scn.board.coasts[origin]) & set(fleets)):
        for goal, seas in _reachable_goals(pos, frame, origin, fleets[sea]).items():
            room = may_enter(pos, frame, goal, with_leader=bool(frame.campaign))
            number = min(n for n in (able, fleets[sea].room[seas], room) if n is not None)
            if number or leaders:
                best[goal] = max(best.get(goal, (-1, 0, "")), (number, -seas, sea))
    for sea, number in sorted({(sea, number) for number, _, sea in best.values()}):
        goals = frozenset(goal for goal, (n, _, s) in best.items() if (n, s) == (number, sea))
        options = [Option(u, high=min(n, number), cost=1) for u, n in units.items() if number]
        high = sum(one.high or 0 for one in (*options, *leaders))
        share = Share("units", (*options, *leaders), 1, high, budget=number)
        path = _path(pos, origin, sea, fleets[sea].reach(number), goals)
        yield Choice("cross", {"origin": origin}, (path, share), "9.6")


def _reachable_goals(pos: Position, frame: Movement, origin: str, fleets: _Fleets) -> dict[str, int]:
    found: dict[str, int] = {}
    seas, edge = {fleets.sea}, {fleets.sea}
    for sailed in range(len(fleets.room)):
        for sea in edge:
            for to in pos.scn.board.coasts[sea]:
                if to != origin and to not in found and pos.may_enter(frame.nation, to):
                    found[to] = sailed
        edge = {to for sea in edge for to in pos.scn.board.waters[sea]} - seas
        seas |= edge
    return found


def _path(pos: Position, origin: str, start: str, reach: int, goals: frozenset[str]) -> Path:
    """Return the field for a path from ``origin`` to any of the goals over the seas within reach."""
    board, legs = pos.scn.board, [Leg(origin, start, 0)]
    edge, seen = {start}, {start}
    for left in range(reach, -1, -1):
        for sea in sorted(edge):
            legs += [Leg(sea, to, 0) for to in sorted(set(board.coasts[sea]) & goals)]
            legs += [Leg(sea, to) for to in sorted(board.waters[sea]) if left]
        edge = {to for sea in edge for to in board.waters[sea]} - seen
        seen |= edge
    return Path("path", origin, tuple(legs), reach, low=2, halts=goals, not_in=frozenset(seen))


def refuse_crossing(pos: Position, frame: Movement, action: Cross) -> None:
    """Refuse an illegal crossing, giving the reason."""
    board, nation, way = pos.scn.board, frame.nation, list(action.path)
    if action.origin not in board.areas:
        refuse("9.0", "no_such_area")
    units, leaders = split_leaders(pos, action.units)
    if frame.campaign and frame.campaign not in leaders:
        refuse("12.31", "only_with_the_leader", leader=frame.campaign)
    for leader in leaders:
        if leader not in pos.leaders(action.origin, nation):
            refuse("9.1", "leader_not_here", leader=leader)
    for unit, number in units.items():
        if number > pos.units(action.origin, nation).get(unit, 0):
            refuse("9.6", "not_so_many_here", unit=unit, area=action.origin)
        if number > ledger.count_unmoved(pos, frame, action.origin, unit):
            refuse("9.6", "moved_enough", unit=unit, area=action.origin)
    fleets = [ship for ship in frame.ships if ship.at in way[:1]]
    if way[:1] and way[0] in board.coasts[action.origin] and not fleets:
        refuse("9.6", "no_such_fleet")
    legs = [Leg(action.origin, sea, 0) for sea in sorted(board.coasts[action.origin])]
    legs += [Leg(sea, to) for sea, there in board.waters.items() for to in sorted(there)]
    legs += [Leg(sea, to, 0) for sea in board.seas for to in sorted(board.coasts[sea])]
    most = max((ship.left for ship in fleets), default=0)
    path = Path("path", action.origin, tuple(legs), most, low=2, not_in=frozenset(board.seas))
    found = find_mistake(path, way)
    if found is not None:
        refuse("9.6", found.code, **found.facts)
    _refuse_excess(pos, frame, action, sum(units.values()), with_leader=bool(leaders))


def _refuse_excess(pos: Position, frame: Movement, action: Cross, number: int, *, with_leader: bool) -> None:
    goal, seas = action.path[-1], len(action.path) - 2
    if not pos.may_enter(frame.nation, goal):
        refuse("9.2", "entry_area_closed", area=goal)
    held = may_leave(pos, frame, action.origin)
    if (held is not None and number > held) or (
        with_leader and not leader_may_leave(pos, frame, action.origin)
    ):
        refuse("9.3", "enemies_not_held", area=action.origin)
    there = [ship for ship in frame.ships if ship.at == action.path[0] and ship.left >= seas]
    if number > sum(ship.room for ship in there):
        refuse("9.6", "no_room_aboard", sea=action.path[0])
    room = may_enter(pos, frame, goal, with_leader=bool(frame.campaign))
    if room is not None and number > room:
        refuse("8.3", "too_many_attackers", area=goal)


def cross(play: Play, frame: Movement, action: Cross) -> None:
    """Embark units, sail sea by sea, and land the units."""
    start, *seas, goal = action.path
    embark(play, frame, Embark(action.origin, start, action.units))
    loaded = play.top
    assert isinstance(loaded, Movement)
    fleets = [now for was, now in zip(frame.ships, loaded.ships, strict=True) if was != now]
    if not fleets:  # leaders without units board the fleet that carries the least
        able = (ship for ship in loaded.ships if ship.at == start and ship.left >= len(seas))
        fleets = [min(able, key=lambda ship: (-ship.room, -ship.left))]
    groups = [(ship, fleets.count(ship)) for i, ship in enumerate(fleets) if ship not in fleets[:i]]
    _, leaders = split_leaders(play.pos, action.units)
    for sea in seas:
        sailed = list[tuple[Ship, int]]()
        for ship, number in groups:
            aboard = {} if sailed else dict.fromkeys(leaders, 1)
            sailed.append((sail(play, ship, sea, number, aboard), number))
        groups = sailed
    ashore = play.top
    assert isinstance(ashore, Movement)
    land(play, ashore, Land((start, *seas)[-1], goal, action.units))
