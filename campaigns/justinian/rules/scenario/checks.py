"""Checks that the parts of a scenario fit together: counts, numbers and names, and a legal suggested set-up.
Facts that the rulebook fixes for every map are checked against the rules. Facts that a GM can correct
(provinces, revenue) are checked against the scenario's own totals.
"""

from __future__ import annotations

from collections import Counter

from campaigns.justinian.rules.scenario import checks_map as atlas
from campaigns.justinian.rules.scenario import checks_setup as deployment
from campaigns.justinian.rules.scenario.types import (
    BYZANTIUM,
    EUROPA,
    LAZICA,
    MAJORS,
    PREFECTURES,
    SARDINIA,
    Scenario,
)
from engine.reading import MOST, Check, Reader

_GROUPS = {"armenia": 4, "thrace_army_placement": 6, "egypt_revolt": 7}


def _check_needed(scn: Scenario, r: Reader) -> None:
    """Check that the places and powers that the rules name exist."""
    r.check_names("$.provinces", (EUROPA, LAZICA, SARDINIA), scn.provinces, "required_id")
    r.check_names("$.prefectures", PREFECTURES, scn.prefectures, "required_id")
    r.check_names("$.powers", MAJORS, scn.powers, "required_id")


def _check_groups(scn: Scenario, r: Reader) -> None:
    for group, wanted in _GROUPS.items():
        found = sum(group in p.groups for p in scn.provinces.values())
        if found != wanted:
            r.fault("$.provinces", "group_size", group=group, found=found, wanted=wanted)


def _check_province_counts(scn: Scenario, r: Reader) -> None:
    """Check that each prefecture's number of provinces is right (3.11)."""
    for key, f in scn.prefectures.items():
        if len(f.members) != f.provinces:
            path = f"$.prefectures[{key}].provinces"
            r.fault(path, "province_count", stated=f.provinces, found=len(f.members))


def _check_revenues(scn: Scenario, r: Reader) -> None:
    """Check that each prefecture's revenue equals the sum of its provinces' revenues (3.11)."""
    for key, f in scn.prefectures.items():
        revenue = sum(scn.provinces[m].revenue for m in f.members)
        if revenue != f.revenue:
            r.fault(f"$.prefectures[{key}].revenue", "revenue_sum", stated=f.revenue, found=revenue)


def _check_two_thirds(scn: Scenario, r: Reader) -> None:
    """Check that each prefecture states two thirds of its provinces correctly, rounded up (3.11)."""
    for key, f in scn.prefectures.items():
        needed = -(-2 * f.provinces // 3)
        if f.two_thirds != needed:
            r.fault(f"$.prefectures[{key}].two_thirds", "two_thirds", stated=f.two_thirds, found=needed)


def _check_lazica(scn: Scenario, r: Reader) -> None:
    """Check that Lazica counts for no prefecture and allows no frontier SP (3.41)."""
    if LAZICA in scn.provinces and (scn.provinces[LAZICA].counts or scn.provinces[LAZICA].frontier_allowed):
        r.fault("$.provinces[lazica]", "lazica_is_independent")


def _check_holders(scn: Scenario, r: Reader) -> None:
    powers = (*scn.powers, BYZANTIUM)
    for key, p in scn.provinces.items():
        if p.start_control is not None:
            r.check_names(f"$.provinces[{key}].start_control", [p.start_control], powers, "unknown_power")


def _check_activation_numbers(scn: Scenario, r: Reader) -> None:
    """Check that the activation numbers cover 00-99 once each (6.22)."""
    hits = Counter(n for p in scn.powers.values() for n in range(p.low, p.high + 1))
    missing = sorted(set(range(100)) - set(hits))
    twice = sorted(n for n, times in hits.items() if times > 1 or not 0 <= n < 100)
    if missing or twice:
        r.fault("$.powers", "activation_range", missing=missing, twice=twice)


def _powers(scn: Scenario, r: Reader) -> None:
    for key, p in scn.powers.items():
        path = f"$.powers[{key}]"
        if p.is_major != (key in MAJORS):
            r.fault(f"{path}.kind", "major_powers")
        if p.is_major != (p.alliance_drm is None):
            r.fault(f"{path}.alliance_drm", "alliance_of_minors_only")  # only minors make alliances (6.3)
        if p.is_major != (p.sp_limit is not None):
            r.fault(f"{path}.sp_limit", "limit_of_majors_only")  # only major powers have a limit (3.12)


def _check_homes(scn: Scenario, r: Reader) -> None:
    for key, p in scn.powers.items():
        boxes = sum(b.power == key for b in scn.boxes.values())
        if boxes != int(p.has_box):
            r.fault(f"$.powers[{key}].has_box", "box_count", found=boxes)


def _leaders(scn: Scenario, r: Reader) -> None:
    for key, leader in scn.leaders.items():
        path = f"$.leaders[{key}]"
        r.check_names(f"{path}.power", [leader.power], [*scn.powers, BYZANTIUM], "unknown_power")
        if leader.replaces is not None:
            r.check_names(f"{path}.replaces", [leader.replaces], scn.leaders, "unknown_leader")
        if leader.arrives_in is not None:
            r.check_names(f"{path}.arrives_in", [leader.arrives_in], scn.provinces, "unknown_province")


def _check_leaders(scn: Scenario, r: Reader) -> None:
    """Check that every power has a leader from the start, and that the cup has enough leaders for the armies
    (3.24).
    """
    for power in scn.powers:
        if not any(x.power == power and x.arrival_turn == 1 for x in scn.leaders.values()):
            r.fault(f"$.powers[{power}]", "power_without_leader")
    drawn = sum(x.in_first_cup for x in scn.leaders.values())
    starting = sum(a.start for a in scn.armies.values())
    if drawn < starting or len(scn.magistri_militum) < len(scn.armies):
        r.fault("$.leaders.magistri_militum", "too_few_leaders", in_first_cup=drawn, armies=len(scn.armies))


def _armies(scn: Scenario, r: Reader) -> None:
    if len(scn.armies) != scn.counters.byzantine_armies:
        r.fault("$.armies", "army_count", stated=scn.counters.byzantine_armies, found=len(scn.armies))
    for key, army in scn.armies.items():
        if army.start and army.min_start_sp is None:
            r.fault(f"$.armies[{key}].min_start_sp", "missing_field", field="min_start_sp")


def _check_turns(scn: Scenario, r: Reader) -> None:
    if not scn.turns or sorted(scn.turns) != list(range(1, max(scn.turns) + 1)):
        r.fault("$.turns", "turns_in_order")


def _check_markers(scn: Scenario, r: Reader) -> None:
    """Check that each major power has enough markers for its starting provinces (3.31, 3.32)."""
    for power, limit in scn.counters.control_markers.items():
        needed = sum(p.start_control == power for p in scn.provinces.values())
        if limit < needed:
            r.fault(f"$.counters.control_markers.value.{power}", "not_a_number", low=needed, high=MOST)


_MEMBERS = "provinces[].id provinces[].prefecture provinces[].counts_for_prefecture prefectures[].id"
_LEADERS = "leaders.magistri_militum[].id leaders.barbarian[].id leaders.barbarian[].power powers[].id"
CHECKS: tuple[Check[Scenario], ...] = (
    Check(_check_needed, "provinces[].id prefectures[].id powers[].id"),
    Check(_check_groups, "provinces[].id provinces[].groups"),
    Check(_check_province_counts, f"{_MEMBERS} prefectures[].provinces"),
    Check(_check_revenues, f"{_MEMBERS} prefectures[].revenue provinces[].revenue"),
    Check(_check_two_thirds, "prefectures[].id prefectures[].provinces prefectures[].two_thirds"),
    Check(_check_lazica, "provinces[].id provinces[].counts_for_prefecture provinces[].frontier_allowed"),
    Check(_check_holders, "provinces[].start_control powers[].id"),
    Check(_check_activation_numbers, "powers[].id powers[].activation"),
    Check(_powers, "powers[].id powers[].kind powers[].alliance_drm powers[].sp_limit"),
    Check(_check_homes, "powers[].id powers[].has_box boxes[].id boxes[].power"),
    Check(
        _leaders,
        f"{_LEADERS} leaders.barbarian[].replaces leaders.barbarian[].arrives_in provinces[].id",
    ),
    Check(
        _check_leaders,
        f"{_LEADERS} leaders.barbarian[].arrival_turn leaders.magistri_militum[].in_first_cup armies[].id"
        " armies[].start",
    ),
    Check(_armies, "armies[].id armies[].start armies[].min_start_sp counters.byzantine_armies"),
    Check(_check_turns, "turns[]"),
    Check(_check_markers, "counters.control_markers provinces[].start_control"),
    *atlas.CHECKS,
    *deployment.CHECKS,
)
