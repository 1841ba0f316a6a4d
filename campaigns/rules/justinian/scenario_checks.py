"""Whether the parts of a scenario fit together: counts, symmetry, coverage, a legal suggested set-up.

What the rulebook's text fixes for every map is checked against the rules; what a GM may correct (which
provinces, what revenue) is checked against the scenario's own numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from campaigns.rules.justinian.scenario_graph import adjacency, components
from campaigns.rules.justinian.scenario_reading import MOST, Reader
from campaigns.rules.justinian.scenario_types import (
    BYZANTIUM,
    EUROPA,
    LAZICA,
    MAJORS,
    PREFECTURES,
    SARDINIA,
    Scenario,
)
from engine.game import Facts

_GROUPS = {"armenia": 4, "thrace_army_placement": 6, "egypt_revolt": 7}


def check(scn: Scenario, raw: Facts, r: Reader) -> None:
    """Add every structural mistake to the reader."""
    _needed(scn, r)
    _prefectures(scn, r)
    _land(scn, r)
    _seas(scn, raw, r)
    _whole_map(scn, r)
    _powers(scn, r)
    _boxes(scn, raw, r)
    _leaders(scn, r)
    _armies(scn, r)
    _turns(scn, r)
    _byzantine_setup(scn, r)
    for power in scn.setup.barbarians:
        _barbarian_setup(scn, r, power)


def _known(r: Reader, path: str, names: Iterable[str], known: Iterable[str], code: str) -> None:
    known = set(known)
    for name in names:
        if name not in known:
            r.fault(path, code, name=name[:80])


def _needed(scn: Scenario, r: Reader) -> None:
    """The rules name these."""
    _known(r, "$.provinces", (EUROPA, LAZICA, SARDINIA), scn.provinces, "required_id")
    _known(r, "$.prefectures", PREFECTURES, scn.prefectures, "required_id")
    _known(r, "$.powers", MAJORS, scn.powers, "required_id")
    for group, wanted in _GROUPS.items():
        found = sum(group in p.groups for p in scn.provinces.values())
        if found != wanted:
            r.fault("$.provinces", "group_size", group=group, found=found, wanted=wanted)


def _prefectures(scn: Scenario, r: Reader) -> None:
    """3.11: the numbers of each prefecture are those of its provinces."""
    for key, f in scn.prefectures.items():
        path = f"$.prefectures[{key}]"
        revenue = sum(scn.provinces[m].revenue for m in f.members)
        if len(f.members) != f.provinces:
            r.fault(f"{path}.provinces", "province_count", stated=f.provinces, found=len(f.members))
        if revenue != f.revenue:
            r.fault(f"{path}.revenue", "revenue_sum", stated=f.revenue, found=revenue)
        if f.two_thirds != -(-2 * f.provinces // 3):
            r.fault(f"{path}.two_thirds", "two_thirds", stated=f.two_thirds, found=-(-2 * f.provinces // 3))
    if LAZICA in scn.provinces and (scn.provinces[LAZICA].counts or scn.provinces[LAZICA].frontier_allowed):
        r.fault("$.provinces[lazica]", "lazica_is_independent")  # 3.41
    for key, p in scn.provinces.items():
        if p.start_control is not None:
            _known(
                r,
                f"$.provinces[{key}].start_control",
                [p.start_control],
                [*scn.powers, BYZANTIUM],
                "unknown_power",
            )


def _land(scn: Scenario, r: Reader) -> None:
    """7.13."""
    seen: set[frozenset[str]] = set()
    for index, e in enumerate(scn.edges):
        path = f"$.land_edges[{index}]"
        _known(r, path, (e.a, e.b), scn.provinces, "unknown_province")
        pair = frozenset((e.a, e.b))
        if len(pair) < 2:
            r.fault(path, "edge_to_itself", province=e.a)
        if pair in seen:
            r.fault(path, "repeated_edge", a=e.a, b=e.b)
        seen.add(pair)
    near = adjacency(scn.provinces, scn.edges)
    for index, ring in enumerate(scn.four_corners):
        path = f"$.four_corners[{index}].ring"
        _known(r, path, ring, scn.provinces, "unknown_province")
        if len(ring) != 4:
            r.fault(path, "ring_of_four")
            continue
        sides = ((ring[i], ring[(i + 1) % 4]) for i in range(4))
        for a, b in sides:
            if b not in near.get(a, {}):
                r.fault(path, "ring_not_adjacent", a=a, b=b)
        for a, b in ((ring[0], ring[2]), (ring[1], ring[3])):
            if b in near.get(a, {}):
                r.fault(path, "ring_diagonal", a=a, b=b)


def _seas(scn: Scenario, raw: Facts, r: Reader) -> None:
    """7.2."""
    for key, sea in scn.seas.items():
        path = f"$.sea_areas[{key}]"
        _known(r, f"{path}.coasts", sea.coasts, scn.provinces, "unknown_province")
        _known(r, f"{path}.adjacent", sea.adjacent, scn.seas, "unknown_sea")
        for other in sea.adjacent:
            if other in scn.seas and key not in scn.seas[other].adjacent:
                r.fault(f"{path}.adjacent", "not_symmetric", other=other)
        for coast in sea.coasts:
            if coast in scn.provinces and key not in scn.provinces[coast].seas:
                r.fault(f"{path}.coasts", "coast_without_sea", province=coast)
    for key, p in scn.provinces.items():
        path = f"$.provinces[{key}]"
        _known(r, f"{path}.seas", p.seas, scn.seas, "unknown_sea")
        for sea_id in p.seas:
            if sea_id in scn.seas and key not in scn.seas[sea_id].coasts:
                r.fault(f"{path}.seas", "sea_without_coast", sea=sea_id)
        if p.coastal != bool(p.seas):
            r.fault(f"{path}.coastal", "coastal_means_seas")
        if p.island and not p.coastal:
            r.fault(f"{path}.island", "island_without_coast")
    _same_links(r, raw, "sea_edges", {frozenset((a, b)) for a, s in scn.seas.items() for b in s.adjacent})


def _same_links(r: Reader, raw: Facts, key: str, wanted: set[frozenset[str]]) -> None:
    """The list of links agrees with what the two ends say."""
    found = {frozenset((r.word(e, "a", p), r.word(e, "b", p))) for p, e in r.items(raw, key, "a b")}
    for pair in sorted(map(sorted, found ^ wanted)):
        r.fault(f"$.{key}", "links_disagree", a=pair[0], b=pair[-1])


def _whole_map(scn: Scenario, r: Reader) -> None:
    """Every province can be reached from every other, by land, strait or sea."""
    near: dict[str, set[str]] = {k: set(v) for k, v in adjacency(scn.provinces, scn.edges).items()}
    for key, p in scn.provinces.items():
        for sea in p.seas:
            if sea in scn.seas:
                near[f"~{sea}"] = near.get(f"~{sea}", set()) | {key}
                near[key].add(f"~{sea}")
    for key, s in scn.seas.items():
        near.setdefault(f"~{key}", set()).update(f"~{x}" for x in s.adjacent if x in scn.seas)
    for part in components(near)[1:]:
        r.fault("$.land_edges", "cut_off", provinces=sorted(x.lstrip("~") for x in part))


def _powers(scn: Scenario, r: Reader) -> None:
    """6.22: 00-99 once each."""
    hits = Counter(n for p in scn.powers.values() for n in range(p.low, p.high + 1))
    missing = sorted(set(range(100)) - set(hits))
    twice = sorted(n for n, times in hits.items() if times > 1 or not 0 <= n < 100)
    if missing or twice:
        r.fault("$.powers", "activation_range", missing=missing, twice=twice)
    for key, p in scn.powers.items():
        path = f"$.powers[{key}]"
        if p.is_major != (key in MAJORS):
            r.fault(f"{path}.kind", "major_powers")
        if p.is_major != (p.alliance_drm is None):
            r.fault(f"{path}.alliance_drm", "alliance_of_minors_only")  # 6.3
        if p.is_major != (p.sp_limit is not None):
            r.fault(f"{path}.sp_limit", "limit_of_majors_only")  # 3.12
        boxes = sum(b.power == key for b in scn.boxes.values())
        if boxes != int(p.has_box):
            r.fault(f"{path}.has_box", "box_count", found=boxes)


def _boxes(scn: Scenario, raw: Facts, r: Reader) -> None:
    """2.1, 7.19."""
    for key, b in scn.boxes.items():
        path = f"$.boxes[{key}]"
        _known(r, f"{path}.power", [b.power], scn.powers, "unknown_power")
        _known(r, f"{path}.entries", b.entries, scn.provinces, "unknown_province")
        _known(r, f"{path}.links", b.links, scn.boxes, "unknown_box")
        if not b.entries:
            r.fault(f"{path}.entries", "box_without_entry")
        for other in b.links:
            if other in scn.boxes and key not in scn.boxes[other].links:
                r.fault(f"{path}.links", "not_symmetric", other=other)
    _same_links(r, raw, "box_links", {frozenset((a, x)) for a, b in scn.boxes.items() for x in b.links})


def _leaders(scn: Scenario, r: Reader) -> None:
    for key, leader in scn.leaders.items():
        path = f"$.leaders[{key}]"
        _known(r, f"{path}.power", [leader.power], [*scn.powers, BYZANTIUM], "unknown_power")
        if leader.replaces is not None:
            _known(r, f"{path}.replaces", [leader.replaces], scn.leaders, "unknown_leader")
        if leader.arrives_in is not None:
            _known(r, f"{path}.arrives_in", [leader.arrives_in], scn.provinces, "unknown_province")
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


def _turns(scn: Scenario, r: Reader) -> None:
    if not scn.turns or sorted(scn.turns) != list(range(1, max(scn.turns) + 1)):
        r.fault("$.turns", "turns_in_order")


def _byzantine_setup(scn: Scenario, r: Reader) -> None:
    """3.2: the suggested deployment is a legal one."""
    s, path = scn.setup.byzantium, "$.setup.byzantium.suggested"
    if s.land_sp > scn.counters.byzantine_sp_limit:  # 4.31
        r.fault("$.counters.byzantine_sp_limit.value", "not_a_number", low=s.land_sp, high=MOST)
    for name in sorted(set(s.frontier_prefectures) - set(PREFECTURES)):
        r.fault(
            "$.setup.byzantium.frontier_where.prefectures",
            "unknown_value",
            value=name[:80],
            allowed=sorted(PREFECTURES),
        )
    _known(
        r,
        "$.setup.byzantium.frontier_where.exclude",
        s.frontier_exclude,
        scn.provinces,
        "unknown_province",
    )
    placed = sum(sp for _, sp in s.suggested.armies.values()) + sum(s.suggested.frontier.values())
    if placed != s.land_sp:
        r.fault(path, "sp_sum", stated=s.land_sp, found=placed)
    wanted = {k for k, a in scn.armies.items() if a.start}
    if set(s.suggested.armies) != wanted:
        r.fault(f"{path}.armies", "starting_armies", wanted=sorted(wanted))
    for key, (place, sp) in s.suggested.armies.items():
        army = scn.armies.get(key)
        if army and place not in army.setup:
            r.fault(f"{path}.armies.{key}", "outside_setup_zone", province=place[:80])
        if army and not (army.min_start_sp or 0) <= sp <= scn.counters.army_sp_limit:
            r.fault(
                f"{path}.armies.{key}", "not_a_number", low=army.min_start_sp, high=scn.counters.army_sp_limit
            )
    for place in s.suggested.frontier:
        p = scn.provinces.get(place)
        legal = p and p.prefecture in s.frontier_prefectures and place not in s.frontier_exclude
        if not (legal and p and p.frontier_allowed):
            r.fault(f"{path}.frontier.{place}", "no_frontier_here")
    _fleets(scn, r, f"{path}.fleets", s.suggested.fleets, s.fleet_sp, s.fleets_fixed)
    if sum(s.fleets_fixed.values()) + s.fleets_free_sp != s.fleet_sp:
        r.fault("$.setup.byzantium.fleets_free", "sp_sum", stated=s.fleet_sp, found=s.fleets_free_sp)


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


def _barbarian_setup(scn: Scenario, r: Reader, power: str) -> None:
    """3.31, 3.32."""
    s, path = scn.setup.barbarians[power], f"$.setup.{power}"
    _known(r, f"{path}.leader", [s.leader], scn.leaders, "unknown_leader")
    limit = scn.powers[power].sp_limit if power in scn.powers else None
    if limit is not None and s.land_sp > limit:  # 4.35
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
