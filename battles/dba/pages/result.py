"""The latest combat or shot: its dice, its calculation, the result, and the moves that players make on the
table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.dba.wording import phrases as dba_texts
from battles.dba.wording.combat_results import deeds, reckoning_lines
from battles.dba.wording.names import element_name
from engine.game import Facts
from games.services.history import newest_entry

if TYPE_CHECKING:
    from games.models import Game


def last_result(game: Game) -> dict[str, Any] | None:
    """Return the combat or shot in the newest entry, or None if the entry has none."""
    entry = newest_entry(game, game.seq)
    if entry is None or entry.kind != "action":
        return None
    event = next((e for e in entry.events if e.get("kind") == "fought"), None)
    return result(event, game.scenario) if event else None


def result(event: Facts, scenario: Facts) -> dict[str, Any]:
    """Describe a `fought` event for the page."""
    situation = event["situation"]
    sides = []
    for index, (side, foe, who) in enumerate((("a", "b", event["first"]), ("b", "a", event["second"]))):
        sides.append(
            {
                "name": element_name(who, scenario),
                "die": event["dice"][index],
                "total": event["totals"][index],
                "fate": event["fates"][index],
                "fate_text": dba_texts.FATES[event["fates"][index]],
                "lines": reckoning_lines(event["reckoning"][side], situation[foe]["type"]),
                "chance": event["chances"][side].get(event["fates"][index], 0),
            }
        )
    return {"mode": event["mode"], "sides": sides, "deeds": deeds(event, scenario)}
