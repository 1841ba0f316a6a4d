"""Three Fords and its duels for whole folders of tests: a conftest names ``bridges`` to have them."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import registry
from games import plugins
from tests.engine.example.system import FORDS
from tests.games.duel import DUEL

registry.register(FORDS)
registry.register(DUEL)


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> Iterator[None]:
    """Three Fords may fight its battles as duels."""
    settings.VEXILLUM_BRIDGES = {("fords", "duel"): "tests.games.duel.BRIDGE"}
    plugins.bridge.cache_clear()
    yield
    plugins.bridge.cache_clear()
