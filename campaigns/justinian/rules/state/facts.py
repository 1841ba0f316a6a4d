"""Facts that a game master can correct by hand, and checks that the corrected position is possible."""

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
from campaigns.justinian.rules.state.values import BOX, FleetKey, ids_in
from engine.frames import Frame
from engine.game import Fact, Facts, Many, Mistake, Number, Option, Pick

MOST_GOLD = 999
MOST_FLEETS = 50
OFF: Final = ""  # the place of an army whose counter is off the map
# not the minor powers, because the only leader of each must stay (7.17)
MAY_LEAVE: Final = (BYZANTIUM, PERSIA, *TREASURE_POWERS)
T = TypeVar("T")


# --- facts that can be corrected --------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Return the facts that can be corrected: gold, control, forts, treasuries, alliances and leaders
    without an army. They include the strength and place of every unit on the map or still to come. The
    leader cup is included because its contents are public.
    """
    scn = pos.scn
    return (
        Fact(("gold",), Number("gold", 0, MOST_GOLD)),
        Fact(("debt",), Number("gold", 0, MOST_GOLD)),
        *_army_facts(pos),
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


def _army_facts(pos: Position) -> Iterator[Fact]:
    """Yield the place, strength, leader and markers of each army counter. An army can be in a province, in
    its power's box, or at sea while it is crossing. A counter off the map comes with its blank JSON.
    """
    masters = _pick("leader", pos.scn.magistri_militum, optional=True)
    for army in (*pos.state.armies.values(), *_counters_off_map(pos)):
        here, own = ("armies", army.id), (f"{army.power}{BOX}",)
        beside = (OFF,) if army.power in MAY_LEAVE else ()
        places = (*beside, *pos.scn.provinces, *(box for box in own if box in pos.scn.boxes), army.at)
        blank = None if army.id in pos.state.armies else _blank_json(army)
        yield Fact((*here, "at"), _pick("place", dict.fromkeys(places)), OFF, blank)
        yield Fact((*here, "sp"), Number("sp", 0, _limit(pos, army.power)), 0, blank)
        if army.power == BYZANTIUM:
            yield Fact((*here, "leader"), masters, within=blank)
        yield from (Fact((*here, "allied", power), Number("sp", 0, 99)) for power in army.allied)
        if blank is None:
            yield from (Fact((*here, mark)) for mark in ("disorganised", "defeated", "unpaid"))


def _counters_off_map(pos: Position) -> Iterator[Army]:
    """Yield the counters off the map: Byzantine armies (4.31), and the leaders of powers still in the game,
    unless they are about to arrive (4.22).
    """
    scn, state = pos.scn, pos.state
    coming = _ids_in_progress(state)
    for id in scn.armies:
        if id not in state.armies:
            yield Army(id, BYZANTIUM, None, OFF, 0)
    for leader in scn.leaders.values():
        free = leader.id not in state.armies and leader.id not in coming
        if leader.power != BYZANTIUM and leader.power not in state.gone and free:
            yield Army(leader.id, leader.power, leader.id, OFF, 0)


def _blank_json(army: Army) -> Facts:
    """Return the JSON of an army counter that is still off the map."""
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
    """Remove units without strength, except armies that must stay. A leader who has an army leaves the cup,
    stops travelling alone, and is not due to return (8.26).
    """
    state = _remove_off_map(state)
    leading = {army.leader for army in state.armies.values() if army.leader}
    return state.but(
        cup=tuple(sorted(set(state.cup) - leading)),
        lone={leader: at for leader, at in state.lone.items() if leader not in leading},
        away=state.away - state.armies.keys(),
        frontier={place: one for place, one in state.frontier.items() if one.sp},
        fleets={key: one for key, one in state.fleets.items() if one.sp},
        detached=_keep_numbers({place: _keep_numbers(here) for place, here in state.detached.items()}),
    )


def _remove_off_map(state: State) -> State:
    """Remove the armies that were corrected to be off the map. Their leaders return to the cup (6.53), and
    armies combined under them are separated. A counter that must not be removed stays without a place, and is
    reported as a mistake.
    """
    under_way = _ids_in_progress(state)
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
    """Return whether the army may leave the map. The last Persian leader must stay, unless another one is
    due to return (8.26).
    """
    if army.power == PERSIA:
        others = (one for one in state.armies.values() if one.power == PERSIA and one.id != army.id)
        return bool(state.away) or any(others)
    return army.power in MAY_LEAVE


def _ids_in_progress(state: State) -> frozenset[str]:
    return frozenset(name for frame in state.stack for name in _find_names(frame))


def _find_names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from ids_in(value)
    elif isinstance(value, Frame):
        yield from _find_names(vars(value))
    elif isinstance(value, Mapping):
        yield from (name for pair in value.items() for one in pair for name in _find_names(one))
    elif isinstance(value, tuple | list | set | frozenset):
        yield from (name for one in value for name in _find_names(one))


def _keep_numbers(numbers: Mapping[str, T]) -> dict[str, T]:
    return {key: one for key, one in numbers.items() if one}


# --- mistakes ---------------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield the violations of limits that hold in every legal position."""
    scn, state = pos.scn, pos.state
    if state.gold < 0:
        yield Mistake("gold", "too_low", {"low": 0})
    yield from _check_limit("armies", state.byzantine_sp(), scn.counters.byzantine_sp_limit)
    for power, about in scn.powers.items():
        if about.sp_limit is not None:
            yield from _check_limit(f"detached.{power}", state.power_sp(power), about.sp_limit)
    places = {*scn.provinces, *scn.boxes, *scn.seas}
    yield from _counter_mistakes(pos)
    for id, army in state.armies.items():
        if army.at == OFF:
            yield Mistake(f"armies.{id}.at", "under_way" if id in _ids_in_progress(state) else "has_to_stay")
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


def _counter_mistakes(pos: Position) -> Iterator[Mistake]:
    """Check the army counters: the number of Byzantine armies (4.31) and the order of barbarian leaders
    (4.22, G4). Also check that no leader commands two armies, or leads a power that is out of the game
    (8.28).
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
