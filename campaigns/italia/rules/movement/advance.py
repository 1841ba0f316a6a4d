"""A march through several areas as one action (9.0). The path is checked as a whole and carried out step by
step.

A strait takes a whole movement, so crossing one is a single step. Units must stop when they enter a highland
or meet enemies who are not held. A path can therefore only end in such an area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.movement.ledger import ALONE, STOPPED, Moved, Movement
from campaigns.italia.rules.movement.sea import record_meeting
from campaigns.italia.rules.movement.stacking import (
    enough_to_overrun,
    leader_may_leave,
    may_enter,
    may_leave,
)
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Option, Share
from engine.routes.paths import Leg, Path, find_mistake
from engine.values import dataclass, replace
from kit.rules.decisions import Action, refuse

SHORTEST = 2  # minimum areas in a path; moving one area is a single step


@dataclass(frozen=True)
class Advance(Action):
    """March by land. ``path``: the areas after ``origin``. ``leader``: the leader who marches with the units,
    or alone if ``units`` is empty. None for units without a leader.
    """

    origin: str
    path: tuple[str, ...]
    units: Mapping[str, int]
    leader: str | None = None


def advances(pos: Position, frame: Movement) -> Iterator[Choice]:
    """Yield every path of several areas that some units or a leader can march now."""
    for origin in pos.areas_of(frame.nation):
        leaders = pos.leaders(origin, frame.nation)
        led = [frame.campaign] if frame.campaign else ["", *leaders]
        for leader in (name for name in led if not name or name in leaders):
            yield from ways_from(pos, frame, origin, leader)


def ways_from(pos: Position, frame: Movement, origin: str, leader: str) -> Iterator[Choice]:
    """Yield the paths from one area, with a leader or without. There is a choice for each possible distance,
    and for each number of units that can enter areas with enemies.
    """
    alone = _leader_reach(pos, frame, origin, leader)
    if leader and alone < 0:
        return
    left = [(group, _areas_left(pos, frame, group, leader)) for group in ledger.groups(pos, frame, origin)]
    held = may_leave(pos, frame, origin)
    fields = Ground(pos, frame, leader)
    for reach in sorted({n for n in (*(steps for _, steps in left), alone) if n >= SHORTEST}):
        units: dict[str, int] = {}
        for group, steps in left:
            if steps >= reach:
                units[group.unit] = units.get(group.unit, 0) + group.number
        most = min(n for n in (sum(units.values()), held) if n is not None)
        if most or alone >= reach:
            yield from _path_choices(fields, origin, reach, units, most, low=0 if alone >= reach else 1)


def _leader_reach(pos: Position, frame: Movement, origin: str, leader: str) -> int:
    gone = frame.leaders.get(leader, 0) if leader else STOPPED
    if gone >= STOPPED or not leader_may_leave(pos, frame, origin):
        return -1
    return max(0, ALONE - gone)


def _areas_left(pos: Position, frame: Movement, group: Moved, leader: str) -> int:
    """Return the number of areas that units of a group can still move (9.1)."""
    bonus = leader and (group.led or (group.used == 0 and ledger.leader_fresh(frame, leader)))
    return ledger.allowance(pos, frame, group.unit) + bool(bonus) - group.used


class Ground:
    """The terms on which marching units can enter each area. They are cached for all paths of one march."""

    def __init__(self, pos: Position, frame: Movement, leader: str) -> None:
        self.pos, self.frame, self.leader = pos, frame, leader
        self._known: dict[str, tuple[int | None, bool]] = {}

    def entry_terms(self, area: str) -> tuple[int | None, bool]:
        """Return the number of units that can enter an area, and whether they must stop in it. The number is
        None if there is no limit.
        """
        found = self._known.get(area)
        if found is None:
            pos, frame, nation = self.pos, self.frame, self.frame.nation
            foes = pos.enemies(nation, area)
            against = sum(pos.troops(area, foe) for foe in foes)
            free = not foes or (
                bool(against) and enough_to_overrun(pos, nation, area, pos.troops(area, nation))
            )
            halt = not free or ledger.must_stop(pos, nation, area, self.leader)
            room = may_enter(pos, frame, area, with_leader=bool(self.leader)) if against else None
            found = self._known[area] = room, halt
        return found

    def legs(self, origin: str, reach: int, number: int) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        """Return the legs that a number of units can march within ``reach`` areas, and the areas where they
        must stop. The legs map each starting area to the areas it leads to.
        """
        legs: dict[str, tuple[str, ...]] = {}
        halts: set[str] = set()
        edge = [origin]
        for _ in range(reach):
            further: list[str] = []
            for area in edge:
                if area in legs or area in halts:
                    continue
                open_to = [to for to in sorted(self.pos.scn.board.land[area]) if self._can_enter(to, number)]
                legs[area] = tuple(open_to)
                for to in open_to:
                    if self.entry_terms(to)[1]:
                        halts.add(to)
                    further.append(to)
            edge = further
        return legs, frozenset(halts)

    def _can_enter(self, area: str, number: int) -> bool:
        if not self.pos.may_enter(self.frame.nation, area):
            return False
        room = self.entry_terms(area)[0]
        return room is None or room >= number


def _path_choices(
    ground: Ground, origin: str, reach: int, units: Mapping[str, int], most: int, low: int
) -> Iterator[Choice]:
    whole, _ = ground.legs(origin, reach, 0)
    rooms = {ground.entry_terms(to)[0] for legs in whole.values() for to in legs}
    for number in sorted({most} | {room for room in rooms if room is not None and 0 < room < most}):
        legs, halts = ground.legs(origin, reach, number)
        onward = (legs.get(area, ()) for area in legs[origin] if area not in halts)
        if all(set(further) <= {origin} for further in onward):
            continue  # no unit gets farther than the next area
        path = Path(
            "path",
            origin,
            tuple(Leg(area, to) for area, there in legs.items() for to in there),
            reach,
            low=SHORTEST,
            halts=halts,
        )
        options = tuple(Option(u, high=min(n, number)) for u, n in units.items())
        share = Share("units", options, min(low, number), number)
        fixed = {"origin": origin, "leader": ground.leader or None}
        yield Choice("advance", fixed, (path, share), "9.0", facts={"reach": reach})


def refuse_advance(pos: Position, frame: Movement, ways: Iterable[Choice], action: Advance) -> None:
    """Refuse a path that is not offered, giving the reason."""
    board, ground = pos.scn.board, Ground(pos, frame, action.leader or "")
    reach = max((choice.facts["reach"] for choice in ways), default=0)
    if not reach or not set(action.path) <= set(board.areas):
        return
    for area in action.path:
        if not pos.may_enter(frame.nation, area):
            refuse("9.2", "entry_area_closed", area=area)
    legs = tuple(Leg(area, to) for area, there in board.land.items() for to in sorted(there))
    halts = frozenset(area for area in action.path if ground.entry_terms(area)[1])
    found = find_mistake(
        Path("path", action.origin, legs, reach, low=SHORTEST, halts=halts), list(action.path)
    )
    if found is None:
        refuse("9.0", "not_so_far", area=action.path[-1])
    refuse("9.0", found.code, **found.facts)


def advance(play: Play, frame: Movement, action: Advance) -> None:
    """Carry out a march step by step. Units of one type that have moved furthest, but can still make the
    march, go first.
    """
    pos, nation, leader = play.pos, frame.nation, action.leader or ""
    units = {unit: n for unit, n in action.units.items() if n}
    going = list(_pick_groups(pos, frame, action, units))
    stopped = ledger.must_stop(pos, nation, action.path[-1], leader)
    arrived = [
        Moved(
            action.path[-1],
            group.unit,
            STOPPED if stopped else group.used + len(action.path),
            bool(leader) and (group.led or (group.used == 0 and ledger.leader_fresh(frame, leader))),
            False,
            group.number,
            (action.origin, *action.path)[-2],
        )
        for group in going
    ]
    found = replace(frame, moved=ledger.merge_groups([*_staying_groups(frame, going), *arrived]))
    if leader:
        gone = frame.leaders.get(leader, 0) + len(action.path)
        found = ledger.record_leader(found, leader, gone, (action.origin, *action.path)[-2])
    for origin, to in zip((action.origin, *action.path), action.path, strict=False):
        found = ledger.record_entry(found, to, origin)
        record_meeting(play, to)
        play.shift(nation, units, origin, to)
        if leader:
            play.move_leader(leader, to)
        play.tell(UnitsMoved(nation, origin, to, units, (leader,) if leader else (), "march"))
    play.swap(found)


def _pick_groups(
    pos: Position, frame: Movement, action: Advance, units: Mapping[str, int]
) -> Iterator[Moved]:
    wanted = dict(units)
    groups = ledger.groups(pos, frame, action.origin)
    for group in sorted(groups, key=lambda g: (-g.used, g.led, g.via)):
        if _areas_left(pos, frame, group, action.leader or "") >= len(action.path):
            number = min(group.number, wanted.get(group.unit, 0))
            if number:
                wanted[group.unit] -= number
                yield replace(group, number=number)


def _staying_groups(frame: Movement, going: Iterable[Moved]) -> Iterator[Moved]:
    """Yield the recorded moves of the units that stay behind. Units that have not moved have no record."""
    gone = {replace(group, number=0): group.number for group in going}
    for group in frame.moved:
        yield replace(group, number=group.number - gone.get(replace(group, number=0), 0))
