"""What a game master may put right by hand, and what no position of a game is like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from campaigns.justinian.rules.ground.position import Position
from campaigns.justinian.rules.ground.state import BARBARIAN, BYZANTIUM, REVOLT, TREASURE_POWERS, State
from campaigns.justinian.rules.ground.values import BOX, FleetKey
from engine.game import Fact, Many, Mistake, Number, Option, Pick

MOST_GOLD = 999
MOST_FLEETS = 50
T = TypeVar("T")


# --- what may be put right --------------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Gold, strength and place of whatever stands on the map, control, forts, treasuries, alliances and who
    travels alone."""
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
            for power in (*pos.state.treasuries, *(one for one in TREASURE_POWERS if _lost(pos, one)))
        ),
        *(
            Fact(("alliances", power), _pick("alliance", (BARBARIAN, "neutral", BYZANTIUM), optional=True))
            for power, about in scn.powers.items()
            if not about.is_major
        ),
        *(Fact(("lone", leader), _pick("province", scn.provinces)) for leader in pos.state.lone),
    )


def _lost(pos: Position, power: str) -> bool:
    """Whether a power that is still in the game has no treasury any more."""
    return power not in pos.state.treasuries and power not in pos.state.gone


def _armies(pos: Position) -> Iterator[Fact]:
    """They stand in provinces, and each in the box of its power; at sea only while they cross it."""
    for id, army in pos.state.armies.items():
        here, own = ("armies", id), (f"{army.power}{BOX}",)
        places = (*pos.scn.provinces, *(box for box in own if box in pos.scn.boxes), army.at)
        yield Fact((*here, "at"), _pick("place", dict.fromkeys(places)))
        yield Fact((*here, "sp"), Number("sp", 0, _limit(pos, army.power)))
        yield from (Fact((*here, "allied", power), Number("sp", 0, 99)) for power in army.allied)
        yield from (Fact((*here, mark)) for mark in ("disorganised", "defeated", "unpaid"))


def _fleets(pos: Position) -> Iterator[Fact]:
    """Of the powers that have fleets, in harbours and on the seas; and those that stand there."""
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
    """How many SP there may be of a power in one place."""
    if power == BYZANTIUM:
        return pos.scn.counters.army_sp_limit
    return pos.scn.powers[power].sp_limit or 99


def tidied(state: State) -> State:
    """Nothing is kept of what has no strength left, but for armies: their counters are known."""
    return state.but(
        frontier={place: one for place, one in state.frontier.items() if one.sp},
        fleets={key: one for key, one in state.fleets.items() if one.sp},
        detached=_kept({place: _kept(here) for place, here in state.detached.items()}),
    )


def _kept(numbers: Mapping[str, T]) -> dict[str, T]:
    return {key: one for key, one in numbers.items() if one}


# --- what cannot be ---------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """What is true at every moment of a game, and is not here."""
    scn, state = pos.scn, pos.state
    if state.gold < 0:
        yield Mistake("gold", "too_low", {"low": 0})
    yield from _over("armies", state.byzantine_sp(), scn.counters.byzantine_sp_limit)
    for power, about in scn.powers.items():
        if about.sp_limit is not None:
            yield from _over(f"detached.{power}", state.power_sp(power), about.sp_limit)
    places = {*scn.provinces, *scn.boxes, *scn.seas}
    for id, army in state.armies.items():
        if army.at not in places:
            yield Mistake(f"armies.{id}.at", "no_such_place")
        if army.power == BYZANTIUM:
            yield from _over(f"armies.{id}.sp", army.total, scn.counters.army_sp_limit)
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


def _over(path: str, value: int, high: int) -> Iterator[Mistake]:
    if value > high:
        yield Mistake(path, "over_limit", {"value": value, "high": high})
