"""Read a combat from a query string, such as ``?a.legion=4&a.leaders=1&d.infantry=3&city=1``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.italia.answers.combat import GROUNDS, MOST, unit_types
from campaigns.italia.rules.combat.situation import ATTACKER, DEFENDER
from campaigns.italia.rules.scenario.types import FLEET
from games.wording.numbers import whole

SIDES = {"a": ATTACKER, "d": DEFENDER}
OTHER_FIELDS = {"leaders": 4, "fleets": 20, "weak": 5}  # other fields of a side, with the maximum of each
FLAGS = ("city", "raid")


def land_types() -> tuple[str, ...]:
    return tuple(unit for unit in unit_types() if unit != FLEET)


def most(name: str) -> int:
    return OTHER_FIELDS.get(name, MOST)


def facts(query: Mapping[str, str]) -> dict[str, Any]:
    """Read a query string as a question in the form of campaigns.italia.answers.combat. Values that are not
    numbers count as 0.
    """
    found: dict[str, Any] = {"ask": "combat"}
    for letter, side in SIDES.items():
        units = {unit: n for unit in land_types() if (n := _number(query, f"{letter}.{unit}", MOST))}
        own: dict[str, Any] = {"units": units}
        own |= {
            name: n for name, high in OTHER_FIELDS.items() if (n := _number(query, f"{letter}.{name}", high))
        }
        if letter == "a" and query.get("a.sea"):
            own["by_sea"] = dict(units)
        found[side] = own
    ground = query.get("ground", "")
    found["ground"] = ground if ground in GROUNDS else GROUNDS[0]
    found |= {flag: bool(query.get(flag)) for flag in FLAGS}
    return found


def _number(query: Mapping[str, str], name: str, high: int) -> int:
    return whole(query.get(name), 0, high) or 0
