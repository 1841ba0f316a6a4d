"""The calculator's answer on an army: whether it can be fielded, and why not."""

from __future__ import annotations

import dataclasses

from armies.schiere.catalogue import suggested_orders
from armies.schiere.check import check
from armies.schiere.documents import read as read_roster
from armies.schiere.roster import cost, orders_of, schiere
from engine.game import BadScenario, Json
from engine.reading import Reader


def army(top: Reader) -> dict[str, Json]:
    """Return whether an army can be fielded, with its cost and its initial orders. ``problems`` describes
    each breach of the army list in detail; ``reasons`` lists only paths and codes.
    """
    top.only("ask army agreed")
    roster = read_roster(top["army"])
    agreed = top["agreed"].number(0, 99) if top["agreed"].has_value else None
    top.raise_mistakes(BadScenario)
    price = cost(roster)
    orders = suggested_orders(price.units)[1] if agreed is None else agreed
    problems = check(roster)
    return {
        "legal": not problems,
        "problems": [
            {
                "path": f"$.army.{one.path}",
                "code": one.code,
                "rule": one.rule,
                "facts": dict(one.facts),
                "fixes": [dataclasses.asdict(fix) for fix in one.fixes],
            }
            for one in problems
        ],
        "reasons": sorted(f"$.army.{one.path} {one.code}" for one in problems),
        "cost": {"units": price.units, "orders": price.orders, "actions": price.actions, "left": price.left},
        "orders": orders_of(roster, orders),
        "schiere": {kind: list(schiere(count)) for kind, count in roster.units.items()},
    }
