"""The test systems Three Fords and Stroll, with duels as their battles. The conftest of a folder imports
``bridges`` to enable the duels in all its tests.
"""

from typing import Any

import pytest

from engine import registry
from tests.engine.example.system import FORDS
from tests.games.duel import DUEL
from tests.games.stroll import STROLL

registry.register(FORDS)
registry.register(DUEL)
registry.register(STROLL)


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> None:
    """Enable the bridges through which Three Fords and Stroll (test systems) fight battles as duels."""
    settings.VEXILLUM_BRIDGES = ["tests.games.duel", "tests.games.stroll"]
