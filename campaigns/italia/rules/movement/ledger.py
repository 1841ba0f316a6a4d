"""The movement used in a movement phase (9.0). Units have no names and are counted by their moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from campaigns.italia.rules.scenario.types import ENTRY, FLEET, HIGHLAND
from campaigns.italia.rules.state.position import Position
from engine.codec import late
from engine.frames import Frame
from engine.values import dataclass, replace

STOPPED = 99  # the recorded number of areas moved for units that must stop
ALONE = 3  # how many areas a leader can move alone (9.1)


@dataclass(frozen=True)
class Moved:
    """Moved units of a type in one place. ``led``: a leader was with them from their first step, so they can
    go one further. ``sea``: they came by sea or across a strait. ``via``: the place they came from.
    """

    place: str
    unit: str
    used: int
    led: bool
    sea: bool
    number: int
    via: str = late("")


@dataclass(frozen=True)
class Ship:
    """A fleet: how many seas it can still cross, how many units it can still embark, and its cargo."""

    at: str
    left: int
    room: int
    cargo: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Movement(Frame):
    """A nation's movement phase. ``came``: area -> where units entered it from, even if some went further.
    ``leaders``: how many areas each leader has moved, ``led_via``: the place they last entered from.
    ``campaign``: the leader with whom units must move (12.31); ``start``: where they began.
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
    led_via: Mapping[str, str] | None = late(None)


def ships_of(pos: Position, nation: str) -> tuple[Ship, ...]:
    """Return all fleets before they move; cargo already aboard is packed in pairs."""
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


def fresh(pos: Position, frame: Movement, place: str, unit: str) -> int:
    """Return the number of units of a type there that have not moved."""
    gone = sum(m.number for m in frame.moved if (m.place, m.unit) == (place, unit))
    return pos.units(place, frame.nation).get(unit, 0) - gone


def groups(pos: Position, frame: Movement, place: str) -> Iterator[Moved]:
    """Yield land units in an area, grouped by their movement in this phase."""
    for unit in pos.units(place, frame.nation):
        left = fresh(pos, frame, place, unit)
        if left:
            yield Moved(place, unit, 0, False, False, left)
    yield from (m for m in frame.moved if m.place == place)


def leader_fresh(frame: Movement, leader: str) -> bool:
    return not frame.leaders.get(leader)


def follows(pos: Position, frame: Movement, group: Moved, leader: str, *, strait: bool) -> bool:
    """Return whether units of a group can take one more step, with a leader or without ("")."""
    if strait:
        return group.used == 0
    most = allowance(pos, frame, group.unit)
    if leader and (group.led or (group.used == 0 and leader_fresh(frame, leader))):
        most += 1
    return group.used < most


def ready(pos: Position, frame: Movement, place: str, leader: str, *, strait: bool) -> dict[str, int]:
    """Return the number of units of each type that can leave an area, with a leader or without."""
    found: dict[str, int] = {}
    for group in groups(pos, frame, place):
        if follows(pos, frame, group, leader, strait=strait):
            found[group.unit] = found.get(group.unit, 0) + group.number
    return found


def stops(pos: Position, nation: str, area: str, leader: str) -> bool:
    """Return whether units that enter must stop: in a highland, unless a leader is with them or the nation
    controls a city there (9.0, 9.7).
    """
    if pos.area(area).kind not in (HIGHLAND, ENTRY) or leader:
        return False
    return not (pos.stands(area) and _road(pos, nation, area))


def _road(pos: Position, nation: str, area: str) -> bool:
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
    """Return the record after a step of these units; the most moved go first."""
    stopped = strait or stops(pos, frame.nation, to, leader)
    moved = [m for m in frame.moved if m.place != origin]
    rest = sorted(groups(pos, frame, origin), key=lambda m: (-m.used, m.led, m.via))
    wanted = dict(units)
    for group in rest:
        going = 0
        if wanted.get(group.unit) and follows(pos, frame, group, leader, strait=strait):
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
    """Return the record with equal groups merged, in a fixed order."""
    found: dict[tuple[str, str, int, bool, bool, str], int] = {}
    for m in moved:
        key = (m.place, m.unit, m.used, m.led, m.sea, m.via)
        found[key] = found.get(key, 0) + m.number
    return tuple(Moved(*key[:5], number, key[5]) for key, number in sorted(found.items()) if number)


def record_arrival(frame: Movement, place: str, unit: str, number: int, *, sea: bool, via: str) -> Movement:
    """Return the record after units have arrived and must stay for this phase."""
    return frame.but(moved=merge_groups([*frame.moved, Moved(place, unit, STOPPED, False, sea, number, via)]))


def record_entry(frame: Movement, to: str, origin: str) -> Movement:
    came = frame.came.get(to, ())
    return frame if origin in came else frame.but(came={**frame.came, to: (*came, origin)})


def led_to(frame: Movement, leader: str, gone: int, via: str) -> Movement:
    """Return the record after a leader has moved that far in all, with the last place entered from."""
    return frame.but(
        leaders={**frame.leaders, leader: gone},
        led_via={**(frame.led_via or {}), leader: via},
    )


def origins(pos: Position, frame: Movement, area: str) -> tuple[str, ...]:
    """Return the areas from which the units now in an area came; units that passed through block no retreat
    (10.5).
    """
    here = [m for m in frame.moved if m.place == area]
    if any(not m.via for m in here):  # such units moved before their origin was recorded
        return frame.came.get(area, ())
    led = frame.led_via or {}
    leaders = (led[name] for name in pos.leaders(area, frame.nation) if name in led)
    return tuple(dict.fromkeys((*(m.via for m in here), *leaders)))


def seaborne(frame: Movement, area: str) -> dict[str, int]:
    """Return the number of units of each type that came to an area by sea or across a strait."""
    found: dict[str, int] = {}
    for m in frame.moved:
        if m.place == area and m.sea:
            found[m.unit] = found.get(m.unit, 0) + m.number
    return found


def remove_units(frame: Movement, place: str, units: Mapping[str, int]) -> tuple[Moved, ...]:
    """Return the record after units have left the map; moved ones go first."""
    left, moved = dict(units), []
    for m in frame.moved:
        gone = min(m.number, left.get(m.unit, 0)) if m.place == place else 0
        left[m.unit] = left.get(m.unit, 0) - gone
        moved.append(replace(m, number=m.number - gone))
    return merge_groups(moved)


def fit_record(pos: Position, frame: Movement) -> Movement:
    """Return the record after a correction of pieces, dropping units that are gone."""
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
