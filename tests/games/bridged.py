"""Three Fords with duels as battles, for whole folders of tests; a conftest uses ``bridges`` to enable
them.
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
    """Let Three Fords and Stroll fight their battles as duels."""
    settings.VEXILLUM_BRIDGES = ["tests.games.duel", "tests.games.stroll"]
