"""Data for the offline calculator. Every number and word comes from the Python code."""

from __future__ import annotations

from functools import cache
from typing import Any

from campaigns.italia.answers.combat import GROUNDS, unit_types
from campaigns.italia.forecast.by_round import DECIDED
from campaigns.italia.lookup import query
from campaigns.italia.lookup.answers import MOST_WAYS, ROUNDS
from campaigns.italia.rules.combat.situation import (
    AT_SEA,
    ATTACKER,
    DEFENDER,
    ELEPHANT,
    KNIGHT,
    RAIDERS_HIT_ON,
    ROUTS,
    Group,
    Side,
    Situation,
    modifiers,
    to_hit,
)
from campaigns.italia.rules.combat.supremacy import has_supremacy

SCRIPT = "campaigns/italia_lookup.js"


def rules() -> dict[str, Any]:
    """Return the values of the rules that the calculator's script needs. Each modifier is taken from a sample
    combat to which no other modifier applies.
    """
    types = unit_types()
    return {
        "units": {
            name: {"to_hit": one.to_hit, "hits": one.hits, "cost": one.cost}
            for name, one in types.items()
            if one.land
        },
        "order": list(query.land_types()),
        "grounds": list(GROUNDS),
        "beside": query.OTHER_FIELDS,
        "modifiers": _modifiers(),
        "needs": {"lowest": _clamped_to_hit(leaders=9), "highest": _clamped_to_hit(weak=9)},
        "raid": {"hits_on": RAIDERS_HIT_ON, "stay_when_hurt": KNIGHT},
        "routs": {"by": ELEPHANT, "faces": len(ROUTS)},
        "supreme": next(n for n in range(1, 20) if has_supremacy(n, 1)),
        "rounds": ROUNDS,
        "most_ways": MOST_WAYS,
        "decided": DECIDED,
        "at_sea": AT_SEA,
        "faces": 10,
    }


def _sample_combat(**changes: Any) -> Situation:
    leaders, weak = changes.pop("leaders", 0), changes.pop("weak", 0)
    attacking = changes.pop("attacking", "infantry")
    own = Group({attacking: 1}, leaders, weak=weak)
    return Situation(unit_types(), own, Group({"infantry": 1}), **changes)


def _clamped_to_hit(**changes: int) -> int:
    return to_hit(_sample_combat(**changes), ATTACKER, "infantry", "infantry")


def _modifiers() -> dict[str, dict[str, Any]]:
    """Return the value and the rulebook section of each modifier, by its code."""
    landed = _sample_combat(attacking="infantry" + AT_SEA)
    asked: list[tuple[Situation, Side, str]] = [
        (_sample_combat(ground="highland"), ATTACKER, "infantry"),
        (_sample_combat(ground="marsh"), ATTACKER, "infantry"),
        (_sample_combat(city=True), ATTACKER, "infantry"),
        (_sample_combat(leaders=1), ATTACKER, "infantry"),
        (_sample_combat(supremacy=ATTACKER), ATTACKER, "infantry"),
        (landed, DEFENDER, "infantry" + AT_SEA),
        (_sample_combat(weak=1), ATTACKER, "infantry"),
    ]
    found = {}
    for s, side, target in asked:
        (one,) = modifiers(s, side, "infantry", target)
        found[one.code] = {"value": one.value, "rule": one.rule}
    return found


@cache
def sections() -> dict[str, str]:
    """Return the rulebook section of each modifier, by its code."""
    return {code: str(one["rule"]) for code, one in _modifiers().items()}


def section(code: str) -> str:
    """Return the rulebook section of a modifier, or "" for a modifier of a card."""
    found = sections()[code]
    return "" if found == "card" else found
