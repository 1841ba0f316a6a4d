"""Check whether an army can be fielded. Each problem has its line in the rulebook and possible fixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from armies.schiere.catalogue import (
    ACTION_PRICE,
    CHIEFS,
    LEAST_POINTS,
    MOST_POINTS,
    MOST_WINGS,
    ORDER_PRICE,
    WINGS,
    army_lists,
    kinds,
)
from armies.schiere.roster import Roster, cost, usual
from engine.refusals import Facts


@dataclass(frozen=True)
class Fix:
    """A way to fix a problem, by ``kind``.

    take, drop         add or remove ``count`` units of ``what``
    chief              choose the kind of chief ``what``
    no_wing            remove the last wing commander of the kind ``what``
    orders, actions    buy ``count`` in all
    points             agree on ``count`` points
    begin              begin with the usual army of the list ``what``
    """

    kind: Literal["take", "drop", "chief", "no_wing", "orders", "actions", "points", "begin"]
    what: str = ""
    count: int = 0


@dataclass(frozen=True)
class Problem:
    """A reason a roster cannot be fielded. ``path``: where the document is at fault. ``rule``: the line of
    the rulebook.
    """

    code: str
    rule: str
    path: str
    facts: Facts = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()


def check(roster: Roster) -> tuple[Problem, ...]:
    """Return everything that is wrong with a roster. A roster that can be fielded has no problems."""
    if roster.list_id not in army_lists():
        fixes = tuple(Fix("begin", one) for one in army_lists())
        return (Problem("unknown_list", "L425", "army", {"list": roster.list_id}, fixes),)
    return (*_points(roster), *_units(roster), *_command(roster), *_price(roster))


def _points(roster: Roster) -> Iterator[Problem]:
    """Yield a problem if the points, on which both sides agree, are out of range (L326)."""
    if not LEAST_POINTS <= roster.points <= MOST_POINTS:
        near = min(max(roster.points, LEAST_POINTS), MOST_POINTS)
        facts = {"low": LEAST_POINTS, "high": MOST_POINTS, "have": roster.points}
        yield Problem("points_out_of_range", "L326", "points", facts, (Fix("points", count=near),))


def _units(roster: Roster) -> Iterator[Problem]:
    """Yield problems with the units (L425-674). There must be at least one, all of the army's own kinds, and
    enough counters.
    """
    own = army_lists()[roster.list_id].kinds
    for kind, count in sorted(roster.units.items()):
        if kind not in own:
            code = "other_army" if kind in kinds() else "unknown_kind"
            yield Problem(code, "L425", f"units.{kind}", {"kind": kind}, (Fix("drop", kind, count),))
        elif count > own[kind].units:
            facts = {"kind": kind, "have": count, "most": own[kind].units}
            fix = Fix("drop", kind, count - own[kind].units)
            yield Problem("too_few_counters", f"L{own[kind].line}", f"units.{kind}", facts, (fix,))
        elif count < 0:
            fix = Fix("take", kind, -count)
            yield Problem("fewer_than_none", "L425", f"units.{kind}", {"kind": kind, "have": count}, (fix,))
    if not any(count > 0 for kind, count in roster.units.items() if kind in own):
        cheap = [kind.id for kind in own.values() if kind.points <= max(roster.points, LEAST_POINTS)]
        yield Problem("no_units", "L96", "units", fixes=tuple(Fix("take", kind, 1) for kind in cheap))


def _command(roster: Roster) -> Iterator[Problem]:
    """Yield problems with the commanders (L208-250). There must be one chief, of one of three kinds, and at
    most two wing commanders (ruling C17).
    """
    if roster.chief not in CHIEFS:
        fixes = tuple(Fix("chief", one) for one in CHIEFS)
        yield Problem("unknown_chief", "L216", "chief", {"have": roster.chief}, fixes)
    for place, wing in enumerate(roster.wings):
        if wing not in WINGS:
            yield Problem("unknown_wing", "L236", f"wings[{place}]", {"have": wing}, (Fix("no_wing", wing),))
    if len(roster.wings) > MOST_WINGS:
        facts = {"have": len(roster.wings), "most": MOST_WINGS}
        fixes = tuple(Fix("no_wing", wing) for wing in dict.fromkeys(roster.wings))
        yield Problem("too_many_wings", "L250", "wings", facts, fixes)


def _price(roster: Roster) -> Iterator[Problem]:
    """Yield problems with the price (L328-332). The points pay for units first. The remaining points buy
    orders and actions.
    """
    for name, count in (("orders", roster.orders), ("actions", roster.actions)):
        if count < 0:
            fix = Fix("orders" if name == "orders" else "actions")
            yield Problem("fewer_than_none", "L332", name, {"have": count}, (fix,))
    over = -cost(roster).left
    if over > 0:
        facts = {"have": cost(roster).total, "most": roster.points, "over": over}
        yield Problem("too_dear", "L326", "points", facts, tuple(_cheaper(roster, over)))


def _cheaper(roster: Roster, over: int) -> Iterator[Fix]:
    """Yield fixes that each save enough points: fewer orders, fewer actions, or fewer units of one kind. A
    higher points limit is offered too.
    """
    if roster.orders * ORDER_PRICE >= over:
        yield Fix("orders", count=roster.orders - -(-over // ORDER_PRICE))
    if roster.actions * ACTION_PRICE >= over:
        yield Fix("actions", count=roster.actions - -(-over // ACTION_PRICE))
    own = army_lists()[roster.list_id].kinds
    for kind, count in roster.units.items():
        if kind in own and own[kind].points * count >= over:
            yield Fix("drop", kind, -(-over // own[kind].points))
    if cost(roster).total <= MOST_POINTS:
        yield Fix("points", count=cost(roster).total)


def mend_roster(roster: Roster, fix: Fix) -> Roster:
    """Return the roster after a fix."""
    if fix.kind == "begin":
        return usual(fix.what, roster.points, roster.name) if fix.what in army_lists() else roster
    if fix.kind in ("take", "drop"):
        changed = dict(roster.units)
        changed[fix.what] = changed.get(fix.what, 0) + (fix.count if fix.kind == "take" else -fix.count)
        return replace(roster, units={kind: count for kind, count in changed.items() if count})
    if fix.kind == "chief":
        return replace(roster, chief=next((one for one in CHIEFS if one == fix.what), roster.chief))
    if fix.kind == "no_wing":
        gone = max((i for i, wing in enumerate(roster.wings) if wing == fix.what), default=-1)
        return replace(roster, wings=tuple(wing for i, wing in enumerate(roster.wings) if i != gone))
    if fix.kind == "points":
        return replace(roster, points=fix.count)
    if fix.kind == "orders":
        return replace(roster, orders=max(0, fix.count))
    return replace(roster, actions=max(0, fix.count))
