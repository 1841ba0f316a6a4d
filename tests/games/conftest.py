from typing import Any

import pytest
from django.contrib.auth.models import User

from engine import registry
from games import plugins
from tests.engine.example import FORDS
from tests.games.cast import a_user
from tests.games.duel import DUEL

registry.register(FORDS)
registry.register(DUEL)


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> Any:
    """Three Fords may fight its battles as duels."""
    settings.VEXILLUM_BRIDGES = {("fords", "duel"): "tests.games.duel.BRIDGE"}
    plugins.bridge.cache_clear()
    yield
    plugins.bridge.cache_clear()


@pytest.fixture
def owner(db: Any) -> User:
    return a_user("owner")


@pytest.fixture
def rival(db: Any) -> User:
    return a_user("rival")


@pytest.fixture
def stranger(db: Any) -> User:
    return a_user("stranger")
