"""The builder's form, which converts a roster to form fields, and the submitted fields to a roster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.naming.lines import one_line
from armies.desks.schiere import wording
from armies.desks.schiere.drawing import counter_of
from armies.schiere.catalogue import (
    ACTION_PRICE,
    CHIEFS,
    LEAST_POINTS,
    MOST_POINTS,
    MOST_WINGS,
    ORDER_PRICE,
    USUAL_POINTS,
    WINGS,
    Chief,
    Wing,
    army_lists,
    kinds,
    suggested_orders,
)
from armies.schiere.check import Fix, check, mend_roster
from armies.schiere.documents import MOST_NAME, MOST_UNITS
from armies.schiere.roster import Roster, cost, orders_of, schiere
from engine.refusals import Mistake
from games.wording.numbers import whole

MOST_BOUGHT = 999


def fields(roster: Roster) -> dict[str, Any]:
    """Return the form fields of a roster. Units that break the rules are kept."""
    own = army_lists()[roster.list_id].kinds
    strays = [kind for kind in roster.units if kind not in own]
    return {
        "least": LEAST_POINTS,
        "most": MOST_POINTS,
        "kinds": [_field(kind, roster) for kind in (*own, *strays)],
        "chiefs": [(key, *wording.CHIEFS[key], key == roster.chief) for key in CHIEFS],
        "wings": [(key, *wording.WINGS[key]) for key in WINGS],
        "chosen_wings": [roster.wings[i] if i < len(roster.wings) else "" for i in range(_places(roster))],
        "order_price": ORDER_PRICE,
        "action_price": ACTION_PRICE,
    }


def _places(roster: Roster) -> int:
    return max(MOST_WINGS, len(roster.wings))


def _field(kind: str, roster: Roster) -> dict[str, Any]:
    known = kinds().get(kind)
    return {
        "id": kind,
        "name": wording.kind_name(kind),
        "cls": wording.CLASSES[known.cls] if known else "",
        "weapon": wording.WEAPONS.get(known.weapon, "") if known else "",
        "points": known.points if known else 0,
        "most": known.units if known else 0,
        "count": roster.units.get(kind, 0),
        "drawn": counter_of(kind),
    }


def roster_from(list_id: str, sent: Mapping[str, str]) -> tuple[Roster, list[Mistake]]:
    """Read the roster from a form. Also return the fields that hold no number, which count as 0."""
    mistakes: list[Mistake] = []

    def number(name: str, usual: int, high: int) -> int:
        written = sent.get(name, "").strip()
        found = whole(written, 0, high) if written else usual
        if found is None:
            facts = {"text": written[:20], "low": 0, "high": high}
            mistakes.append(Mistake(name, "bad_number", facts))
        return found or 0

    counts = {kind: number(f"n-{kind}", 0, MOST_UNITS) for kind in kinds()}
    chief: Chief = next((one for one in CHIEFS if one == sent.get("chief")), CHIEFS[0])
    asked = [sent.get(f"wing-{place}", "") for place in range(9)]
    wings: tuple[Wing, ...] = tuple(wing for one in asked for wing in WINGS if wing == one)
    roster = Roster(
        list_id,
        number("points", USUAL_POINTS, 9999),
        {kind: count for kind, count in counts.items() if count},
        chief,
        wings,
        number("orders", 0, MOST_BOUGHT),
        number("actions", 0, MOST_BOUGHT),
        one_line(sent.get("name", ""))[:MOST_NAME],
    )
    return roster, mistakes


def fix_code(fix: Fix) -> str:
    """Write a fix as a button's value."""
    return f"{fix.kind}:{fix.what}:{fix.count}"


def apply_fix(roster: Roster, written: str) -> Roster:
    """Return the roster after applying a button's fix. It is unchanged if no problem offers the fix."""
    offered = {fix_code(fix): fix for problem in check(roster) for fix in problem.fixes}
    return mend_roster(roster, offered[written]) if written in offered else roster


def roster_view(roster: Roster) -> dict[str, Any]:
    """Return the template variables that show an army: its units line by line, its commanders and its
    orders.
    """
    price = cost(roster)
    few, many = suggested_orders(price.units)
    return {
        "rows": [
            {
                "count": count,
                "name": wording.kind_name(kind),
                "drawn": counter_of(kind, 32),
                "points": count * kinds()[kind].points if kind in kinds() else 0,
                "schiere": " + ".join(map(str, schiere(count))),
            }
            for kind, count in roster.units.items()
        ],
        "chief": wording.CHIEFS[roster.chief],
        "wings": [wording.WINGS[wing] for wing in roster.wings],
        "price": price,
        "few": few,
        "many": many,
        "orders_few": orders_of(roster, few),
        "orders_many": orders_of(roster, many),
    }


def difference(old: Roster, new: Roster) -> dict[str, Any]:
    """Return the template variables with the changes from one roster to another, or {} if they are equal."""
    names = [kind for kind in kinds() if new.units.get(kind, 0) != old.units.get(kind, 0)]
    units = [(wording.kind_name(k), new.units.get(k, 0) - old.units.get(k, 0)) for k in names]
    bought = {name: getattr(new, name) - getattr(old, name) for name in ("points", "orders", "actions")}
    chief = (wording.commander(old.chief), wording.commander(new.chief)) if old.chief != new.chief else None
    wings = None
    if sorted(old.wings) != sorted(new.wings):
        wings = [", ".join(map(wording.commander, one.wings)) or "–" for one in (old, new)]
    other = old.list_id != new.list_id
    if not (units or chief or wings or other or any(bought.values())):
        return {}
    return {"change": {"units": units, "chief": chief, "wings": wings, "lists": other, **bought}}
