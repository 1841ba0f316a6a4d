"""Recruiting by Vandals and Ostrogoths in the Cities they control (6.24)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.control import controllers
from campaigns.justinian.rules.state.fleets import enemy_fleets_at
from campaigns.justinian.rules.state.handler import not_now, without_zeros
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN
from campaigns.justinian.rules.state.units import gain
from campaigns.justinian.rules.state.values import ArmySP, Detached, FleetKey, Ships
from campaigns.justinian.rules.turn.troops import roll_troops
from engine.frames import Ask, Frame
from engine.game import Choice, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class PlaceTribe(Frame):
    """The placement of SP recruited by Vandals or Ostrogoths (6.24)."""

    power: str
    sp: int


@dataclass(frozen=True)
class PlaceTribesmen(Action):
    """Place recruits of Vandals or Ostrogoths in City provinces, or use 3 SP for each fleet SP on a coast
    (6.24).
    """

    land: Mapping[str, int]
    fleets: Mapping[str, int]


SP_PER_FLEET = 3


def tribe_levy(play: Play, power: str, recruit_now: bool) -> None:
    """Recruit for Vandals or Ostrogoths if their player wants to, at their first selection of the turn
    (6.24).
    """
    if not recruit_now:
        play.set(recruited=play.state.recruited | {f"{power}:selected"})
        return
    play.set(recruited=play.state.recruited | {power})
    sp = roll_troops(play, power)
    ships = sp >= SP_PER_FLEET and tribe_coasts(play.pos, power)
    if sp and (tribe_cities(play.pos, power) or ships):
        play.push(PlaceTribe(power, sp))


def tribe_cities(pos: Position, power: str) -> tuple[str, ...]:
    held = controllers(pos.scn, pos.state)
    return tuple(p.id for p in pos.scn.provinces.values() if p.is_city and held[p.id] == power)


def tribe_coasts(pos: Position, power: str) -> tuple[str, ...]:
    """Return the provinces where the power can build fleets. They are coasts that it controls and that have
    no enemy fleet (6.24, 7.22).
    """
    held = controllers(pos.scn, pos.state)
    coasts = (p.id for p in pos.scn.provinces.values() if p.coastal and held[p.id] == power)
    return tuple(p for p in coasts if not enemy_fleets_at(pos.state, p, power))


@handler(PlaceTribe)
class PlaceTribeHandler(FrameHandler):
    """Asks where to place recruits. SP placed in a controlled City join the power's strongest army in it, or
    stay detached if there is none. SP can also become fleets on controlled coasts.
    """

    def ask(self, pos: Position, frame: PlaceTribe) -> Ask:
        cities = tribe_cities(pos, frame.power)
        homes = [a.at for a in pos.state.armies.values() if a.power == frame.power and a.at in cities]
        default = PlaceTribesmen({}, {})
        if cities:
            default = PlaceTribesmen({(homes or list(cities))[0]: frame.sp}, {})
        return Ask(BARBARIAN, "place_tribe", default, "6.24", {"power": frame.power, "sp": frame.sp})

    def choices(self, pos: Position, frame: PlaceTribe) -> tuple[Choice, ...]:
        ships = frame.sp // SP_PER_FLEET
        cities, coasts = (
            tribe_cities(pos, frame.power),
            tribe_coasts(pos, frame.power),
        )
        facts = {"power": frame.power, "sp": frame.sp, "sp_per_fleet": SP_PER_FLEET}
        found = []
        # one choice per number of fleets; the remaining SP are placed on land
        for built in range(ships + 1 if coasts else 1):
            rest = frame.sp - SP_PER_FLEET * built if cities else 0
            land = Share("land", tuple(Option(p, high=rest) for p in cities), 0, rest)
            fleets_ = Share("fleets", tuple(Option(p, high=built) for p in coasts), built, built)
            known = {**facts, "fleets": built, "land": rest}
            if built:
                found.append(Choice("place_tribesmen", {}, (land, fleets_), "6.24", facts=known))
            else:
                found.append(Choice("place_tribesmen", {"fleets": {}}, (land,), "6.24", facts=known))
        return tuple(found)

    def answer(self, play: Play, frame: PlaceTribe, action: Action) -> None:
        if not isinstance(action, PlaceTribesmen):
            not_now(action)
            return
        land, ships = without_zeros(action.land), without_zeros(action.fleets)
        for province in land:
            if province not in tribe_cities(play.pos, frame.power):
                refuse("6.24", "not_a_controlled_city", province=province)
        for province in ships:
            if province not in tribe_coasts(play.pos, frame.power):
                refuse("6.24", "not_a_controlled_coast", province=province)
        used = sum(land.values()) + SP_PER_FLEET * sum(ships.values())
        if used > frame.sp:
            refuse("6.24", "more_than_recruited", sp=frame.sp, used=used)
        play.pop()
        for province, sp in land.items():
            place_tribe(play, frame.power, province, sp)
        for province, sp in ships.items():
            gain(play, Ships(FleetKey(frame.power, province)), sp, "recruit")


def place_tribe(play: Play, power: str, province: str, sp: int) -> None:
    """Give recruits to the power's strongest army in the province, or leave them detached."""
    leaders = [a for a in play.state.armies_at(province) if a.power == power]
    if leaders:
        gain(play, ArmySP(max(leaders, key=lambda a: (a.sp, a.id)).id), sp, "recruit")
        return
    gain(play, Detached(province, power), sp, "recruit")
