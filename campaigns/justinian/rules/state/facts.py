"""Facts that a game master can correct by hand, and limits that no position of a game exceeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from campaigns.justinian.rules.scenario.types import PERSIA
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import (
    BARBARIAN,
    BYZANTIUM,
    REVOLT,
    TREASURE_POWERS,
    Army,
    State,
)
from campaigns.justinian.rules.state.values import BOX, FleetKey, named_in
from engine.frames import Frame
from engine.game import Fact, Facts, Many, Mistake, Number, Option, Pick

MOST_GOLD = 999
MOST_FLEETS = 50
OFF: Final = ""  # as a place: the army's counter is off the map
# a minor power has a single leader, who stays (7.17)
MAY_LEAVE: Final = (BYZANTIUM, PERSIA, *TREASURE_POWERS)
T = TypeVar("T")


# --- what may be put right --------------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Return the facts that can be corrected: gold, strength and place of everything on the map or still to
    come, control, forts, treasuries, alliances, single leaders, and the leader cup, whose contents are
    public knowledge.
    """
    scn = pos.scn
    return (
        Fact(("gold",), Number("gold", 0, MOST_GOLD)),
        Fact(("debt",), Number("gold", 0, MOST_GOLD)),
        *_armies(pos),
        *(
            Fact(
                ("frontier", province, "sp"),
                Number("sp", 0, scn.counters.byzantine_sp_limit),
                0,
                {"sp": 0, "unpaid": False},
            )
            for province, about in scn.provinces.items()
            if about.frontier_allowed
        ),
        *(
            Fact(("detached", place, power), Number("sp", 0, _limit(pos, power)), 0)
            for place in (*scn.provinces, *scn.boxes)
            for power in scn.powers
            if power in pos.state.detached.get(place, {}) or place in scn.provinces
        ),
        *_fleets(pos),
        *(
            Fact(("markers", province), _pick("power", (*scn.powers, BYZANTIUM, REVOLT), optional=True))
            for province, about in scn.provinces.items()
            if about.counts
        ),
        Fact(("forts",), Many("province", tuple(Option(province) for province in scn.provinces))),
        *(
            Fact(("treasuries", power), _pick("province", scn.provinces, optional=True))
            for power in (
                *pos.state.treasuries,
                *(one for one in TREASURE_POWERS if _has_lost_treasury(pos, one)),
            )
        ),
        *(
            Fact(("alliances", power), _pick("alliance", (BARBARIAN, "neutral", BYZANTIUM), optional=True))
            for power, about in scn.powers.items()
            if not about.is_major
        ),
        *(Fact(("lone", leader), _pick("province", scn.provinces)) for leader in pos.state.lone),
        Fact(("cup",), Many("leader", tuple(map(Option, sorted(scn.magistri_militum))))),
    )


def _has_lost_treasury(pos: Position, power: str) -> bool:
    return power not in pos.state.treasuries and power not in pos.state.gone


def _armies(pos: Position) -> Iterator[Fact]:
    """Yield the possible places of armies: provinces, their power's box, and the sea only while crossing. An
    army that is not on the map needs its identity.
    """
    masters = _pick("leader", pos.scn.magistri_militum, optional=True)
    for army in (*pos.state.armies.values(), *_counters_beside(pos)):
        here, own = ("armies", army.id), (f"{army.power}{BOX}",)
        beside = (OFF,) if army.power in MAY_LEAVE else ()
        places = (*beside, *pos.scn.provinces, *(box for box in own if box in pos.scn.boxes), army.at)
        blank = None if army.id in pos.state.armies else _blank(army)
        yield Fact((*here, "at"), _pick("place", dict.fromkeys(places)), OFF, blank)
        yield Fact((*here, "sp"), Number("sp", 0, _limit(pos, army.power)), 0, blank)
        if army.power == BYZANTIUM:
            yield Fact((*here, "leader"), masters, within=blank)
        yield from (Fact((*here, "allied", power), Number("sp", 0, 99)) for power in army.allied)
        if blank is None:
            yield from (Fact((*here, mark)) for mark in ("disorganised", "defeated", "unpaid"))


def _counters_beside(pos: Position) -> Iterator[Army]:
    """Yield the counters that are not on the map: Byzantine ones (4.31), and leaders of powers in the game
    who are not about to arrive (4.22).
    """
    scn, state = pos.scn, pos.state
    coming = _under_way(state)
    for id in scn.armies:
        if id not in state.armies:
            yield Army(id, BYZANTIUM, None, OFF, 0)
    for leader in scn.leaders.values():
        free = leader.id not in state.armies and leader.id not in coming
        if leader.power != BYZANTIUM and leader.power not in state.gone and free:
            yield Army(leader.id, leader.power, leader.id, OFF, 0)


def _blank(army: Army) -> Facts:
    """Return a counter before it enters the map, as JSON."""
    return {
        "id": army.id,
        "power": army.power,
        "leader": army.leader,
        "at": OFF,
        "sp": 0,
        "allied": {},
        "disorganised": False,
        "defeated": False,
        "unpaid": False,
        "head": None,
    }


def _fleets(pos: Position) -> Iterator[Fact]:
    scn = pos.scn
    places = (*(id for id, about in scn.provinces.items() if about.coastal), *scn.seas)
    powers = (BYZANTIUM, *(id for id, about in scn.powers.items() if about.has_fleets))
    keys = {FleetKey(power, place) for power in powers for place in places}
    for key in sorted(keys | {key for key in pos.state.fleets if not key.under_way}):
        blank = {"power": key.power, "at": key.place, "sp": 0, "unpaid": False}
        yield Fact(("fleets", str(key), "sp"), Number("sp", 0, MOST_FLEETS), 0, blank)


def _pick(name: str, values: Iterable[str], *, optional: bool = False) -> Pick:
    return Pick(name, tuple(Option(value) for value in values), optional)


def _limit(pos: Position, power: str) -> int:
    if power == BYZANTIUM:
        return pos.scn.counters.army_sp_limit
    return pos.scn.powers[power].sp_limit or 99


def tidy_state(state: State) -> State:
    """Remove units without strength, but keep armies, whose counters are known. A leader who has an army
    leaves the cup, stops travelling alone and is not due to return (8.26).
    """
    state = _taken_off(state)
    leading = {army.leader for army in state.armies.values() if army.leader}
    return state.but(
        cup=tuple(sorted(set(state.cup) - leading)),
        lone={leader: at for leader, at in state.lone.items() if leader not in leading},
        away=state.away - state.armies.keys(),
        frontier={place: one for place, one in state.frontier.items() if one.sp},
        fleets={key: one for key, one in state.fleets.items() if one.sp},
        detached=_keep_numbers({place: _keep_numbers(here) for place, here in state.detached.items()}),
    )


def _taken_off(state: State) -> State:
    """Clean up after removed counters: their leader returns to the cup (6.53), and armies combined under them
    lose their commander. A counter that must not be removed stays without a place, which counts as a
    mistake.
    """
    under_way = _under_way(state)
    for army in tuple(state.armies.values()):
        if army.at != OFF or army.id in under_way or not _may_leave(state, army):
            continue
        rest = {
            one.id: one.but(head=None) if one.head == army.id else one
            for one in state.armies.values()
            if one.id != army.id
        }
        back = {army.leader} if army.power == BYZANTIUM and army.leader else set()
        state = state.but(armies=rest, cup=tuple(sorted({*state.cup, *back})))
    return state


def _may_leave(state: State, army: Army) -> bool:
    """Return whether the rules can do without the leader: the last Persian one always returns (8.26)."""
    if army.power == PERSIA:
        others = (one for one in state.armies.values() if one.power == PERSIA and one.id != army.id)
        return bool(state.away) or any(others)
    return army.power in MAY_LEAVE


def _under_way(state: State) -> frozenset[str]:
    return frozenset(name for frame in state.stack for name in _names(frame))


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from named_in(value)
    elif isinstance(value, Frame):
        yield from _names(vars(value))
    elif isinstance(value, Mapping):
        yield from (name for pair in value.items() for one in pair for name in _names(one))
    elif isinstance(value, tuple | list | set | frozenset):
        yield from (name for one in value for name in _names(one))


def _keep_numbers(numbers: Mapping[str, T]) -> dict[str, T]:
    return {key: one for key, one in numbers.items() if one}


# --- what cannot be ---------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield violations of the facts that hold in every legal position."""
    scn, state = pos.scn, pos.state
    if state.gold < 0:
        yield Mistake("gold", "too_low", {"low": 0})
    yield from _check_limit("armies", state.byzantine_sp(), scn.counters.byzantine_sp_limit)
    for power, about in scn.powers.items():
        if about.sp_limit is not None:
            yield from _check_limit(f"detached.{power}", state.power_sp(power), about.sp_limit)
    places = {*scn.provinces, *scn.boxes, *scn.seas}
    yield from _counters(pos)
    for id, army in state.armies.items():
        if army.at == OFF:
            yield Mistake(f"armies.{id}.at", "under_way" if id in _under_way(state) else "has_to_stay")
        elif army.at not in places:
            yield Mistake(f"armies.{id}.at", "no_such_place")
        if army.power == BYZANTIUM:
            yield from _check_limit(f"armies.{id}.sp", army.total, scn.counters.army_sp_limit)
        if min((army.sp, *army.allied.values())) < 0:
            yield Mistake(f"armies.{id}.sp", "too_low", {"low": 0})
        head = state.armies.get(army.head or id)
        if head is None or head.at != army.at:
            yield Mistake(f"armies.{id}.at", "not_together")
    for province in state.markers:
        if province not in scn.provinces or not scn.provinces[province].counts:
            yield Mistake(f"markers.{province}", "not_allowed_there")
    for province in state.frontier:
        if province not in scn.provinces or not scn.provinces[province].counts:
            yield Mistake(f"frontier.{province}.sp", "not_allowed_there")
    yield from (
        Mistake(f"forts.{fort}", "no_such_place") for fort in sorted(state.forts - scn.provinces.keys())
    )


def _counters(pos: Position) -> Iterator[Mistake]:
    """Check the counters: Byzantine armies (4.31), barbarian leaders in order (4.22, G4), and nobody who
    leads twice or for a power out of the game (8.28).
    """
    scn, state = pos.scn, pos.state
    own = [army for army in state.armies.values() if army.power == BYZANTIUM]
    yield from _check_limit("armies", len(own), scn.counters.byzantine_armies)
    led = Counter(army.leader for army in state.armies.values() if army.leader)
    slots = Counter(
        (army.power, scn.leaders[army.id].slot) for army in state.armies.values() if army.id in scn.leaders
    )
    for id, army in state.armies.items():
        if army.power == BYZANTIUM and id not in scn.armies:
            yield Mistake(f"armies.{id}.at", "not_allowed_there")
        if army.leader and led[army.leader] > 1:
            yield Mistake(f"armies.{id}.leader", "leads_another")
        if id in scn.leaders and slots[army.power, scn.leaders[id].slot] > 1:
            yield Mistake(f"armies.{id}.at", "follows_another")
        if army.power in state.gone:
            yield Mistake(f"armies.{id}.at", "out_of_the_game")


def _check_limit(path: str, value: int, high: int) -> Iterator[Mistake]:
    if value > high:
        yield Mistake(path, "over_limit", {"value": value, "high": high})
