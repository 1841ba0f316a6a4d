"""Fleets, and land units aboard them (9.5, 9.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.italia.rules.movement import ledger
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.movement.ledger import STOPPED, Movement, Ship
from campaigns.italia.rules.movement.stacking import leader_may_leave, may_enter, may_leave
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Choices, Number, Option, Share
from engine.values import dataclass, replace
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Embark(Action):
    """Embark on fleets off the coast. ``units``: how many of each unit type, and 1 for each leader by
    name.
    """

    origin: str
    sea: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class Sail(Action):
    """Move a number of identical fleets and their cargo to the next sea. ``ship``: the index of the first of
    these fleets. ``leaders``: 1 for each leader aboard.
    """

    sea: str
    to: str
    ship: int
    number: int
    leaders: Mapping[str, int]


@dataclass(frozen=True)
class Land(Action):
    """Land units. ``units``: how many of each unit type, and 1 for each leader by name."""

    sea: str
    to: str
    units: Mapping[str, int]


def sea_choices(pos: Position, frame: Movement) -> Choices:
    return (*embarkings(pos, frame), *sailings(pos, frame), *landings(pos, frame))


def leader_options(pos: Position, frame: Movement, place: str, *, fresh: bool = False) -> list[Option]:
    """Return the leaders in a place who can still move. ``fresh``: only those who have not moved at all."""
    return [
        Option(leader, high=1)
        for leader in pos.leaders(place, frame.nation)
        if frame.leaders.get(leader, 0) < (1 if fresh else STOPPED)
        and (not frame.campaign or leader == frame.campaign)
    ]


def embarkings(pos: Position, frame: Movement, only: str = "") -> Iterator[Choice]:
    """Yield every way to embark. ``only``: the one area to embark from, or "" for all."""
    for origin in pos.areas_of(frame.nation):
        if only and origin != only:
            continue
        if frame.campaign and pos.leader_at(frame.campaign) != origin:
            continue
        held = may_leave(pos, frame, origin)
        units = {
            u: n
            for u in pos.units(origin, frame.nation)
            if (n := ledger.count_unmoved(pos, frame, origin, u))
        }
        for sea in sorted(pos.scn.board.coasts[origin]):
            ships = [ship for ship in frame.ships if ship.at == sea]
            if not ships:
                continue
            most = min(n for n in (sum(ship.room for ship in ships), held) if n is not None)
            options = [Option(u, high=min(n, most), cost=1) for u, n in units.items() if min(n, most)]
            if leader_may_leave(pos, frame, origin):
                options += leader_options(pos, frame, origin, fresh=True)
            if options:
                high = sum(o.high or 0 for o in options)
                share = Share("units", tuple(options), 1, high, budget=most)
                yield Choice("embark", {"origin": origin, "sea": sea}, (share,), "9.6")


def sailings(pos: Position, frame: Movement) -> Iterator[Choice]:
    for index, ship, alike in kinds_of_ships(pos, frame):
        found = sailors(pos, frame, ship)
        if not ship.left or found is None:
            continue
        for to in sorted(pos.scn.board.waters[ship.at]):
            fixed = {"sea": ship.at, "to": to, "ship": index}
            fields = (Number("number", 1, alike), Share("leaders", *found))
            yield Choice("sail", fixed, fields, "9.5", facts={"cargo": dict(ship.cargo)})


def kinds_of_ships(pos: Position, frame: Movement) -> Iterator[tuple[int, Ship, int]]:
    """Yield each group of identical fleets as (index of its first fleet, that fleet, number of fleets)."""
    seen = set[tuple[str, int, int, str]]()
    for index, ship in enumerate(frame.ships):
        key = (ship.at, ship.left, ship.room, str(sorted(ship.cargo.items())))
        if key not in seen:
            seen.add(key)
            yield index, ship, sum(other == ship for other in frame.ships)


def sailors(pos: Position, frame: Movement, ship: Ship) -> tuple[tuple[Option, ...], int, int] | None:
    """Return the leaders who can sail with a fleet, and the minimum and maximum number of them. Return None
    if the fleet cannot sail. In a campaign no fleet sails without the campaign's leader (12.31).
    """
    if frame.campaign and pos.leader_at(frame.campaign) != ship.at:
        return None
    leaders = tuple(leader_options(pos, frame, ship.at))
    if frame.campaign and not leaders:
        return None
    return leaders, 1 if frame.campaign else 0, len(leaders)


def landings(pos: Position, frame: Movement, only: tuple[str, str] | None = None) -> Iterator[Choice]:
    """Yield every way to land. ``only``: the one sea and area to consider, or None for all."""
    for sea in pos.scn.board.seas:
        if only and sea != only[0]:
            continue
        cargo = _cargo(frame, sea)
        # leaders land only from a fleet (9.1)
        leaders = leader_options(pos, frame, sea) if pos.fleets(sea, frame.nation) else []
        if not cargo and not leaders:
            continue
        for to in sorted(pos.scn.board.coasts[sea]):
            if (only and to != only[1]) or not pos.may_enter(frame.nation, to):
                continue
            if frame.campaign and pos.leader_at(frame.campaign) not in (sea, to):
                continue
            with_him = may_enter(pos, frame, to, with_leader=bool(leaders))
            alone = may_enter(pos, frame, to)
            yield from _landing(cargo, leaders, sea, to, alone)
            if with_him != alone:  # a leader who lands lets one more unit land (8.3)
                first = replace(leaders[0], low=1)
                yield from _landing(cargo, [first, *leaders[1:]], sea, to, with_him)


def _landing(
    cargo: Mapping[str, int], leaders: list[Option], sea: str, to: str, room: int | None
) -> Iterator[Choice]:
    most = min(n for n in (sum(cargo.values()), room) if n is not None)
    options = [Option(u, high=min(n, most), cost=1) for u, n in cargo.items() if min(n, most)]
    options += leaders
    if options:
        high = sum(o.high or 0 for o in options)
        share = Share("units", tuple(options), 1, high, budget=most)
        yield Choice("land", {"sea": sea, "to": to}, (share,), "9.6")


def _cargo(frame: Movement, sea: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for ship in frame.ships:
        if ship.at == sea:
            for unit, number in ship.cargo.items():
                found[unit] = found.get(unit, 0) + number
    return found


# --- executing moves ----------------------------------------------------------------------------------------


def sea_move(play: Play, frame: Movement, action: Action) -> None:
    match action:
        case Embark():
            embark(play, frame, action)
        case Sail():
            sail(play, frame.ships[action.ship], action.to, action.number, action.leaders)
        case Land():
            land(play, frame, action)
        case _:
            refuse("9.0", "not_now")


def record_meeting(play: Play, area: str) -> None:
    """Record that a nation moves into a shared entry area, so that it meets the other nations in the area
    and must fight (9.2).
    """
    if area in play.state.today.arrived:
        play.remember(arrived=play.state.today.arrived - {area})


def split_leaders(pos: Position, named: Mapping[str, int]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Separate units from leaders in a mapping of names to numbers. Return the number of units of each type,
    and the names of the leaders. Names with the number 0 are left out.
    """
    units = {u: n for u, n in named.items() if n and u in pos.scn.units}
    return units, tuple(name for name, n in sorted(named.items()) if n and name in pos.scn.leaders)


def embark(play: Play, frame: Movement, action: Embark) -> None:
    """Embark units, and fill the fleets that can go furthest first."""
    units, leaders = split_leaders(play.pos, action.units)
    waiting = [unit for unit, n in sorted(units.items()) for _ in range(n)]
    ships = list(frame.ships)
    for index in sorted(range(len(ships)), key=lambda i: (-ships[i].left, ships[i].room, i)):
        ship = ships[index]
        if ship.at != action.sea:
            continue
        load, waiting = waiting[: ship.room], waiting[ship.room :]
        cargo = dict(ship.cargo)
        for unit in load:
            cargo[unit] = cargo.get(unit, 0) + 1
        ships[index] = replace(ship, room=ship.room - len(load), cargo=dict(sorted(cargo.items())))
    found = frame.but(ships=tuple(ships))
    found = found.but(leaders={**found.leaders, **dict.fromkeys(leaders, ledger.ALONE)})
    play.shift(frame.nation, units, action.origin, action.sea)
    for leader in leaders:
        play.move_leader(leader, action.sea)
    play.swap(found)
    play.tell(UnitsMoved(frame.nation, action.origin, action.sea, units, leaders, "embark"))


def sail(play: Play, one: Ship, to: str, number: int, named: Mapping[str, int]) -> Ship:
    """Move a number of fleets like ``one`` to the next sea, and return one of the moved fleets. If the last
    fleet leaves, all leaders go with it, because none stays at sea without a fleet (9.1).
    """
    frame = play.top
    assert isinstance(frame, Movement)
    there = Ship(to, one.left - 1, one.room, one.cargo)
    ships, left = list(frame.ships), number
    for index, ship in enumerate(ships):
        if left and ship == one:
            ships[index] = there
            left -= 1
    last = play.pos.fleets(one.at, frame.nation) == number
    aboard = play.pos.leaders(one.at, frame.nation)
    leaders = tuple(name for name in sorted(aboard) if last or named.get(name))
    units = {**{unit: n * number for unit, n in one.cargo.items()}, FLEET: number}
    play.shift(frame.nation, units, one.at, to)
    for leader in leaders:
        play.move_leader(leader, to)
    play.swap(frame.but(ships=tuple(ships)))
    play.tell(UnitsMoved(frame.nation, one.at, to, units, leaders, "sail"))
    return there


def land(play: Play, frame: Movement, action: Land) -> None:
    """Land units, which then must stop."""
    units, leaders = split_leaders(play.pos, action.units)
    wanted, ships, found = dict(units), list(frame.ships), frame
    for index, ship in enumerate(ships):
        if ship.at != action.sea:
            continue
        cargo = dict(ship.cargo)
        for unit in list(cargo):
            off = min(cargo[unit], wanted.get(unit, 0))
            if off:
                wanted[unit] -= off
                cargo[unit] -= off
        ships[index] = replace(ship, cargo={u: n for u, n in cargo.items() if n})
    for unit, number in units.items():
        found = ledger.record_arrival(found, action.to, unit, number, sea=True, via=action.sea)
    found = ledger.record_entry(found, action.to, action.sea)
    record_meeting(play, action.to)
    found = found.but(ships=tuple(ships))
    for leader in leaders:
        found = ledger.record_leader(found, leader, STOPPED, action.sea)
    play.shift(frame.nation, units, action.sea, action.to)
    for leader in leaders:
        play.move_leader(leader, action.to)
    play.swap(found)
    play.tell(UnitsMoved(frame.nation, action.sea, action.to, units, leaders, "land"))
