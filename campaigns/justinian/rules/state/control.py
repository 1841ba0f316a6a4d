"""Control of provinces (3.4, 3.41, 7.18) and of prefectures (10.21)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, MAJORS, REVOLT, State
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class ProvinceRevolted(Event):
    province: str


NOBODY = "nobody"


_last: list[tuple[Scenario, State, Mapping[str, str]]] = []  # scenario, state and result of the last call


def controllers(scn: Scenario, state: State) -> Mapping[str, str]:
    """Return the controller of every province: "byzantium", a barbarian power, "revolt" or "nobody". The
    result is cached until the map changes.
    """
    for of, seen, found in _last:
        if of is scn and seen.has_map_of(state):
            return found
    found = _controllers(scn, state)
    _last[:] = [(scn, state, found)]
    return found


def _controllers(scn: Scenario, state: State) -> Mapping[str, str]:
    here: dict[str, set[str]] = {}
    for army in state.armies.values():
        if army.total:  # a leader without SP holds nothing
            here.setdefault(army.at, set()).add(_flag(state, army.power))
    for province in state.frontier:
        here.setdefault(province, set()).add(BYZANTIUM)
    for province, groups in state.detached.items():
        here.setdefault(province, set()).update(groups)
    found = dict.fromkeys(scn.provinces, BYZANTIUM)  # Byzantium controls provinces without troops or marker
    for province in (*here, *state.markers):
        if province in found:
            found[province] = _holder(state, province, here.get(province, set()))
    return found


def _flag(state: State, power: str) -> str:
    return BYZANTIUM if state.seat_of(power) == BYZANTIUM else power


def controller(state: State, province: str) -> str:
    """Return the controller of one province, as in :func:`controllers`."""
    here = {_flag(state, a.power) for a in state.armies_at(province) if a.total}
    if province in state.frontier:
        here.add(BYZANTIUM)
    here.update(state.detached.get(province, {}))
    return _holder(state, province, here)


def _holder(state: State, province: str, present: set[str]) -> str:
    marker = state.markers.get(province)
    if not present and marker is None:
        return BYZANTIUM
    barbarians = present - {BYZANTIUM}
    if marker == REVOLT:  # until removed, the marker denies control even to an army in the province (C16)
        return REVOLT
    if marker is not None:
        barbarians = barbarians | {marker}
    if not barbarians:
        return BYZANTIUM
    if BYZANTIUM in present:
        return NOBODY
    if marker is not None:
        return marker
    # if several powers are present, a major one controls the province
    return min(barbarians, key=lambda p: (p not in MAJORS, p))


def record_control(play: Play, province: str) -> None:
    """Record who controls a province, unless this was already recorded in the current segment. Callers do so
    before they change anything in the province (8.17).
    """
    if province in play.scn.provinces and province not in play.state.held:
        play.set(held={**play.state.held, province: controller(play.state, province)})


def record_control_of_armies(play: Play, power: str) -> None:
    """Record who controls each province that holds an army of this power. Callers do so before the power
    changes its alliance, which can change control.
    """
    for army in play.state.armies.values():
        if army.power == power:
            record_control(play, army.at)


def controller_at_start(state: State, province: str) -> str:
    """Return the controller of a province at the start of the current segment (6.54, 8.17)."""
    return state.held.get(province) or controller(state, province)


def side_controls(holder: str, seat: str) -> bool:
    """Return whether the controller of a province belongs to the given side."""
    if seat == BYZANTIUM:
        return holder == BYZANTIUM
    return holder not in (BYZANTIUM, NOBODY, REVOLT)


def has_fort(scn: Scenario, state: State, province: str) -> bool:
    found = scn.provinces.get(province)
    return found is not None and (found.fort or province in state.forts)


def prefectures_held(scn: Scenario, held: Mapping[str, str]) -> tuple[str, ...]:
    """Return the prefectures that Byzantium controls. In each it must control every City, every province
    worth at least 2 G, and two thirds of all provinces (10.21).
    """
    won = []
    for prefecture in scn.prefectures.values():
        mine = {p for p in prefecture.members if held[p] == BYZANTIUM}
        if len(mine) >= prefecture.two_thirds and all(p in mine for p in prefecture.must_control):
            won.append(prefecture.id)
    return tuple(won)


def lazica_lost(state: State) -> bool:
    """Return whether a barbarian army is in Lazica (10.1)."""
    return any(
        a.at == "lazica" and a.total and state.seat_of(a.power) == BARBARIAN for a in state.armies.values()
    )


def friendly(state: State, province: str, seat: str) -> bool:
    """Return whether the side controls the province or has SP in it (8.21)."""
    return side_controls(controller(state, province), seat) or state.sp_at(province, seat) > 0


def start_revolt(play: Play, province: str) -> None:
    if play.state.markers.get(province) != REVOLT:
        play.set_marker(province, REVOLT)
        play.tell(ProvinceRevolted(province))
