"""Where an army had best go: every province it can get to, what there is to do there, and how soon."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import NamedTuple

from campaigns.rules.justinian import lazica, march
from campaigns.rules.justinian.battle_forces import hypothetical
from campaigns.rules.justinian.frames import March
from campaigns.rules.justinian.geography import entries, neighbours
from campaigns.rules.justinian.land_battle import attacker_drms, defender_drms, total
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import BYZANTIUM, MAJORS, Army, State, enemy, force_sp, sp_at, strengths
from campaigns.rules.justinian.tables import battle_result, movement_allowance

SAMPLE = (1, 3, 5, 6, 8)  # faces that stand for a die
GOOD_EDGE = 0.4
FAR = 14  # MP beyond which nothing is planned


class Plan(NamedTuple):
    """``score`` per effort; ``goal`` and the first step towards it (the place itself when already there)."""

    score: float
    goal: str
    step: str
    cost: int


@dataclass(frozen=True)
class Sums:
    """Mean losses of both sides."""

    gain: float
    loss: float


def expect(table: Table, state: State, army: str, place: str, target: str, seat: str) -> Sums:
    """What an attack there would cost both sides on an average die."""
    battle = hypothetical(table, state, army, place, target, seat)
    if not battle.defender_sp:
        return Sums(0.0, 0.0)
    mine, theirs = total(attacker_drms(battle)), total(defender_drms(battle))
    gain = sum(min(battle.defender_sp, battle_result(battle.attacker_sp, d + mine)) for d in SAMPLE)
    loss = sum(min(battle.attacker_sp, battle_result(battle.defender_sp, d + theirs)) for d in SAMPLE)
    return Sums(gain / len(SAMPLE), loss / len(SAMPLE))


def edge(table: Table, state: State, army: str, place: str, seat: str, target: str = "all") -> float:
    """Positive when the attack pays. A garrison that loses is wiped out, which counts."""
    sums = expect(table, state, army, place, target, seat)
    if sums.gain == sums.loss == 0.0:
        return -0.5 if sp_at(state, place, enemy(seat)) else 0.0
    bonus = 0.0
    if seat != BYZANTIUM and sums.gain > sums.loss and place in state.frontier:
        bonus = min(2.0, state.frontier[place].sp / 2)
    return sums.gain - sums.loss + bonus


def best_target(
    table: Table, state: State, army: str, seat: str, targets: tuple[str, ...]
) -> tuple[float, str]:
    place = state.armies[army].at
    return max(((edge(table, state, army, place, seat, t), t) for t in targets), default=(0.0, ""))


@dataclass(frozen=True)
class Lay:
    """Who stands where, reckoned once for many questions."""

    foes: dict[str, int]
    friends: dict[str, int]


def lay_of(state: State, seat: str) -> Lay:
    return Lay(strengths(state, enemy(seat)), strengths(state, seat))


def value(table: Table, state: State, army: Army, place: str, seat: str, lay: Lay) -> float:
    """What taking that province would be worth, apart from the fight for it."""
    province = table.scn.provinces[place]
    worth = 1.5 + 2.0 * province.revenue + (3.0 if province.is_city else 0.0)
    if province.counts and place in table.scn.prefectures[province.prefecture].must_control:
        worth += 2.0  # without it there is no prefecture (10.21)
    foes = lay.foes.get(place, 0)
    if place == "lazica":
        worth = 4.0
    if seat == BYZANTIUM:
        if army.power != BYZANTIUM:
            return worth if foes else 0.0
        return worth if foes or place in state.markers else 0.0
    if place in state.markers and not foes:
        return 0.0
    own = army.total if army.at == place else 0
    if lay.friends.get(place, 0) > own and not foes:
        return 0.0
    if army.power not in MAJORS:  # no markers: only what it stands on
        return worth * (0.9 if province.is_city else 0.5)
    return worth


def zone(table: Table, army: Army) -> frozenset[str] | None:
    """Where a Byzantine army may stop; None: anywhere."""
    return table.scn.armies[army.id].end_zone if army.power == BYZANTIUM else None


def distances(table: Table, state: State, army: Army, seat: str, lay: Lay) -> dict[str, tuple[int, str]]:
    """MP to every province and the first step, by way of places where it may stop; foes end a way."""
    inside, best = zone(table, army), {army.at: (0, army.at)}
    extra = int(army.disorganised) + int(army.defeated)
    heap: list[tuple[int, str, str]] = [(0, army.at, "")]
    while heap:
        cost, place, first = heapq.heappop(heap)
        if cost > best[place][0] or cost > FAR:
            continue
        foes = place in lay.foes
        if foes and place != army.at:
            continue
        ways = (
            neighbours(table.scn, place)
            if place in table.scn.provinces
            else dict.fromkeys(entries(table.scn, army.power), "land")
        )
        for way, kind in ways.items():
            if inside is not None and way not in inside:
                continue
            if way == "lazica" and lazica.barred(state, army, seat):
                continue
            price = cost + 1 + extra + (1 if kind == "strait" else 0) + (1 if foes else 0)
            if way not in best or price < best[way][0]:
                best[way] = (price, first or way)
                heapq.heappush(heap, (price, way, first or way))
    return best


def pace(table: Table, army: Army) -> float:
    leader = table.scn.leaders[army.leader or ""]
    return sum(movement_allowance(leader.movement, d) for d in SAMPLE) / len(SAMPLE)


def plan(table: Table, state: State, army_id: str, seat: str, mp: int | None = None) -> Plan | None:
    """The goal with the best return; within ``mp`` if an activation is under way."""
    army = state.armies[army_id]
    if not force_sp(state, army_id) or not army.leader:
        return None
    speed, lay = pace(table, army), lay_of(state, seat)
    found: Plan | None = None
    for place, (cost, step) in distances(table, state, army, seat, lay).items():
        if place not in table.scn.provinces:
            continue
        worth = value(table, state, army, place, seat, lay)
        if worth <= 0.0:
            continue
        if place in lay.foes:
            if army.defeated:
                continue
            advantage = edge(table, state, army_id, place, seat)
            if advantage < GOOD_EDGE:
                continue
            worth += advantage
        work = 1  # to attack, or to put or take a marker
        reach = mp if mp is not None else speed
        effort = cost + work
        score = worth / (effort + 1.0) if effort <= reach else worth / (effort + 1.0) * 0.45
        if found is None or (score, place) > (found.score, found.goal):
            found = Plan(score, place, step, cost)
    return found


def can_step(table: Table, state: State, frame: March, step: str) -> bool:
    return step in march.moves(table, state, frame)
