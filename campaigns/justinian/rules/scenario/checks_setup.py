"""Checks that the forces of a scenario can be set up and that the suggested deployments are legal
(3.2, 3.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from campaigns.justinian.rules.scenario.types import OSTROGOTHS, PREFECTURES, VANDALS, Scenario
from engine.reading import MOST, Check, Reader

_BYZANTIUM = "$.setup.byzantium"
_SUGGESTED = f"{_BYZANTIUM}.suggested"


def _check_land_sp(scn: Scenario, r: Reader) -> None:
    """Check the total of Byzantine land SP (3.22, 4.31)."""
    s = scn.setup.byzantium
    if s.land_sp > scn.counters.byzantine_sp_limit:
        r.fault("$.counters.byzantine_sp_limit.value", "not_a_number", low=s.land_sp, high=MOST)
    placed = sum(sp for _, sp in s.suggested.armies.values()) + sum(s.suggested.frontier.values())
    if placed != s.land_sp:
        r.fault(_SUGGESTED, "sp_sum", stated=s.land_sp, found=placed)


def _check_starting_armies(scn: Scenario, r: Reader) -> None:
    """Check that the suggested deployment places the starting armies legally (3.21, 3.22)."""
    suggested = scn.setup.byzantium.suggested.armies
    wanted = {k for k, a in scn.armies.items() if a.start}
    if set(suggested) != wanted:
        r.fault(f"{_SUGGESTED}.armies", "starting_armies", wanted=sorted(wanted))
    most = scn.counters.army_sp_limit
    for key, (place, sp) in suggested.items():
        army, path = scn.armies.get(key), f"{_SUGGESTED}.armies.{key}"
        if army and place not in army.setup:
            r.fault(path, "outside_setup_zone", province=place[:80])
        if army and not (army.min_start_sp or 0) <= sp <= most:
            r.fault(path, "not_a_number", low=army.min_start_sp, high=most)


def _frontier_where(scn: Scenario, r: Reader) -> None:
    s, path = scn.setup.byzantium, f"{_BYZANTIUM}.frontier_where"
    for name in sorted(set(s.frontier_prefectures) - set(PREFECTURES)):
        r.fault(f"{path}.prefectures", "unknown_value", value=name[:80], allowed=sorted(PREFECTURES))
    r.check_names(f"{path}.exclude", s.frontier_exclude, scn.provinces, "unknown_province")


def _check_frontier(scn: Scenario, r: Reader) -> None:
    """Check that the suggested frontier SP are in permitted provinces (3.22, 3.41)."""
    s = scn.setup.byzantium
    for place in s.suggested.frontier:
        p = scn.provinces.get(place)
        legal = p and p.prefecture in s.frontier_prefectures and place not in s.frontier_exclude
        if not (legal and p and p.frontier_allowed):
            r.fault(f"{_SUGGESTED}.frontier.{place}", "no_frontier_here")


def _check_byzantine_fleets(scn: Scenario, r: Reader) -> None:
    """Check the suggested Byzantine fleets (3.23)."""
    s = scn.setup.byzantium
    _fleets(scn, r, f"{_SUGGESTED}.fleets", s.suggested.fleets, s.fleet_sp, s.fleets_fixed)
    if sum(s.fleets_fixed.values()) + s.fleets_free_sp != s.fleet_sp:
        r.fault(f"{_BYZANTIUM}.fleets_free", "sp_sum", stated=s.fleet_sp, found=s.fleets_free_sp)


def _fleets(
    scn: Scenario, r: Reader, path: str, fleets: Mapping[str, int], total: int, least: Mapping[str, int]
) -> None:
    if sum(fleets.values()) != total:
        r.fault(path, "sp_sum", stated=total, found=sum(fleets.values()))
    for place in {**fleets, **least}:
        p = scn.provinces.get(place)
        if p is None or not p.coastal:
            r.fault(f"{path}.{place}", "no_port_here")
        if fleets.get(place, 0) < least.get(place, 0):
            r.fault(f"{path}.{place}", "fixed_fleet", wanted=least[place])


def _check_barbarian_setup(power: str, scn: Scenario, r: Reader) -> None:
    """Check the set-up of a barbarian power (3.31, 3.32)."""
    s, path = scn.setup.barbarians[power], f"$.setup.{power}"
    r.check_names(f"{path}.leader", [s.leader], scn.leaders, "unknown_leader")
    limit = scn.powers[power].sp_limit if power in scn.powers else None
    if limit is not None and s.land_sp > limit:  # the power's SP limit (4.35)
        r.fault(f"$.powers[{power}].sp_limit", "not_a_number", low=s.land_sp, high=MOST)
    placed = s.suggested.army_sp + sum(s.suggested.detached.values())
    if placed != s.land_sp:
        r.fault(f"{path}.suggested", "sp_sum", stated=s.land_sp, found=placed)
    for place in (s.suggested.leader_at, *s.suggested.detached, s.treasury):
        p = scn.provinces.get(place)
        if p is None or p.prefecture != s.prefecture:
            r.fault(f"{path}.suggested", "outside_prefecture", province=place[:80], prefecture=s.prefecture)
    least = {s.fleet_at: s.fleet_sp} if s.fleet_at else {}
    _fleets(scn, r, f"{path}.suggested.fleets", s.suggested.fleets, s.fleet_sp, least)
    for place in s.suggested.fleets:
        p = scn.provinces.get(place)
        if p is not None and not p.is_city:
            r.fault(f"{path}.suggested.fleets.{place}", "fleet_in_city")


def _checks() -> tuple[Check[Scenario], ...]:
    zone = "provinces[].id provinces[].prefecture provinces[].frontier_allowed"
    ports = "provinces[].id provinces[].coastal provinces[].city"
    counters, own = "counters.army_sp_limit counters.byzantine_sp_limit", "setup.byzantium"
    troops = f"{own}.suggested.armies {own}.suggested.frontier"
    return (
        Check(_check_land_sp, f"counters.byzantine_sp_limit {own}.land_sp {troops}"),
        Check(
            _check_starting_armies,
            f"armies[].id armies[].start armies[].setup boxes[] {zone} {counters} {own}.suggested.armies",
        ),
        Check(_frontier_where, f"provinces[].id {own}.frontier_where"),
        Check(_check_frontier, f"{zone} {own}.frontier_where {own}.suggested.frontier"),
        Check(
            _check_byzantine_fleets,
            f"{ports} {own}.fleet_sp {own}.fleets_fixed {own}.fleets_free {own}.suggested.fleets",
        ),
        *(
            Check(
                partial(_check_barbarian_setup, power),
                f"{zone} {ports} leaders powers[].id powers[].sp_limit setup.{power}",
            )
            for power in (OSTROGOTHS, VANDALS)
        ),
    )


CHECKS = _checks()
