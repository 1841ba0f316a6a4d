"""The latest combat or shot: dice, calculation, the result in large letters, and the moves to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.dba.wording import phrases as dba_texts
from battles.dba.wording.deeds import deeds, reckoning_lines
from battles.dba.wording.names import element_name
from engine.game import Facts

if TYPE_CHECKING:
    from games.models import Game


def last_result(game: Game) -> dict[str, Any] | None:
    """Return the result of the newest entry, or None if it was not a combat or shot."""
    entry = game.entries.order_by("-seq").first()
    if entry is None or entry.kind != "action":
        return None
    event = next((e for e in entry.events if e.get("kind") == "fought"), None)
    return result(event, game.scenario) if event else None


def result(event: Facts, scenario: Facts) -> dict[str, Any]:
    """Return a `fought` event in words."""
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
