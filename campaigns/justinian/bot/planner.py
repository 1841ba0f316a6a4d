"""Finds an army's best destination among all provinces in reach, by the gain and the time needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from campaigns.justinian.bot import remnants
from campaigns.justinian.bot.chances import chances_of_attack
from campaigns.justinian.bot.outlook import CAPITAL, CAPITAL_GUARD, Outlook, mortal_powers, outlook, worth
from campaigns.justinian.rules.march import march
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.geography import arrows, mp_distance, neighbours
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.tables import movement_allowance
from engine.routes.shortest_paths import cheapest

GOOD_CHANCE = 0.55  # lowest chance of winning at which Barbarians attack
LAST_CHANCE = 0.4  # lowest chance of winning at which Barbarians attack in the last turn
SP_WORTH = 0.7  # value of an SP that the enemy loses
OWN_SP = 0.8  # cost of an SP that Byzantium loses
DEFEAT = 2.0  # cost of a lost battle, in addition to its losses
DEFEAT_SP = 0.1  # added to that cost for each SP of the beaten force, which cannot act for a while
LEAST_CHANCE = 0.35  # lowest chance of winning at which Byzantium attacks
LAST_CARE = 0.2  # weight of Byzantium's losses in the last turn
RASH_CHANCE = 0.15  # replaces LEAST_CHANCE if the prize is decisive and the turn is about to end
DECISIVE = 20.0
LATE_SEGMENTS = 2  # number of last segments in which the turn is about to end
FAR = 14  # no goal farther away than this many MP is considered
WEAK = 0.5  # an enemy below this share of an army's SP needs no second army
ROUND = 8  # maximum number of stops considered for one march
LATER = 0.9  # discount on a goal that takes more than the current activation


class Plan(NamedTuple):
    """The best plan for an army. ``score`` is the gain per effort. ``step`` is the first step towards
    ``goal``, or the army's own place if that is the goal. ``join`` lists the armies to combine with first
    (6.52).
    """

    score: float
    goal: str
    step: str
    cost: int
    join: tuple[str, ...] = ()


class Blocker(NamedTuple):
    """An enemy that the army is not sure to beat alone, with the value of the enemy's place."""

    worth: float
    place: str


def attack_worth(
    pos: Position,
    army: str,
    place: str,
    target: str,
    seat: str,
    prize: float,
    crossing: bool = False,
) -> float:
    """Return the value of an attack. It is the prize times the chance of winning, minus the attacker's
    losses, plus the enemy's. The bot does not attack if the value is negative.
    """
    odds = chances_of_attack(pos, army, place, target, seat, crossing)
    if seat == BYZANTIUM:
        rash = prize >= DECISIVE and pos.state.segments >= pos.options.segments_a_turn - LATE_SEGMENTS
        if odds.win < (RASH_CHANCE if rash else LEAST_CHANCE):
            return -1.0
        sp_worth = SP_WORTH * (2.0 if mortal_powers(pos.state, place) else 1.0)
        beaten = max(0.0, 1.0 - odds.win - odds.tie)
        care = LAST_CARE if pos.state.turn >= pos.scn.last_turn else 1.0
        dear = remnants.harm(pos, place, odds)
        return (
            odds.win * prize
            + sp_worth * odds.gain
            - care * OWN_SP * odds.loss
            - care * beaten * (DEFEAT + DEFEAT_SP * pos.force_sp(army))
            - care * dear
        )
    good = GOOD_CHANCE if pos.state.turn < pos.scn.last_turn else LAST_CHANCE
    if odds.win < good:
        return -1.0
    return odds.win * prize + SP_WORTH * odds.gain - SP_WORTH * 0.7 * odds.loss


def best_target(
    pos: Position, army: str, seat: str, targets: Iterable[str], crossing: bool = False
) -> tuple[float, str]:
    """Return (value, target) for the best target in the army's place. The bot does not attack if the value
    is 0 or less.
    """
    place = pos.state.armies[army].at
    view = outlook(pos)
    prize = worth(pos, pos.state.armies[army], place, seat, view)
    found = [
        (attack_worth(pos, army, place, t, seat, prize * (1.0 if t == "all" else 0.6), crossing), t)
        for t in targets
    ]
    return max(found, default=(-1.0, ""))


def zone(pos: Position, army: Army) -> frozenset[str] | None:
    """Return the provinces where a Byzantine force can end its activation. Return None for other armies,
    which can end anywhere.
    """
    if army.power != BYZANTIUM:
        return None
    zones = [pos.scn.armies[a.id].end_zone for a in pos.force(army.id)]
    return frozenset.intersection(*zones)


def distances(pos: Position, army: Army, view: Outlook, seat: str) -> dict[str, tuple[int, str]]:
    """Return the MP to every province in reach and the first step to it. Routes lead through the army's zone
    and end at enemies.
    """
    inside = zone(pos, army)
    all_foes = view.foes(seat)
    extra = int(army.disorganised) + int(army.defeated)

    def onward(place: str, cost: int, first: str) -> Iterator[tuple[str, int, str]]:
        foes = place in all_foes
        if cost > FAR or foes and place != army.at:
            return
        ways = (
            neighbours(pos.scn, place)
            if place in pos.scn.provinces
            else dict.fromkeys(arrows(pos.scn, place), "land")
        )
        for way, kind in ways.items():
            if inside is not None and way not in inside:
                continue
            if way == "lazica" and lazica.is_barred(pos.state, army, seat):
                continue
            price = cost + 1 + extra + (1 if kind == "strait" else 0) + (1 if foes else 0)
            yield way, price, first or way

    found = cheapest({army.at: (0, "")}, onward)
    return {place: (cost, first or army.at) for place, (cost, first) in found.items()}


def pace(setting: Setting, army: Army) -> float:
    """Return the average MP that the army's leader rolls."""
    rating = setting.scn.leaders[army.leader or ""].movement
    return sum(movement_allowance(rating, d) for d in range(10)) / 10


class Stop(NamedTuple):
    """A province with something to gain. ``cost`` is the MP to reach it, and ``work`` the MP spent in it.
    ``going_on`` is the chance that the army can continue afterwards.
    """

    gain: float
    place: str
    step: str
    cost: int
    work: int
    going_on: float


def plan(pos: Position, army_id: str, seat: str, mp: float | None = None) -> Plan | None:
    """Return the best plan for an army, or None if it can gain nothing. ``mp``: the MP left if its activation
    is in progress. Byzantine armies also consider combining with another army.
    """
    army = pos.state.armies[army_id]
    if not pos.force_sp(army_id) or not army.leader:
        return None
    reach = mp if mp is not None else pace(pos.setting, army)
    blocked: list[Blocker] = []
    stops = list(_stops(pos, army, seat, reach, blocked))
    found = [best_round(pos.setting, stops, reach)] if stops else []
    if army.power == BYZANTIUM and not is_pinned(pos, army):
        found += _joint_plans(pos, army, seat, reach, blocked)
    return max(found, default=None)


def best_round(setting: Setting, stops: list[Stop], reach: float) -> Plan:
    """Return the best plan: a march through several stops in this activation, or to a single stop that takes
    more than one. ``reach``: the MP of an activation.
    """
    near = sorted((s for s in stops if s.cost + s.work <= reach), reverse=True)[:ROUND]
    best = max(
        (Plan(_gain_from(setting, s, near, reach - s.cost), s.place, s.step, s.cost) for s in near),
        default=None,
    )
    for s in stops:
        if s.cost + s.work > reach:
            score = LATER * s.gain * reach / (s.cost + s.work)
            if best is None or score > best.score:
                best = Plan(score, s.place, s.step, s.cost)
    assert best is not None
    return best


def _gain_from(setting: Setting, here: Stop, others: list[Stop], left: float) -> float:
    left -= here.work
    if left < 2:
        return here.gain
    away = mp_distance(setting.scn, here.place)
    rest = [s for s in others if s is not here]
    onward = max(
        (
            _gain_from(setting, s, rest, left - away[s.place])
            for s in rest
            if away.get(s.place, 99) + s.work <= left
        ),
        default=0.0,
    )
    return here.gain + here.going_on * onward


def is_pinned(pos: Position, army: Army) -> bool:
    """Return whether the army must stay because the capital would otherwise be too weak."""
    if army.at != CAPITAL or army.power != BYZANTIUM:
        return False
    return pos.sp_at(CAPITAL, BYZANTIUM) - pos.force_sp(army.id) < CAPITAL_GUARD


def _stops(
    pos: Position, army: Army, seat: str, reach: float, blocked: list[Blocker] | None = None
) -> Iterator[Stop]:
    view = outlook(pos)
    foes = view.foes(seat)
    tied = is_pinned(pos, army)
    for place, (cost, step) in distances(pos, army, view, seat).items():
        if place not in pos.scn.provinces or (tied and place != CAPITAL):
            continue
        prize = worth(pos, army, place, seat, view)
        if prize <= 0.0:
            continue
        if place not in foes:
            yield Stop(prize, place, step, cost, 1, 1.0)
            continue
        if army.defeated:
            continue
        gain = max(
            attack_worth(pos, army.id, place, t, seat, prize * (1.0 if t == "all" else 0.6))
            for t in march.targets(pos.state, place, seat)
        )
        if gain > 0.0:
            yield Stop(gain, place, step, cost, 1 + (place in pos.state.markers), 0.5)
        if blocked is not None and (gain <= 0.0 or foes[place] > WEAK * pos.force_sp(army.id)):
            blocked.append(Blocker(prize, place))


def join_armies(state: State, head: str, others: Iterable[str], at: str) -> State:
    """Return the state after the other armies have been combined under the army ``head`` at a place."""
    armies = dict(state.armies)
    armies[head] = replace(armies[head], at=at)
    for other in others:
        for member in state.force(other):
            armies[member.id] = replace(armies[member.id], at=at, head=head)
    return replace(state, armies=armies)


def _joint_plans(
    pos: Position, army: Army, seat: str, reach: float, blocked: list[Blocker]
) -> Iterator[Plan]:
    """Yield plans to combine with another army against an enemy that neither army is sure to beat alone."""
    if not blocked or army.defeated:
        return
    aims = {b.place for b in blocked}
    ways = distances(pos, army, outlook(pos), seat)
    for partner in pos.state.armies.values():
        if partner.power != BYZANTIUM or partner.head or partner.id == army.id or partner.total < 5:
            continue
        if partner.at not in ways or is_pinned(pos, partner) or army.head == partner.id:
            continue
        cost, step = ways[partner.at]
        after = join_armies(pos.state, army.id, (partner.id,), partner.at)
        left = max(0.0, reach - cost - 1)
        stops = [
            s
            for s in _stops(Position(pos.setting, after), after.armies[army.id], seat, left)
            if s.place in aims
        ]
        if stops:
            best = max(s.gain * min(1.0, reach / (cost + 1 + s.cost + s.work)) for s in stops)
            yield Plan(best * LATER, partner.at, step, cost, (partner.id,))


def can_step(pos: Position, frame: March, step: str) -> bool:
    return step in march.moves(pos, frame)
