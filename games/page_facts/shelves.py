"""Players' own scenarios, as shown on the pages for a new game. A system with a scenario editor names, in
its plugin, the shelf that holds these scenarios.
"""

from __future__ import annotations

from typing import Any

from engine.game import Facts
from games import plugins

OWN = "own:"  # prefix of the key of a player's own scenario in a form


def own_scenarios(system: str, user: Any) -> list[tuple[str, str]]:
    """Return a player's own scenarios of a system, as values and labels of a form."""
    shelf = plugins.shelf(system)
    return [(f"{OWN}{key}", name) for key, name in shelf.list_scenarios(user)] if shelf else []


def scenario(system: str, user: Any, named: str) -> Facts | None:
    """The player's own scenario that a form names, or None."""
    shelf = plugins.shelf(system)
    return shelf.scenario(user, named.removeprefix(OWN)) if shelf and named.startswith(OWN) else None
