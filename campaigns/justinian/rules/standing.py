"""Standing orders: what a seat wants answered while it is away (issue 4, item 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import standing_affairs as affairs
from campaigns.justinian.rules.battle import retreat
from campaigns.justinian.rules.battle.battle import commanders
from campaigns.justinian.rules.ground import frames as fr
from campaigns.justinian.rules.ground.leaders import battle_rating, control_rating
from campaigns.justinian.rules.ground.loss_shares import ARMIES_FIRST, GARRISONS_FIRST, SPREAD, shares
from campaigns.justinian.rules.ground.play import Table
from campaigns.justinian.rules.ground.state import State, enemy, force_sp, sp_at
from campaigns.justinian.rules.ground.tables import EXPENSES
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.segment.alliance import hosts
from campaigns.justinian.rules.turn.maintenance import plan
from engine.game import Decision, Facts, Number, Option, OrderKind, Pick


def _policy(*values: str) -> Pick:
    return Pick("policy", tuple(Option(v) for v in values))


ORDER_KINDS: tuple[OrderKind, ...] = (
    OrderKind("bribe", (Number("gold", 0, 9, 3), Number("keep", 0, 200, 10)), "6.32"),
    OrderKind(
        "retreat_before",
        (_policy("stand", "if_outnumbered", "always"), Number("percent", 100, 500, 200)),
        "8.13",
    ),
    OrderKind("intercept", (_policy("never", "if_stronger", "always"), Number("control", 0, 9, 4)), "7.31"),
    OrderKind("sea_intercept", (_policy("never", "if_stronger", "always"),), "7.34"),
    OrderKind("evade", (_policy("fight", "if_weaker", "evade"),), "7.36"),
    OrderKind("losses", (_policy("garrisons_first", "armies_first", "spread"),), "8.21"),
    OrderKind("withdraw", (_policy("to_friends", "to_city", "by_sea"),), "8.21"),
    OrderKind("sea_withdraw", (_policy("to_friends", "to_city"),), "8.33"),
    OrderKind("command", (_policy("best_battle", "best_control"),), "8.12"),
    OrderKind("ally", (_policy("join", "march", "nothing"),), "6.34"),
    OrderKind("treasury", (Pick("dice", (Option(1), Option(10))),), "5.42"),
    OrderKind("sardinia", (_policy("strongest", "weakest"),), "9.0"),
    OrderKind("nika", (_policy("weakest", "strongest"),), "9.0"),
    OrderKind("maintenance", (Number("keep", 0, 200, 10),), "5.2"),
    OrderKind("new_army", (_policy("never", "always"),), "5.34"),
    OrderKind("change_leaders", (_policy("never", "beaten"), Number("battle", 0, 5, 1)), "4.14"),
    OrderKind("new_leader", (_policy("to_troops", "to_city"),), "4.22"),
    OrderKind("segments", (_policy("segments", "everything"),), "6.1"),
)

# What belongs to playing a segment, from choosing it to its last step: the order "segments" answers these.
SEGMENT = frozenset(
    {
        "barbarian_segment",
        "barbarian_unit",
        "place_tribe",
        "operation",
        "operation_place",
        "byzantine_segment",
        "place_recruits",
        "march",
        "sail",
        "late_fort",
    }
)


def plays(decision: Decision, orders: Facts) -> bool:
    """Has the seat left this decision to the program? Off unless ordered: who sleeps for one night does not
    lose a segment by passing. An order for the kind of decision itself comes first."""
    order = orders.get("segments")
    if order is None:
        return False
    return decision.kind in SEGMENT or (order.get("policy") == "everything" and decision.kind not in orders)


def standing(table: Table, state: State, decision: Decision, orders: Facts) -> Any | None:
    """The action that the orders give for that decision, or None when they say nothing."""
    order = orders.get(decision.kind)
    answer = ANSWERS.get(decision.kind)
    if order is None or answer is None or not state.stack:
        return None
    return answer(table, state, state.stack[-1], order)


def _bribe(table: Table, state: State, frame: fr.Bribing, order: Facts) -> Any:
    spare = max(0, state.gold - int(order.get("keep", 0)))
    gold = min(int(order.get("gold", 0)), EXPENSES["bribe_max"], spare)
    return act.OfferBribe(gold - gold % EXPENSES["bribe_step"])


def _retreat_before(table: Table, state: State, frame: fr.Battle, order: Facts) -> Any:
    head = frame.queue[0]
    attackers = sum(force_sp(state, a) for a in frame.attackers if a in state.armies)
    own = sp_at(state, frame.province, enemy(frame.seat)) if frame.target == "all" else force_sp(state, head)
    policy = order.get("policy", "stand")
    outnumbered = attackers * 100 >= own * int(order.get("percent", 200))
    if policy == "stand" or (policy == "if_outnumbered" and not outnumbered):
        return act.Stand()
    seat = enemy(frame.seat)
    best = min(
        retreat.ways_out(table, state, frame),
        key=lambda p: (
            sp_at(state, p, frame.seat),
            retreat.leaving_drm(state, head, p),
            -sp_at(state, p, seat),
            p,
        ),
    )
    return act.RetreatTo(best)


def _intercept(table: Table, state: State, frame: fr.Intercept, order: Facts) -> Any:
    policy, least = order.get("policy", "never"), int(order.get("control", 0))
    mover = force_sp(state, frame.mover)
    chosen = tuple(
        a
        for a in frame.candidates
        if policy == "always"
        or (
            policy == "if_stronger"
            and force_sp(state, a) > mover
            and control_rating(table, state.armies[a])
            - interception.drm(table, state, state.armies[a], frame.province)
            >= least
        )
    )
    return act.InterceptWith(chosen)


def _sea_intercept(table: Table, state: State, frame: fr.SeaCheck, order: Facts) -> Any:
    hunter = max(frame.patrols, key=lambda k: (state.fleets[k].sp, k))
    stronger = state.fleets[hunter].sp > state.fleets[frame.mover].sp
    policy = order.get("policy", "never")
    if policy == "always" or (policy == "if_stronger" and stronger):
        return act.InterceptAtSea(hunter)
    return act.Pass()


def _evade(table: Table, state: State, frame: fr.SeaCheck, order: Facts) -> Any:
    weaker = state.fleets[frame.patrols[0]].sp > state.fleets[frame.mover].sp
    policy = order.get("policy", "fight")
    if policy == "evade" or (policy == "if_weaker" and weaker):
        return act.Evade()
    return act.Fight()


def _losses(table: Table, state: State, frame: fr.Losses, order: Facts) -> Any:
    """Every policy spares the last SP of an army as long as it can."""
    ranks = {"armies_first": ARMIES_FIRST, "spread": SPREAD}.get(order.get("policy", ""), GARRISONS_FIRST)
    return act.TakeLosses(shares(state, frame.units, frame.sp, ranks))


def _withdraw(table: Table, state: State, frame: fr.Withdraw, order: Facts) -> Any:
    land, sea = retreat.preferred(table, state, frame)
    if sea and (order.get("policy") == "by_sea" or not land):
        return act.RetreatBySea(retreat.haven(state, frame, sea))

    def rank(province: str) -> tuple[int, int, str]:
        city = 0 if table.scn.provinces[province].is_city else 1
        friends = -sp_at(state, province, frame.seat)
        pair = (city, friends) if order.get("policy") == "to_city" else (friends, city)
        return (*pair, province)

    return act.RetreatTo(min(land, key=rank))


def _command(table: Table, state: State, frame: fr.Battle, order: Facts) -> Any:
    heads, _ = commanders(table, state, frame)
    rating = control_rating if order.get("policy") == "best_control" else battle_rating
    return act.Command(max(heads, key=lambda h: (rating(table, state.armies[h]), h)))


def _ally(table: Table, state: State, frame: fr.AllyUse, order: Facts) -> Any:
    policy = order.get("policy", "join")
    if policy == "march":
        return act.MarchAlly()
    joining = hosts(table, state, state.armies[frame.army])
    if policy == "join" and joining:
        return act.JoinArmy(max(joining, key=lambda a: (a.total, a.id)).id)
    return act.Pass()


def _treasury(table: Table, state: State, frame: fr.Capture, order: Facts) -> Any:
    return act.TakeTreasury(int(order.get("dice", 1)))


def _maintenance(table: Table, state: State, frame: fr.Maintain, order: Facts) -> Any:
    return act.PayMaintenance(plan(state, max(0, state.gold - int(order.get("keep", 0)))))


ANSWERS: dict[str, Callable[[Table, State, Any, Facts], Any]] = {
    "bribe": _bribe,
    "retreat_before": _retreat_before,
    "intercept": _intercept,
    "sea_intercept": _sea_intercept,
    "evade": _evade,
    "losses": _losses,
    "withdraw": _withdraw,
    "command": _command,
    "ally": _ally,
    "treasury": _treasury,
    "maintenance": _maintenance,
    "sea_withdraw": affairs.sea_withdraw,
    "sardinia": affairs.sardinia,
    "nika": affairs.nika,
    "new_army": affairs.new_army,
    "change_leaders": affairs.change_leaders,
    "new_leader": affairs.new_leader,
}
