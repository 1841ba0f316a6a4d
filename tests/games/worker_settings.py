"""The test settings with the tests' own systems, for separate processes (a Celery worker)."""

from tests.settings import *  # noqa: F403

VEXILLUM_SYSTEMS = ["tests.engine.example", "tests.games.duel"]
VEXILLUM_BRIDGES = ["tests.games.duel"]
