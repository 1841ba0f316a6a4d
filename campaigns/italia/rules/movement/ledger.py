"""The record of movement used in a movement phase (9.0). Units have no identity, so they are counted in
groups that moved alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from campaigns.italia.rules.scenario.types import ENTRY, FLEET, HIGHLAND
from campaigns.italia.rules.state.position import Position
from engine.codec import late_field
from engine.frames import Frame
from engine.values import dataclass, replace

STOPPED = 99  # recorded for units that must stop, in place of the number of areas moved
ALONE = 3  # how many areas a leader without units can move (9.1)


@dataclass(frozen=True)
class Moved:
    """A group of moved units of one type in one place. ``used``: how many areas they have moved. ``led``:
    whether a leader was with them from their first step, so that they can move one area further. ``sea``:
    whether they came by sea or across a strait. ``via``: the place from which they took their last step, or
    "" if they have not moved or an older game did not record it.
    """

    place: str
    unit: str
    used: int
    led: bool
    sea: bool
    number: int
    via: str = late_field("")


@dataclass(frozen=True)
class Ship:
    """A fleet. ``left``: how many seas it can still cross. ``room``: how many units it can still embark."""

    at: str
    left: int
    room: int
    cargo: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Movement(Frame):
    """A nation's movement phase. ``came``: for each area entered, the places from which units entered it,
    even if they went further. ``leaders``: how many areas each leader has moved. ``led_via``: the place from
    which each leader last moved. ``campaign``: the leader with whom units must move (12.31), or "" outside a
    campaign. ``start``: the place where that leader began.
    """

    nation: str
    moved: tuple[Moved, ...] = ()
    ships: tuple[Ship, ...] = ()
    leaders: Mapping[str, int] = field(default_factory=dict)
    came: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    extra: int = 0
    invasion: bool = False
    second: bool = False
    campaign: str = ""
    start: str = ""
    led_via: Mapping[str, str] | None = late_field(None)


def ships_of(pos: Position, nation: str) -> tuple[Ship, ...]:
    """Return all fleets of a nation before they move. Each carries up to two of the units already at sea."""
    found = []
    for sea in pos.scn.board.seas:
        aboard = [u for u, n in pos.units(sea, nation).items() if u != FLEET for _ in range(n)]
        for _ in range(pos.fleets(sea, nation)):
            load, aboard = aboard[:2], aboard[2:]
            cargo = {unit: load.count(unit) for unit in sorted(set(load))}
            found.append(Ship(sea, pos.scn.units[FLEET].move, 2 - len(load), cargo))
    return tuple(found)


def allowance(pos: Position, frame: Movement, unit: str) -> int:
    move = pos.scn.units[unit].move
    if unit == "consular_legion":
        move = pos.setting.options.consular_move
    return move + frame.extra


def count_unmoved(pos: Position, frame: Movement, place: str, unit: str) -> int:
    """Return the number of units of a type in a place that have not moved."""
    gone = sum(m.number for m in frame.moved if (m.place, m.unit) == (place, unit))
    return pos.units(place, frame.nation).get(unit, 0) - gone


def groups(pos: Position, frame: Movement, place: str) -> Iterator[Moved]:
    """Yield the land units in a place, grouped by their movement in this phase."""
    for unit in pos.units(place, frame.nation):
        left = count_unmoved(pos, frame, place, unit)
        if left:
            yield Moved(place, unit, 0, False, False, left)
    yield from (m for m in frame.moved if m.place == place)


def leader_fresh(frame: Movement, leader: str) -> bool:
    return not frame.leaders.get(leader)


def can_step(pos: Position, frame: Movement, group: Moved, leader: str, *, strait: bool) -> bool:
    """Return whether units of a group can take one more step. ``leader``: the leader with them, or ""."""
    if strait:
        return group.used == 0
    most = allowance(pos, frame, group.unit)
    if leader and (group.led or (group.used == 0 and leader_fresh(frame, leader))):
        most += 1
    return group.used < most


def count_ready_units(
    pos: Position, frame: Movement, place: str, leader: str, *, strait: bool
) -> dict[str, int]:
    """Return the number of units of each type that can leave a place, with a leader or without."""
    found: dict[str, int] = {}
    for group in groups(pos, frame, place):
        if can_step(pos, frame, group, leader, strait=strait):
            found[group.unit] = found.get(group.unit, 0) + group.number
    return found


def must_stop(pos: Position, nation: str, area: str, leader: str) -> bool:
    """Return whether units that enter an area must stop. Units stop in a highland or entry area, unless a
    leader is with them or the nation controls a city there (9.0, 9.7).
    """
    if pos.area(area).kind not in (HIGHLAND, ENTRY) or leader:
        return False
    return not (pos.has_city(area) and _has_road(pos, nation, area))


def _has_road(pos: Position, nation: str, area: str) -> bool:
    if pos.holds(nation, area):
        return True
    return pos.setting.options.allied_roads and any(
        pos.friends(nation, other) for other in pos.nations_at(area)
    )


def step(
    pos: Position,
    frame: Movement,
    origin: str,
    to: str,
    units: Mapping[str, int],
    leader: str,
    *,
    strait: bool,
) -> Movement:
    """Return the movement record after these units take a step. The units that have moved furthest go
    first.
    """
    stopped = strait or must_stop(pos, frame.nation, to, leader)
    moved = [m for m in frame.moved if m.place != origin]
    rest = sorted(groups(pos, frame, origin), key=lambda m: (-m.used, m.led, m.via))
    wanted = dict(units)
    for group in rest:
        going = 0
        if wanted.get(group.unit) and can_step(pos, frame, group, leader, strait=strait):
            going = min(group.number, wanted[group.unit])
            wanted[group.unit] -= going
        if going:
            led = bool(leader) and (group.led or (group.used == 0 and leader_fresh(frame, leader)))
            used = STOPPED if stopped else group.used + 1
            moved.append(Moved(to, group.unit, used, led, strait, going, origin))
        if group.used and group.number > going:
            moved.append(replace(group, number=group.number - going))
    return frame.but(moved=merge_groups(moved))


def merge_groups(moved: list[Moved]) -> tuple[Moved, ...]:
    """Return the recorded groups with equal ones merged, in a fixed order."""
    found: dict[tuple[str, str, int, bool, bool, str], int] = {}
    for m in moved:
        key = (m.place, m.unit, m.used, m.led, m.sea, m.via)
        found[key] = found.get(key, 0) + m.number
    return tuple(Moved(*key[:5], number, key[5]) for key, number in sorted(found.items()) if number)


def record_arrival(frame: Movement, place: str, unit: str, number: int, *, sea: bool, via: str) -> Movement:
    """Return the movement record after units have arrived in a place where they must stay for this phase."""
    return frame.but(moved=merge_groups([*frame.moved, Moved(place, unit, STOPPED, False, sea, number, via)]))


def record_entry(frame: Movement, to: str, origin: str) -> Movement:
    came = frame.came.get(to, ())
    return frame if origin in came else frame.but(came={**frame.came, to: (*came, origin)})


def record_leader(frame: Movement, leader: str, gone: int, via: str) -> Movement:
    """Return the movement record after a leader has moved ``gone`` areas in all, the last time from
    ``via``.
    """
    return frame.but(
        leaders={**frame.leaders, leader: gone},
        led_via={**(frame.led_via or {}), leader: via},
    )


def origins(pos: Position, frame: Movement, area: str) -> tuple[str, ...]:
    """Return the places from which the units now in an area came. Places that units only passed through do
    not count, so they do not bar a retreat (10.5).
    """
    here = [m for m in frame.moved if m.place == area]
    if any(not m.via for m in here):  # older games did not record the origin of units
        return frame.came.get(area, ())
    led = frame.led_via or {}
    leaders = (led[name] for name in pos.leaders(area, frame.nation) if name in led)
    return tuple(dict.fromkeys((*(m.via for m in here), *leaders)))


def count_seaborne(frame: Movement, area: str) -> dict[str, int]:
    """Return the number of units of each type that came to an area by sea or across a strait."""
    found: dict[str, int] = {}
    for m in frame.moved:
        if m.place == area and m.sea:
            found[m.unit] = found.get(m.unit, 0) + m.number
    return found


def remove_units(frame: Movement, place: str, units: Mapping[str, int]) -> tuple[Moved, ...]:
    """Return the recorded groups after units have left the map. Units that have moved are removed first, so
    that the record never exceeds the units left.
    """
    left, moved = dict(units), []
    for m in frame.moved:
        gone = min(m.number, left.get(m.unit, 0)) if m.place == place else 0
        left[m.unit] = left.get(m.unit, 0) - gone
        moved.append(replace(m, number=m.number - gone))
    return merge_groups(moved)


def fit_record(pos: Position, frame: Movement) -> Movement:
    """Return the movement record without units and fleets that a correction of the position has removed."""
    moved, ships, left = [], dict[int, Ship](), dict[tuple[str, str], int]()

    def some(place: str, unit: str, number: int) -> int:
        there = left.setdefault((place, unit), pos.units(place, frame.nation).get(unit, 0))
        left[place, unit] -= (found := min(number, there))
        return found

    for m in frame.moved:
        moved.append(replace(m, number=some(m.place, m.unit, m.number)))
    for number, ship in sorted(enumerate(frame.ships), key=lambda one: -sum(one[1].cargo.values())):
        if some(ship.at, FLEET, 1):
            cargo = {unit: there for unit, n in ship.cargo.items() if (there := some(ship.at, unit, n))}
            ships[number] = replace(ship, cargo=cargo)
    return frame.but(moved=merge_groups(moved), ships=tuple(ships[number] for number in sorted(ships)))
