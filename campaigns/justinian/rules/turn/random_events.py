"""Random events (9.0). The revolts of Nika and of Sardinia need a decision and have separate modules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state import tables
from campaigns.justinian.rules.state.control import start_revolt
from campaigns.justinian.rules.state.elimination import remove_armies_without_sp
from campaigns.justinian.rules.state.events import LeaderReturned
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    BYZANTIUM,
    State,
)
from campaigns.justinian.rules.state.units import lose, sp_of, units_of_army
from campaigns.justinian.rules.state.values import Detached, Frontier, Ships, Unit
from campaigns.justinian.rules.turn import victory
from campaigns.justinian.rules.turn.lone_leaders import LeaderMoved, whereabouts
from campaigns.justinian.rules.turn.nika import nika
from campaigns.justinian.rules.turn.replaced_leaders import appoint
from campaigns.justinian.rules.turn.sardinia import sardinia
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class EventRolled(Event):
    event: str
    face: int
    effective: bool = True


@dataclass(frozen=True)
class RevoltRolled(Event):
    revolt: str
    face: int


@dataclass(frozen=True)
class MutinyRolled(Event):
    unit: Unit
    face: int
    lost: bool


@dataclass(frozen=True)
class PoliticsRolled(Event):
    totals: Mapping[str, int]
    leader: str


@dataclass(frozen=True)
class DebtRecorded(Event):
    gold: int


BUILDING_COST = 10
LATE_EPIDEMIC = 7


def roll_event(play: Play) -> None:
    """Roll on the event table and carry out the result. This must be the last call of an action."""
    face = play.d10("event", "9.0", BARBARIAN)
    name = tables.event(face)
    resolve_event(play, name, face)


def resolve_event(play: Play, name: str, face: int) -> None:
    if name == "epidemic":
        epidemic(play, face)
        return
    play.tell(EventRolled(name, face))
    if name == "mutiny":
        mutiny(play)
    elif name == "revolt":
        revolt(play)
    elif name == "religious_disputes":
        play.set(lost_segments=play.state.lost_segments + 1)
    elif name == "politics":
        politics(play)
    elif name == "justinian_builds":
        pay_for_buildings(play)


def mutiny(play: Play) -> None:
    """Roll for each Unpaid garrison and fleet, which deserts on an even die (5.25)."""
    for unit in mutinous(play.state):
        face = play.d10("mutiny", "5.25", BYZANTIUM)
        gone = tables.mutinies(face)
        play.tell(MutinyRolled(unit, face, gone))
        if gone:
            lose(play, unit, sp_of(play.state, unit), "mutiny")


def mutinous(state: State) -> tuple[Unit, ...]:
    """Return the units that may desert in a mutiny: Unpaid frontier troops and fleets (5.25)."""
    garrisons = (Frontier(p) for p, g in sorted(state.frontier.items()) if g.unpaid)
    fleets = (Ships(k) for k, f in sorted(state.fleets.items()) if f.power == BYZANTIUM and f.unpaid)
    return (*garrisons, *fleets)


def epidemic(play: Play, face: int) -> None:
    """Resolve an epidemic. The first one strikes both sides, and a later one ends the game or is ignored
    (C15).
    """
    if play.state.epidemics == 0:
        play.tell(EventRolled("epidemic", face))
        play.set(epidemics=1, epidemic_revenue=True)
        for place, seat, units, dead in tolls(play.scn, play.state):
            impose_losses(play, Losses(seat, units, dead, "epidemic", "9.0", place))
        remove_armies_without_sp(play)
    elif is_ignored(play.pos):
        play.tell(EventRolled("epidemic", face, effective=False))
    else:
        play.tell(EventRolled("epidemic", face))
        play.set(epidemics=play.state.epidemics + 1)
        victory.finish(play, "epidemic")


def toll(sp: int, *, city: bool) -> int:
    """Return the SP that die in an epidemic (G8). In a City province this is half, rounded up; elsewhere it
    is a third, rounded down.
    """
    return -(-sp // 2) if city else sp // 3


def is_ignored(pos: Position) -> bool:
    """Return whether an epidemic now would have no effect (C15)."""
    return bool(pos.state.epidemics) and pos.options.epidemic == "table" and pos.state.turn < LATE_EPIDEMIC


def tolls(scn: Scenario, state: State) -> list[tuple[str, str, tuple[Unit, ...], int]]:
    """Return the losses of an epidemic, each as (province, side, the units that share the loss, SP lost)."""
    return [
        (place, seat, units, toll(sum(sp_of(state, u) for u in units), city=scn.provinces[place].is_city))
        for place, seat, _kind, units in units_struck(state)
        if place in scn.provinces
    ]


def units_struck(state: State) -> Iterable[tuple[str, str, str, tuple[Unit, ...]]]:
    """Return the units that an epidemic strikes together, grouped by province, side, and land or
    fleet (G8).
    """
    found: dict[tuple[str, str, str], list[Unit]] = {}

    def add(place: str, seat: str, kind: str, units: Iterable[Unit]) -> None:
        found.setdefault((place, seat, kind), []).extend(units)

    for army in state.armies.values():
        add(army.at, state.seat_of(army.power), "land", units_of_army(state, army.id))
    for province in state.frontier:
        add(province, BYZANTIUM, "land", (Frontier(province),))
    for province, groups in state.detached.items():
        add(province, BARBARIAN, "land", (Detached(province, p) for p in groups))
    for key, fleet in state.fleets.items():
        add(fleet.at, state.seat_of(fleet.power), "fleet", (Ships(key),))
    return [(*where, tuple(units)) for where, units in sorted(found.items()) if units]


def politics(play: Play) -> None:
    """Roll for each Magister Militum on the map and add the control rating. The one with the highest total is
    replaced from the cup. Ties are rolled again.
    """
    posts = whereabouts(play.state)
    if not posts or not play.state.cup:
        return
    rolling = sorted(posts)
    totals: dict[str, int] = {}
    while True:
        faces = play.d10s(len(rolling), "politics", "9.0", BYZANTIUM)
        scores = {m: f + play.scn.leaders[m].control for m, f in zip(rolling, faces, strict=True)}
        totals.update(scores)
        best = max(scores.values())
        rolling = [m for m in rolling if scores[m] == best]
        if len(rolling) == 1:
            break
    fallen = rolling[0]
    play.tell(PoliticsRolled(totals, fallen))
    army = next((a.id for a in play.state.armies.values() if a.leader == fallen), None)
    if army is not None:
        appoint(play, army, "politics", "9.0")
    else:
        successor = play.draw("9.0") or ""
        lone = {k: v for k, v in play.state.lone.items() if k != fallen}
        play.set(lone={**lone, successor: posts[fallen]})
        play.tell(LeaderMoved(successor, posts[fallen]))
    play.into_cup(fallen)
    play.tell(LeaderReturned(fallen, "cup"))


def pay_for_buildings(play: Play) -> None:
    """Pay 10 G for buildings. Any shortfall is deducted from the next revenue."""
    paid = min(BUILDING_COST, play.state.gold)
    play.spend(paid, "justinian_builds", "9.0")
    if paid < BUILDING_COST:
        play.set(debt=play.state.debt + BUILDING_COST - paid)
        play.tell(DebtRecorded(BUILDING_COST - paid))


def revolt(play: Play) -> None:
    face = play.d10("revolt", "9.0", BARBARIAN)
    name = tables.revolt(face)
    play.tell(RevoltRolled(name, face))
    {"nika": nika, "armenia": armenia, "egypt": egypt, "sardinia": sardinia}[name](play)


def armenian(scn: Scenario, state: State) -> tuple[str, ...]:
    """Return the Armenian provinces without an army."""
    there = (p.id for p in scn.provinces.values() if "armenia" in p.groups)
    return tuple(p for p in there if not any(a.total for a in state.armies_at(p)))


def egyptian(scn: Scenario, state: State) -> tuple[str, ...]:
    """Return the Egyptian provinces without any land SP."""
    there = (p.id for p in scn.provinces.values() if "egypt_revolt" in p.groups)
    return tuple(
        p
        for p in there
        if not any(a.total for a in state.armies_at(p))
        and p not in state.frontier
        and not state.detached_sp(p)
    )


def armenia(play: Play) -> None:
    """Resolve the revolt of Armenia. In each of its provinces without an army, remove the garrison and place
    an In Revolt marker.
    """
    for province in armenian(play.scn, play.state):
        lose(play, Frontier(province), sp_of(play.state, Frontier(province)), "revolt")
        for power, sp in tuple(play.state.detached.get(province, {}).items()):
            lose(play, Detached(province, power), sp, "revolt")
        start_revolt(play, province)
    remove_armies_without_sp(play)


def egypt(play: Play) -> None:
    for province in egyptian(play.scn, play.state):
        start_revolt(play, province)
