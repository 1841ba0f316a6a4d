"""The retreat after a lost battle, by land or aboard a fleet, and the losses if no retreat is possible
(8.21).
"""

from __future__ import annotations

from campaigns.justinian.rules.march.zones import in_zone
from campaigns.justinian.rules.state.control import controller, friendly, record_control
from campaigns.justinian.rules.state.elimination import eliminate, remove_armies_without_sp
from campaigns.justinian.rules.state.fleets import capacity, cast_off, enemy_fleets_at
from campaigns.justinian.rules.state.geography import neighbours, sea_paths
from campaigns.justinian.rules.state.handler import RetreatTo, not_now
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March, Sail
from campaigns.justinian.rules.state.state import (
    State,
    enemy,
)
from campaigns.justinian.rules.state.units import power_of, shift, sp_of, units_of_force
from campaigns.justinian.rules.state.values import Detached, FleetKey, Place, Unit, WholeForce
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class Withdraw(Frame):
    """The retreat of a force or of detached SP after a battle (8.21). ``beaten`` is False if the battle was
    a tie and the unit retreats because its side has fewer SP.
    """

    unit: Unit
    seat: str
    province: str
    beaten: bool = True


@dataclass(frozen=True)
class RetreatBySea(Action):
    province: str


@dataclass(frozen=True)
class Retreated(Event):
    unit: Unit
    to: str
    by_sea: bool = False


@dataclass(frozen=True)
class RetreatBlocked(Event):
    unit: Unit
    province: str
    face: int


AREAS = 2  # maximum sea areas crossed in a retreat, including the one next to the port


@handler(Withdraw)
class WithdrawHandler(FrameHandler):
    def advance(self, play: Play, frame: Withdraw) -> bool:
        if not sp_of(play.state, frame.unit):
            play.pop()
            return True
        if frame.province in play.scn.boxes:
            _retreat_from_box(play, frame)
            return True
        land = refuges(play.pos, frame)
        sea = refuges_by_sea(play.pos, frame)
        if not land and not sea:
            resolve_cornered(play, frame, *_stuck_units(play, frame))
        elif len(land) == 1 and not sea:
            play.pop()
            withdraw(play, frame, land[0])
        else:
            return False
        return True

    def ask(self, pos: Position, frame: Withdraw) -> Ask:
        def default() -> Action:
            land, sea = preferred_refuges(pos, frame)
            if not land:
                return RetreatBySea(default_port(pos.state, frame, sea))
            return RetreatTo(min(land, key=lambda p: refuge_sort_key(pos, frame, p)))

        facts = {"unit": frame.unit, "province": frame.province, "sp": sp_of(pos.state, frame.unit)}
        return Ask(frame.seat, "withdraw", default, "8.21", facts)

    def choices(self, pos: Position, frame: Withdraw) -> tuple[Choice, ...]:
        facts = {"unit": frame.unit, "sp": sp_of(pos.state, frame.unit)}
        found = []
        for kind, places in (
            ("retreat_to", refuges(pos, frame)),
            ("retreat_by_sea", refuges_by_sea(pos, frame)),
        ):
            if places:
                options = tuple(
                    Option(p, {"friends": pos.sp_at(p, frame.seat), "controller": controller(pos.state, p)})
                    for p in places
                )
                found.append(Choice(kind, fields=(Pick("province", options),), rule="8.21", facts=facts))
        return tuple(found)

    def answer(self, play: Play, frame: Withdraw, action: Action) -> None:
        if isinstance(action, RetreatTo):
            if action.province not in refuges(play.pos, frame):
                refuse("8.21", "cannot_retreat_there", province=action.province)
            play.pop()
            withdraw(play, frame, action.province)
        elif isinstance(action, RetreatBySea):
            if action.province not in refuges_by_sea(play.pos, frame):
                refuse("8.21", "cannot_retreat_there", province=action.province)
            play.pop()
            embark(play, frame, action.province)
        else:
            not_now(action)


def refuges(pos: Position, frame: Withdraw) -> tuple[str, ...]:
    """Return the adjacent provinces that the retreating side controls or where it has SP (8.21). For detached
    SP, Lazica is left out.
    """
    places = [p for p in neighbours(pos.scn, frame.province) if friendly(pos.state, p, frame.seat)]
    if isinstance(frame.unit, Detached):  # detached SP cannot retreat into Lazica
        places = [p for p in places if p != "lazica"]
    return tuple(places)


def no_way_out(pos: Position, frame: Withdraw) -> bool:
    """Return whether there is no retreat by land or sea (8.21)."""
    return not refuges(pos, frame) and not refuges_by_sea(pos, frame)


def preferred_refuges(pos: Position, frame: Withdraw) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the refuges on land and those by sea, from which the default retreat is chosen."""
    land, sea = refuges(pos, frame), refuges_by_sea(pos, frame)
    return sift_refuges(pos, frame, land, sea)


def default_port(state: State, frame: Withdraw, sea: tuple[str, ...]) -> str:
    """Return the default port for a retreat by sea, which is the one with the most friendly SP."""
    return min(sea, key=lambda p: (-state.sp_at(p, frame.seat), p))


def refuge_sort_key(pos: Position, frame: Withdraw, province: str) -> tuple[int, int, int, str]:
    """Return the key that ranks refuges on land. Places with the fewest enemies come first, then those with
    the most friends, then cities.
    """
    foes = pos.sp_at(province, enemy(frame.seat))
    friends = pos.sp_at(province, frame.seat)
    return foes, -friends, 0 if pos.scn.provinces[province].is_city else 1, province


def withdraw(play: Play, frame: Withdraw, to: str) -> None:
    """Retreat by land to a province, without a roll for disorganisation or interception."""
    record_control(play, frame.province)
    record_control(play, to)
    if isinstance(frame.unit, Detached):
        power = power_of(play.state, frame.unit)
        play.tell(Retreated(frame.unit, to))
        shift(play, frame.unit, Detached(to, power), sp_of(play.state, frame.unit), "retreat")
        return
    for member in play.state.force(frame.unit):
        play.change(member.id, at=to)
    play.tell(Retreated(frame.unit, to))
    # after a tie the army may continue to march
    if any(isinstance(f, March) and f.army == frame.unit for f in play.state.stack):
        play.amend(March, came_from=frame.province, strait=False)


def _stuck_units(play: Play, frame: Withdraw) -> tuple[Withdraw, ...]:
    """Return all pending retreats of the same side from the same province that have no way out."""
    found = [f for f in play.state.stack if isinstance(f, Withdraw) and sp_of(play.state, f.unit)]
    beside = [f for f in found if f.province == frame.province and f.seat == frame.seat]
    return tuple(f for f in beside if no_way_out(play.pos, f))


def resolve_cornered(play: Play, frame: Withdraw, *frames: Withdraw) -> None:
    """Keep cornered units in the province. They lose SP only if they were beaten, not after a tie (8.21)."""
    if frame.beaten:
        strand_side(play, *frames)
    else:
        play.pop()


def strand_side(play: Play, *frames: Withdraw) -> None:
    """Roll one die for all units of a side that cannot retreat, and take that many SP from them (8.21)."""
    play.set(stack=tuple(f for f in play.state.stack if f not in frames))
    first = frames[-1]
    face = play.d10("stranded", "8.21", first.seat)
    play.tell(RetreatBlocked(first.unit, first.province, face))
    heads = [f.unit for f in frames if isinstance(f.unit, WholeForce)]
    units = [u for h in heads for u in units_of_force(play.state, h.army)]
    units += [f.unit for f in frames if f.unit not in heads]
    members = [a.id for h in heads for a in play.state.force(h.army)]
    all_lost = face >= sum(sp_of(play.state, f.unit) for f in frames)
    impose_losses(play, Losses(first.seat, tuple(units), face, "stranded", "8.21", first.province))
    if all_lost:
        for member in members:
            eliminate(play, member)
    remove_armies_without_sp(play)


def _retreat_from_box(play: Play, frame: Withdraw) -> None:
    """Send the attacker back to its power's box. A defender in its own box stays and loses a die of
    SP (G15).
    """
    army = play.state.armies[frame.unit]
    home = Place.box(army.power)
    if frame.province == home:
        resolve_cornered(play, frame, frame)
        return
    play.pop()
    for member in play.state.force(frame.unit):
        play.change(member.id, at=home)
        for marker in ("defeated", "disorganised"):  # markers are removed in the box (8.25)
            play.status(member.id, marker, False, "home")
    play.tell(Retreated(frame.unit, home))


def refuges_within(pos: Position, unit: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places that are within the zone of every army in the unit's force. Troops without an army
    have no zone, so all of the places are open to them.
    """
    members = pos.force(unit)
    return tuple(p for p in places if all(in_zone(pos.scn, a, p) for a in members))


def ends_there(state: State, frame: Withdraw) -> bool:
    """Return whether a beaten army ends its activation at its refuge (7.15). If the refuge is outside the
    army's zone, such an army is removed at once. An army beaten in the enemy's activation has time to return.
    """
    march = state.in_progress(March)
    return march is not None and march.army == frame.unit and march.over and not march.free


def sift_refuges(
    pos: Position, frame: Withdraw, land: tuple[str, ...], sea: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the refuges by land and by sea, without those outside the army's zone if others remain. An army
    embarks for the sake of its zone only if it would otherwise be removed.
    """
    near, afloat = refuges_within(pos, frame.unit, land), refuges_within(pos, frame.unit, sea)
    if ends_there(pos.state, frame) and (near or afloat):
        return near, afloat
    return near or land, afloat or sea


def ways_by_sea(pos: Position, frame: Withdraw) -> dict[str, tuple[str, ...]]:
    """Return the friendly ports to which the fleet in the province can take the whole force, each with the
    seas on the way. They are within two sea areas and hold no enemy fleet. Return {} if there is no such
    fleet.
    """
    if isinstance(frame.unit, Detached) or frame.province not in pos.scn.provinces:
        return {}
    army = pos.state.armies[frame.unit]
    fleet = pos.state.fleets.get(FleetKey(army.power, frame.province))
    if fleet is None or capacity(fleet.sp) < pos.force_sp(frame.unit):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for sea, path in sea_paths(pos.scn, pos.scn.provinces[frame.province].seas, AREAS - 1).items():
        for port in pos.scn.seas[sea].coasts:
            if port == frame.province or enemy_fleets_at(pos.state, port, army.power):
                continue
            if (port not in found or len(path) < len(found[port])) and friendly(pos.state, port, frame.seat):
                found[port] = path
    return found


def refuges_by_sea(pos: Position, frame: Withdraw) -> tuple[str, ...]:
    return tuple(sorted(ways_by_sea(pos, frame)))


def count_patrols(state: State, power: str, route: tuple[str, ...]) -> int:
    """Return the number of enemy patrols on the route. Each of them can intercept."""
    return sum(len(enemy_fleets_at(state, sea, power)) for sea in route)


def embark(play: Play, frame: Withdraw, to: str) -> None:
    """Embark a retreating force on the whole fleet. Patrols on the route can intercept it, and the fleet
    cannot evade them (7.36).
    """
    route = ways_by_sea(play.pos, frame)[to]
    power = play.state.armies[frame.unit].power
    key = FleetKey(power, frame.province)
    record_control(play, frame.province)
    cast_off(play, key, play.state.fleets[key].sp)
    play.push(
        Sail(
            power,
            frame.seat,
            0,
            frame.province,
            army=frame.unit,
            port=to,
            retreating=True,
            route=route,
        )
    )


@standing_order("withdraw", policy("to_friends", "to_city", "by_sea"), rule="8.21")
def follow_order(pos: Position, frame: Withdraw, order: Facts) -> Action:
    land, sea = preferred_refuges(pos, frame)
    if sea and (order.get("policy") == "by_sea" or not land):
        return RetreatBySea(default_port(pos.state, frame, sea))

    def rank(province: str) -> tuple[int, int, str]:
        city = 0 if pos.scn.provinces[province].is_city else 1
        friends = -pos.sp_at(province, frame.seat)
        pair = (city, friends) if order.get("policy") == "to_city" else (friends, city)
        return (*pair, province)

    return RetreatTo(min(land, key=rank))
