"""Where an army had best go: every province it can get to, what there is to do there, and how soon."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from campaigns.rules.justinian import lazica, march
from campaigns.rules.justinian.bot.chances import of_attack
from campaigns.rules.justinian.bot.outlook import CAPITAL, CAPITAL_GUARD, Outlook, outlook, worth
from campaigns.rules.justinian.frames import March
from campaigns.rules.justinian.geography import entries, neighbours
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.state import BYZANTIUM, Army, State, force, force_sp, sp_at
from campaigns.rules.justinian.tables import movement_allowance

GOOD_CHANCE = 0.55  # of winning, to attack at all
LAST_CHANCE = 0.4  # in the last turn
SP_WORTH = 0.7  # of an SP lost by either side
FAR = 14  # MP beyond which nothing is planned
GATHERING = 1.0  # what it is worth to be on the way to another army
LATER = 0.9  # what a goal beyond this activation is worth


class Plan(NamedTuple):
    """``score`` per effort; ``goal`` and the first step towards it (the place itself when already there);
    ``join`` are the armies there that it must take under it first (6.52)."""

    score: float
    goal: str
    step: str
    cost: int
    join: tuple[str, ...] = ()


class Blocked(NamedTuple):
    """An enemy that the army cannot beat alone."""

    worth: float
    place: str


def attack_worth(
    table: Table,
    state: State,
    army: str,
    place: str,
    target: str,
    seat: str,
    prize: float,
    crossing: bool = False,
) -> float:
    """What an attack is worth: the prize by its chance, and the SP of both sides. Negative: do not."""
    odds = of_attack(table, state, army, place, target, seat, crossing)
    good = GOOD_CHANCE if state.turn < table.scn.last_turn else LAST_CHANCE
    if odds.win < good:
        return -1.0
    loss_worth = SP_WORTH * (0.9 if seat == BYZANTIUM else 0.7)
    return odds.win * prize + SP_WORTH * odds.gain - loss_worth * odds.loss


def best_target(
    table: Table, state: State, army: str, seat: str, targets: Iterable[str], crossing: bool = False
) -> tuple[float, str]:
    """The target here that is worth most; 0 or less: none."""
    place = state.armies[army].at
    view = outlook(table, state)
    prize = worth(table, state, state.armies[army], place, seat, view)
    found = [
        (attack_worth(table, state, army, place, t, seat, prize * (1.0 if t == "all" else 0.6), crossing), t)
        for t in targets
    ]
    return max(found, default=(-1.0, ""))


def zone(table: Table, state: State, army: Army) -> frozenset[str] | None:
    """Where a Byzantine force may stop; None: anywhere."""
    if army.power != BYZANTIUM:
        return None
    zones = [table.scn.armies[a.id].end_zone for a in force(state, army.id)]
    return frozenset.intersection(*zones)


def distances(table: Table, state: State, army: Army, view: Outlook, seat: str) -> dict[str, tuple[int, str]]:
    """MP to every province and the first step, by way of places where it may stop; foes end a way."""
    inside, best = zone(table, state, army), {army.at: (0, army.at)}
    all_foes = view.foes(seat)
    extra = int(army.disorganised) + int(army.defeated)
    heap: list[tuple[int, str, str]] = [(0, army.at, "")]
    while heap:
        cost, place, first = heapq.heappop(heap)
        if cost > best[place][0] or cost > FAR:
            continue
        foes = place in all_foes
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
    """The mean movement die of its leader."""
    rating = table.scn.leaders[army.leader or ""].movement
    return sum(movement_allowance(rating, d) for d in range(10)) / 10


def plan(table: Table, state: State, army_id: str, seat: str, mp: float | None = None) -> Plan | None:
    """The goal with the best return; within ``mp`` if an activation is under way. Byzantine armies think of
    going together as well."""
    army = state.armies[army_id]
    if not force_sp(state, army_id) or not army.leader:
        return None
    blocked: list[Blocked] = []
    found = list(_goals(table, state, army, seat, mp, blocked))
    if army.power == BYZANTIUM and not pinned(table, state, army):
        found += _together(table, state, army, seat, mp, blocked)
    return max(found, default=None)


def pinned(table: Table, state: State, army: Army) -> bool:
    """Does the capital need that army where it is?"""
    if army.at != CAPITAL or army.power != BYZANTIUM:
        return False
    return sp_at(state, CAPITAL, BYZANTIUM) - force_sp(state, army.id) < CAPITAL_GUARD


def _goals(
    table: Table,
    state: State,
    army: Army,
    seat: str,
    mp: float | None,
    blocked: list[Blocked] | None = None,
) -> Iterator[Plan]:
    view = outlook(table, state)
    foes = view.foes(seat)
    reach = mp if mp is not None else pace(table, army)
    tied = pinned(table, state, army)
    for place, (cost, step) in distances(table, state, army, view, seat).items():
        if place not in table.scn.provinces:
            continue
        prize = worth(table, state, army, place, seat, view)
        if prize <= 0.0:
            continue
        if place in foes:
            if army.defeated:
                continue
            gain = attack_worth(table, state, army.id, place, "all", seat, prize)
            if gain <= 0.0:
                if blocked is not None:
                    blocked.append(Blocked(prize, place))
                continue
            prize = gain
        if tied and place != CAPITAL:
            continue
        effort = cost + 1  # to attack, or to put or take a marker
        score = prize / (effort + 1.0)
        yield Plan(score if effort <= reach else score * LATER, place, step, cost)


def joined(state: State, head: str, others: Iterable[str], at: str) -> State:
    """As it would be if those armies stood there combined under that one."""
    armies = dict(state.armies)
    armies[head] = replace(armies[head], at=at)
    for other in others:
        for member in force(state, other):
            armies[member.id] = replace(armies[member.id], at=at, head=head)
    return replace(state, armies=armies)


def _together(
    table: Table, state: State, army: Army, seat: str, mp: float | None, blocked: list[Blocked]
) -> Iterator[Plan]:
    """With an army in the same place, or by going to one near: to beat what neither beats alone."""
    if not blocked or army.defeated:
        return
    reach = mp if mp is not None else pace(table, army)
    ways = distances(table, state, army, outlook(table, state), seat)
    for partner in state.armies.values():
        if partner.power != BYZANTIUM or partner.head or partner.id == army.id or partner.total < 5:
            continue
        if partner.at not in ways or pinned(table, state, partner) or army.head == partner.id:
            continue
        cost, step = ways[partner.at]
        after = joined(state, army.id, (partner.id,), partner.at)
        left = max(0.0, reach - cost - 1)
        goals = _goals(table, after, after.armies[army.id], seat, left, None)
        aims = {b.place for b in blocked}
        best = max((g for g in goals if g.goal in aims), default=None)
        if best is not None:
            effort = best.cost + cost + 2
            score = best.score * (best.cost + 2.0) / (effort + 1.0)
            if cost + 1 > reach:
                score *= GATHERING
            yield Plan(score, partner.at, step, cost, (partner.id,))


def can_step(table: Table, state: State, frame: March, step: str) -> bool:
    return step in march.moves(table, state, frame)
