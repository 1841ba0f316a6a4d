"""The form for swapping pairs of elements before the first bound."""

from __future__ import annotations

import json
from typing import Any

from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.wording.names import element_name
from engine.game import Facts


def swaps(battle: Battle, state: TableState, told: Any, scenario: Facts) -> dict[str, Any]:
    """Return the form's rows, each for one pair of elements, and descriptions of the chosen pairs."""
    own = [e for e in battle.of(state.defender) if not battle.blocks[e].followers]
    chosen = _chosen_swaps(told)
    pairs = [pair for pair in chosen if all(e in own for e in pair)]
    return {
        "rows": [
            {
                "number": n + 1,
                "one": _name_elements(own, one, scenario),
                "two": _name_elements(own, two, scenario),
            }
            for n, (one, two) in enumerate(chosen)
        ],
        "pairs": [" ↔ ".join(element_name(e, scenario) for e in pair) for pair in pairs],
    }


def pairs_json(told: Any) -> str:
    """Return the pairs of elements chosen in the form, as JSON for the action's ``pairs``. A pair with only
    one element is left out.
    """
    return json.dumps([pair for pair in _chosen_swaps(told) if all(pair)])


def _chosen_swaps(told: Any) -> list[tuple[str, str]]:
    return [(told.get(f"one-{n}", ""), told.get(f"two-{n}", "")) for n in (1, 2)]


def _name_elements(own: list[str], chosen: str, scenario: Facts) -> list[tuple[str, str, bool]]:
    return [(e, element_name(e, scenario), e == chosen) for e in own]
