"""Byzantine recruiting of land SP, and building of fleets (5.31 - 5.33)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.control import controllers
from campaigns.justinian.rules.state.fleets import enemy_fleets_at
from campaigns.justinian.rules.state.handler import not_now, without_zeros
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM
from campaigns.justinian.rules.state.units import gain
from campaigns.justinian.rules.state.values import ArmySP, FleetKey, Frontier, Ships, Unit
from campaigns.justinian.rules.turn.troops import RecruitsRolled
from engine.frames import Ask, Frame
from engine.game import Choice, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class PlaceLevy(Frame):
    """The placement of recruited Byzantine SP, and of new fleets (5.32, 5.33)."""

    sp: int
    where: str = "phase"  # "phase" for phase B/1, or "segment"


@dataclass(frozen=True)
class PlaceRecruits(Action):
    """Place recruits in armies or as frontier troops, and build fleets. ``land`` maps units to SP, and
    ``fleets`` maps provinces to fleet SP.
    """

    land: Mapping[Unit, int]
    fleets: Mapping[str, int]


PRAESENTAL_MINIMUM = 10
PAID_BY_RECRUITS = 5


def roll(play: Play, where: str) -> None:
    """Roll a die for the SP recruited, up to Byzantium's limit (5.32), then ask where to place them."""
    die = play.d10("recruit", "5.32", BYZANTIUM)
    room = play.scn.counters.byzantine_sp_limit - play.state.byzantine_sp()
    play.tell(RecruitsRolled(BYZANTIUM, die, (die,)))
    play.push(PlaceLevy(max(0, min(die, room)), where))


def shortage(pos: Position) -> dict[str, int]:
    """Return the SP that each Praesental Army below 10 SP lacks (5.32, 6.51)."""
    return {
        a.id: PRAESENTAL_MINIMUM - a.total
        for a in pos.state.armies.values()
        if a.power == BYZANTIUM and pos.scn.armies[a.id].praesental and a.total < PRAESENTAL_MINIMUM
    }


def required_recruits(pos: Position) -> dict[str, int]:
    """Return the SP that each Praesental Army lacks, if this makes recruiting compulsory (6.51). The mapping
    is empty if it does not, or if Byzantium has reached its SP limit (4.31).
    """
    room = pos.scn.counters.byzantine_sp_limit - pos.byzantine_sp()
    return shortage(pos) if room > 0 else {}


def land_places(pos: Position) -> dict[Unit, int]:
    """Return the units that can take recruits, each with the maximum SP that it can take."""
    limit = pos.scn.counters.army_sp_limit
    units: dict[Unit, int] = {
        ArmySP(a.id): limit - a.total
        for a in pos.state.armies.values()
        if a.power == BYZANTIUM and a.total < limit
    }
    held = controllers(pos.scn, pos.state)
    for province in pos.scn.provinces.values():
        if province.frontier_allowed and held[province.id] == BYZANTIUM:
            units[Frontier(province.id)] = pos.scn.counters.byzantine_sp_limit
    return units


def shipyards(pos: Position) -> tuple[str, ...]:
    """Return the provinces where fleets can be built. They are controlled coastal City provinces (5.33)
    without an enemy fleet (7.22).
    """
    held = controllers(pos.scn, pos.state)
    return tuple(
        p.id
        for p in pos.scn.provinces.values()
        if p.coastal
        and p.is_city
        and held[p.id] == BYZANTIUM
        and not enemy_fleets_at(pos.state, p.id, BYZANTIUM)
    )


def default_placing(pos: Position, sp: int) -> dict[Unit, int]:
    """Return the default placement of recruits: Praesental Armies first, then the strongest armies with
    room, then Europa.
    """
    placing: dict[Unit, int] = {}
    for army, lack in shortage(pos).items():
        take = min(sp, lack)
        if take:
            placing[ArmySP(army)] = take
        sp -= take
    places = land_places(pos)
    armies = sorted((u for u in places if isinstance(u, ArmySP)), key=lambda u: places[u])
    for unit in (*armies, Frontier("europa")):
        take = min(sp, places.get(unit, 0) - placing.get(unit, 0))
        if take > 0:
            placing[unit] = placing.get(unit, 0) + take
            sp -= take
    return placing


@handler(PlaceLevy)
class PlaceLevyHandler(FrameHandler):
    def advance(self, play: Play, frame: PlaceLevy) -> bool:
        can_build = play.state.gold >= play.scn.counters.g_per_fleet and bool(shipyards(play.pos))
        if frame.sp or can_build:
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: PlaceLevy) -> Ask:
        def default() -> PlaceRecruits:
            return PlaceRecruits(default_placing(pos, frame.sp), {})

        return Ask(BYZANTIUM, "place_recruits", default, "5.32", {"sp": frame.sp, "gold": pos.state.gold})

    def choices(self, pos: Position, frame: PlaceLevy) -> tuple[Choice, ...]:
        price = pos.scn.counters.g_per_fleet
        lack = shortage(pos)
        first = min(frame.sp, sum(lack.values()))  # Praesental Armies have priority
        land = tuple(
            Option(u, {"shortage": lack.get(u.army, 0)}, low=lack.get(u.army, 0), high=min(n, frame.sp))
            for u, n in land_places(pos).items()
        )
        if first == frame.sp:
            land = tuple(Option(ArmySP(a), {"shortage": n}, high=min(n, first)) for a, n in lack.items())
        fleets = tuple(Option(p, {"gold": price}, high=pos.state.gold // price) for p in shipyards(pos))
        fields = (Share("land", land, first, frame.sp), Share("fleets", fleets, 0, pos.state.gold // price))
        return (Choice("place_recruits", fields=fields, rule="5.32", facts={"sp": frame.sp}),)

    def answer(self, play: Play, frame: PlaceLevy, action: Action) -> None:
        if not isinstance(action, PlaceRecruits):
            not_now(action)
            return
        land, fleets = without_zeros(action.land), without_zeros(action.fleets)
        check_land(play, land, frame.sp)
        ports = shipyards(play.pos)
        for province in fleets:
            if province not in ports:
                refuse("5.33", "no_shipyard", province=province)
        play.spend(sum(fleets.values()) * play.scn.counters.g_per_fleet, "fleets", "5.33")
        play.pop()
        for unit, sp in land.items():
            reinforce(play, unit, sp)
        for province, sp in fleets.items():
            gain(play, Ships(FleetKey(BYZANTIUM, province)), sp, "recruit")


def check_land(play: Play, land: dict[Unit, int], rolled: int) -> None:
    places = land_places(play.pos)
    for unit, sp in land.items():
        if unit not in places:
            refuse("5.32", "not_a_place_for_recruits", unit=unit)
        if sp > places[unit]:
            refuse("4.31", "army_too_large", unit=unit, high=places[unit])
    if sum(land.values()) > rolled:
        refuse("5.32", "more_than_recruited", sp=rolled)
    lack = shortage(play.pos)
    mended = sum(min(land.get(ArmySP(a), 0), n) for a, n in lack.items())
    if mended < min(rolled, sum(lack.values())):
        refuse("5.32", "praesental_first", armies=sorted(lack))


def reinforce(play: Play, unit: Unit, sp: int) -> None:
    """Add recruits to a unit. Enough recruits make the army count as paid (5.24) and remove its Disorganised
    and Defeated markers (8.25).
    """
    name = unit.army
    before = play.state.armies[name].total if name else 0
    gain(play, unit, sp, "recruit")
    if not name:
        return
    if sp >= PAID_BY_RECRUITS:
        play.status(name, "unpaid", False, "recruits")
    if sp >= before:
        play.status(name, "disorganised", False, "recruits")
        play.status(name, "defeated", False, "recruits")
