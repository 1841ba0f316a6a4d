"""A possible attack on which the bot can advise."""

from __future__ import annotations

from typing import Any

from tests.campaigns.justinian.positions import game, position
from tests.campaigns.justinian.stored import stored


def attacking(sp: int, foe: int) -> Any:
    """Return a state in which the army of the East, with this many SP, faces Persians."""
    given = {
        "doing": {"march": "oriens", "seat": "byzantium", "mp": 3},
        "armies": {
            "oriens": {"at": "osrhoene", "sp": sp, "leader": "buzes"},
            "chosroes": {"at": "osrhoene", "sp": foe},
        },
    }
    return stored(lambda _state: position(game({"setup": "suggested"}), given))
