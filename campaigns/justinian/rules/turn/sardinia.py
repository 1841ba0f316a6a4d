"""The revolt of Sardinia (9.0)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.control import NOBODY, controller, start_revolt
from campaigns.justinian.rules.state.elimination import remove_armies_without_sp
from campaigns.justinian.rules.state.fleets import fleets_of
from campaigns.justinian.rules.state.handler import not_now, without_zeros
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, REVOLT, State
from campaigns.justinian.rules.state.units import shift, sp_of
from campaigns.justinian.rules.state.values import ArmySP, Detached, FleetKey, Frontier, Place, Ships, Unit
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Field, Option, Pick, Share
from engine.values import dataclass
from kit.rules.decisions import Action, Event, options, policy, refuse


@dataclass(frozen=True)
class Sardinia(Frame):
    """The choice of troops that the controller of Sardinia sends against the revolt (9.0)."""

    seat: str
    power: str


@dataclass(frozen=True)
class SendTroops(Action):
    """Send land SP by unit, and 1 SP of a fleet, to Sardinia. They arrive at once."""

    land: Mapping[Unit, int]
    fleet: FleetKey | None = None


@dataclass(frozen=True)
class SardiniaRolled(Event):
    face: int
    sp: int


SARDINIA = "sardinia"
TROOPS = 5


def sardinia(play: Play) -> None:
    """Resolve the revolt of Sardinia. The island's controller must send 5 SP and 1 fleet SP, minus any
    already on the island. Without a controller the revolt has no effect.
    """
    holder = sardinian_power(play.state)
    if holder is None:
        return
    seat = BYZANTIUM if holder == BYZANTIUM else BARBARIAN
    play.push(Sardinia(seat, holder))


def sardinian_power(state: State) -> str | None:
    """Return the power that must suppress the revolt, or None if no power controls the island."""
    holder = controller(state, SARDINIA)
    return None if holder in (NOBODY, REVOLT) else holder


def units_in_sardinia(state: State, power: str) -> tuple[Unit, ...]:
    """Return the power's units in Sardinia: its armies, and the detached SP of barbarians."""
    units: list[Unit] = [ArmySP(a.id) for a in state.armies_at(SARDINIA) if a.power == power and a.sp]
    if state.detached.get(SARDINIA, {}).get(power):
        units.append(Detached(SARDINIA, power))
    return tuple(units)


def senders(state: State, power: str) -> dict[Unit, int]:
    """Return the power's units on the map outside Sardinia, each with the SP it can send."""
    units: dict[Unit, int] = {
        ArmySP(a.id): a.sp
        for a in state.armies.values()
        if a.power == power and a.sp and a.at != SARDINIA and not Place(a.at).is_box
    }
    for province, groups in state.detached.items():
        if province != SARDINIA and groups.get(power):
            units[Detached(province, power)] = groups[power]
    return units


def wanted_troops(state: State, power: str) -> tuple[int, tuple[FleetKey, ...]]:
    """Return the SP that must still be sent, and the fleets, one of which must send 1 SP. There are no fleets
    if the power already has one in Sardinia.
    """
    there = _troops(state, power)
    sp = min(max(0, TROOPS - there), sum(senders(state, power).values()))
    if FleetKey(power, SARDINIA) in state.fleets:
        return sp, ()
    return sp, fleets_of(state, power)


def expected_force(state: State, power: str) -> tuple[int, bool]:
    """Return the SP in Sardinia after the required troops arrive, and whether the island then has a fleet."""
    sent, fleets = wanted_troops(state, power)
    return sent + _troops(state, power), bool(fleets) or FleetKey(power, SARDINIA) in state.fleets


def _troops(state: State, power: str) -> int:
    return sum(sp_of(state, u) for u in units_in_sardinia(state, power))


@handler(Sardinia)
class SardiniaHandler(FrameHandler):
    def advance(self, play: Play, frame: Sardinia) -> bool:
        sp, fleets = wanted_troops(play.state, frame.power)
        if sp or fleets:
            return False
        play.pop()
        suppress(play, frame, 0)
        return True

    def ask(self, pos: Position, frame: Sardinia) -> Ask:
        sp, fleets = wanted_troops(pos.state, frame.power)
        units = senders(pos.state, frame.power)
        facts = {"sp": sp, "power": frame.power}
        land: dict[Unit, int] = {}
        rest = sp
        for unit in sorted(units, key=lambda u: (not isinstance(u, Detached), -units[u], u)):
            take = min(rest, units[unit] - (1 if rest < units[unit] else 0))
            if take > 0:
                land[unit] = take
                rest -= take
        for unit in sorted(units):  # take a unit's last SP only if no others are left
            take = min(rest, units[unit] - land.get(unit, 0))
            if take > 0:
                land[unit] = land.get(unit, 0) + take
                rest -= take
        fleet = max(fleets, key=lambda k: (pos.state.fleets[k].sp, k)) if fleets else None
        return Ask(frame.seat, "sardinia", SendTroops(land, fleet), "9.0", facts)

    def choices(self, pos: Position, frame: Sardinia) -> tuple[Choice, ...]:
        sp, fleets = wanted_troops(pos.state, frame.power)
        options_ = tuple(Option(u, high=min(n, sp)) for u, n in senders(pos.state, frame.power).items())
        fields: tuple[Field, ...] = (Share("land", options_, sp, sp),)
        if fleets:
            fields = (*fields, Pick("fleet", options(fleets)))
        return (Choice("send_troops", {} if fleets else {"fleet": None}, fields, "9.0"),)

    def answer(self, play: Play, frame: Sardinia, action: Action) -> None:
        if not isinstance(action, SendTroops):
            not_now(action)
            return
        sp, fleets = wanted_troops(play.state, frame.power)
        units, land = senders(play.state, frame.power), without_zeros(action.land)
        for unit, number in land.items():
            if number > units.get(unit, 0):
                refuse("9.0", "more_than_there_is", unit=unit, sp=units.get(unit, 0))
        if sum(land.values()) != sp:
            refuse("9.0", "wrong_sum", expected=sp, got=sum(land.values()))
        if fleets and action.fleet not in fleets:
            refuse("9.0", "a_fleet_must_go", fleets=list(fleets))
        if not fleets and action.fleet is not None:
            refuse("9.0", "no_fleet_needed")
        play.pop()
        if action.fleet is not None:
            shift(play, Ships(action.fleet), Ships(FleetKey(frame.power, SARDINIA)), 1, "sardinia")
        target: Unit = Frontier(SARDINIA)
        if frame.power != BYZANTIUM:
            target = Detached(SARDINIA, frame.power)
        for unit, number in land.items():
            shift(play, unit, target, number, "sardinia")
        suppress(play, frame, sp)


def sardinian_loss(face: int) -> int:
    """Return the SP lost in Sardinia: half the die."""
    return face // 2


def put_down(troops: int, lost: int, *, ships: bool) -> bool:
    """Return whether the revolt is put down. Some troops must survive, and a fleet must be present."""
    return ships and lost < troops


def suppress(play: Play, frame: Sardinia, sent: int) -> None:
    """Roll a die and remove half of it from the troops. If no troops survive or there is no fleet, the
    island is In Revolt.
    """
    state = play.state
    face = play.d10("sardinia", "9.0", frame.seat)
    lost = sardinian_loss(face)
    play.tell(SardiniaRolled(face, lost))
    units = list(units_in_sardinia(state, frame.power))
    if frame.power == BYZANTIUM and sent:
        units.append(Frontier(SARDINIA))
    troops = sum(sp_of(state, u) for u in units)
    if not put_down(troops, lost, ships=FleetKey(frame.power, SARDINIA) in state.fleets):
        start_revolt(play, SARDINIA)
    impose_losses(play, Losses(frame.seat, tuple(units), lost, "revolt", "9.0", SARDINIA))
    remove_armies_without_sp(play)


@standing_order("sardinia", policy("strongest", "weakest"), rule="9.0")
def follow_order(pos: Position, frame: Sardinia, order: Facts) -> Action:
    """Return the action that carries out a standing order (9.0). It takes SP from the strongest or the
    weakest units first, and a fleet SP from the largest fleet. Each unit keeps its last SP if possible.
    """
    need, fleets = wanted_troops(pos.state, frame.power)
    units = senders(pos.state, frame.power)
    sign = 1 if order.get("policy") == "weakest" else -1
    land: dict[Unit, int] = {}
    for kept in (1, 0):
        for unit in sorted(units, key=lambda u: (sign * units[u], u)):
            take = min(need, max(0, units[unit] - land.get(unit, 0) - kept))
            if take:
                land[unit] = land.get(unit, 0) + take
                need -= take
    fleet = max(fleets, key=lambda k: (pos.state.fleets[k].sp, k)) if fleets else None
    return SendTroops(land, fleet)
