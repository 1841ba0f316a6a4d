"""The four revolts: Nika, Armenia, Sardinia, Egypt (9.0)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground import tables
from campaigns.justinian.rules.ground.control import NOBODY, controller
from campaigns.justinian.rules.ground.duty import Ask, Duty, clean, not_now, options
from campaigns.justinian.rules.ground.frames import Losses, NikaMarch, Sardinia
from campaigns.justinian.rules.ground.losses import demand, sweep
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import (
    BARBARIAN,
    BYZANTIUM,
    REVOLT,
    State,
    armies_at,
    detached_sp,
    fleet_key,
    sp_at,
)
from campaigns.justinian.rules.ground.units import lose, shift, sp_of
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.sea.fleets import of_power
from engine.game import Choice, Field, Option, Pick, Share

SARDINIA = "sardinia"
EUROPA = "europa"
TROOPS = 5
NIKA_GUARD = 15
NIKA_ARMY = 10


def strike(play: Play) -> None:
    face = play.d10("revolt", "9.0", BARBARIAN)
    name = tables.revolt(face)
    play.tell(ev.RevoltRolled(name, face))
    {"nika": nika, "armenia": armenia, "egypt": egypt, "sardinia": sardinia}[name](play)


# --- Nika ---


def nika(play: Play) -> None:
    """Nothing, if 15 Byzantine SP of any kind guard Europa; else an army must come (G9)."""
    if nika_guard(play.state) < NIKA_GUARD:
        play.set(nika=True)


def nika_guard(state: State) -> int:
    """Byzantine SP of every kind in Europa."""
    fleet = state.fleets.get(fleet_key(BYZANTIUM, EUROPA))
    return sp_at(state, EUROPA, BYZANTIUM) + (fleet.sp if fleet else 0)


def nika_armies(state: State) -> tuple[str, ...]:
    """Armies of 10 SP; without any, the strongest."""
    mine = sorted(
        (a for a in state.armies.values() if a.power == BYZANTIUM and a.total), key=lambda a: (-a.total, a.id)
    )
    strong = tuple(a.id for a in mine if a.total >= NIKA_ARMY)
    return strong or tuple(a.id for a in mine[:1])


class NikaMarchDuty(Duty):
    def advance(self, play: Play, frame: NikaMarch) -> bool:
        armies = nika_armies(play.state)
        if len(armies) > 1:
            return False
        play.pop()
        for army in armies:
            summon(play, army)
        return True

    def ask(self, table: Table, state: State, frame: NikaMarch) -> Ask:
        armies = nika_armies(state)
        there = [a for a in armies if state.armies[a].at == EUROPA]
        return Ask(BYZANTIUM, "nika", act.SendArmy((there or list(reversed(armies)))[0]), "9.0")

    def choices(self, table: Table, state: State, frame: NikaMarch) -> tuple[Choice, ...]:
        facts = tuple(
            Option(a, {"sp": state.armies[a].total, "at": state.armies[a].at}) for a in nika_armies(state)
        )
        return (Choice("send_army", fields=(Pick("army", facts),), rule="9.0"),)

    def answer(self, play: Play, frame: NikaMarch, action: Any) -> None:
        if not isinstance(action, act.SendArmy):
            not_now(action)
            return
        if action.army not in nika_armies(play.state):
            refuse("9.0", "army_too_small", army=action.army, needed=NIKA_ARMY)
        play.pop()
        summon(play, action.army)


def summon(play: Play, army: str) -> None:
    """Into Europa whatever the distance; combined armies part."""
    for other in tuple(play.state.armies.values()):
        if other.head == army:
            play.change(other.id, head=None)
            play.tell(ev.ArmiesSeparated(other.id, army))
    play.change(army, at=EUROPA, head=None)
    play.tell(ev.ArmyPlaced(army, EUROPA, "nika"))


# --- Armenia and Egypt ---


def armenian(scn: Scenario, state: State) -> tuple[str, ...]:
    """The Armenian provinces where no army stands."""
    there = (p.id for p in scn.provinces.values() if "armenia" in p.groups)
    return tuple(p for p in there if not any(a.total for a in armies_at(state, p)))


def egyptian(scn: Scenario, state: State) -> tuple[str, ...]:
    """The Egyptian provinces where no land SP stand at all."""
    there = (p.id for p in scn.provinces.values() if "egypt_revolt" in p.groups)
    return tuple(
        p
        for p in there
        if not any(a.total for a in armies_at(state, p))
        and p not in state.frontier
        and not detached_sp(state, p)
    )


def armenia(play: Play) -> None:
    """Garrisons and markers go, revolt comes."""
    for province in armenian(play.scn, play.state):
        lose(play, f"frontier:{province}", sp_of(play.state, f"frontier:{province}"), "revolt")
        for power, sp in tuple(play.state.detached.get(province, {}).items()):
            lose(play, f"detached:{province}:{power}", sp, "revolt")
        rise(play, province)
    sweep(play)


def egypt(play: Play) -> None:
    for province in egyptian(play.scn, play.state):
        rise(play, province)


def rise(play: Play, province: str) -> None:
    if play.state.markers.get(province) != REVOLT:
        play.set_marker(province, REVOLT)
        play.tell(ev.ProvinceRevolted(province))


# --- Sardinia ---


def sardinia(play: Play) -> None:
    """Its controller must send 1 fleet SP and 5 SP, unless they are there; nobody: nothing happens."""
    holder = sardinian_power(play.state)
    if holder is None:
        return
    seat = BYZANTIUM if holder == BYZANTIUM else BARBARIAN
    play.push(Sardinia(seat, holder))


def sardinian_power(state: State) -> str | None:
    """Whose it is to put the revolt down; None where nobody holds the island."""
    holder = controller(state, SARDINIA)
    return None if holder in (NOBODY, REVOLT) else holder


def on_the_spot(state: State, power: str) -> tuple[str, ...]:
    """Field SP in Sardinia; of barbarians, detached ones too."""
    units = [f"army:{a.id}" for a in armies_at(state, SARDINIA) if a.power == power and a.sp]
    if state.detached.get(SARDINIA, {}).get(power):
        units.append(f"detached:{SARDINIA}:{power}")
    return tuple(units)


def senders(state: State, power: str) -> dict[str, int]:
    """Units elsewhere on the map that can send SP."""
    units = {
        f"army:{a.id}": a.sp
        for a in state.armies.values()
        if a.power == power and a.sp and a.at != SARDINIA and not a.at.endswith("_box")
    }
    for province, groups in state.detached.items():
        if province != SARDINIA and groups.get(power):
            units[f"detached:{province}:{power}"] = groups[power]
    return units


def wanted(state: State, power: str) -> tuple[int, tuple[str, ...]]:
    """SP still to be sent, and the fleets of which one SP must come."""
    there = _troops(state, power)
    sp = min(max(0, TROOPS - there), sum(senders(state, power).values()))
    if fleet_key(power, SARDINIA) in state.fleets:
        return sp, ()
    return sp, of_power(state, power)


def expedition(state: State, power: str) -> tuple[int, bool]:
    """SP in Sardinia once what is wanted has come, and whether a fleet is there then."""
    sent, fleets = wanted(state, power)
    return sent + _troops(state, power), bool(fleets) or fleet_key(power, SARDINIA) in state.fleets


def _troops(state: State, power: str) -> int:
    return sum(sp_of(state, u) for u in on_the_spot(state, power))


class SardiniaDuty(Duty):
    def advance(self, play: Play, frame: Sardinia) -> bool:
        sp, fleets = wanted(play.state, frame.power)
        if sp or fleets:
            return False
        play.pop()
        suppress(play, frame, 0)
        return True

    def ask(self, table: Table, state: State, frame: Sardinia) -> Ask:
        sp, fleets = wanted(state, frame.power)
        units = senders(state, frame.power)
        facts = {"sp": sp, "power": frame.power}
        land: dict[str, int] = {}
        rest = sp
        for unit in sorted(units, key=lambda u: (not u.startswith("detached"), -units[u], u)):
            take = min(rest, units[unit] - (1 if rest < units[unit] else 0))
            if take > 0:
                land[unit] = take
                rest -= take
        for unit in sorted(units):  # the last SP of a unit only if nothing else is left
            take = min(rest, units[unit] - land.get(unit, 0))
            if take > 0:
                land[unit] = land.get(unit, 0) + take
                rest -= take
        fleet = max(fleets, key=lambda k: (state.fleets[k].sp, k)) if fleets else None
        return Ask(frame.seat, "sardinia", act.SendTroops(land, fleet), "9.0", facts)

    def choices(self, table: Table, state: State, frame: Sardinia) -> tuple[Choice, ...]:
        sp, fleets = wanted(state, frame.power)
        options_ = tuple(Option(u, {"high": min(n, sp)}) for u, n in senders(state, frame.power).items())
        fields: tuple[Field, ...] = (Share("land", options_, sp, sp),)
        if fleets:
            fields = (*fields, Pick("fleet", options(fleets)))
        return (Choice("send_troops", {} if fleets else {"fleet": None}, fields, "9.0"),)

    def answer(self, play: Play, frame: Sardinia, action: Any) -> None:
        if not isinstance(action, act.SendTroops):
            not_now(action)
            return
        sp, fleets = wanted(play.state, frame.power)
        units, land = senders(play.state, frame.power), clean(action.land)
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
            shift(play, f"fleet:{action.fleet}", f"fleet:{fleet_key(frame.power, SARDINIA)}", 1, "sardinia")
        target = f"frontier:{SARDINIA}"
        if frame.power != BYZANTIUM:
            target = f"detached:{SARDINIA}:{frame.power}"
        for unit, number in land.items():
            shift(play, unit, target, number, "sardinia")
        suppress(play, frame, sp)


def sardinian_loss(face: int) -> int:
    """Half a die of the troops in Sardinia."""
    return face // 2


def put_down(troops: int, lost: int, *, ships: bool) -> bool:
    """Whether the island is held: somebody is left, and a fleet is there."""
    return ships and lost < troops


def suppress(play: Play, frame: Sardinia, sent: int) -> None:
    """Half a die of those troops are lost; no fleet or nobody left: In Revolt."""
    state = play.state
    face = play.d10("sardinia", "9.0", frame.seat)
    lost = sardinian_loss(face)
    play.tell(ev.SardiniaRolled(face, lost))
    units = list(on_the_spot(state, frame.power))
    if frame.power == BYZANTIUM and sent:
        units.append(f"frontier:{SARDINIA}")
    troops = sum(sp_of(state, u) for u in units)
    if not put_down(troops, lost, ships=fleet_key(frame.power, SARDINIA) in state.fleets):
        rise(play, SARDINIA)
    demand(play, Losses(frame.seat, tuple(units), lost, "revolt", "9.0", SARDINIA))
    sweep(play)
