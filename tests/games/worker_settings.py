"""The tests' settings with the tests' own systems, for processes of their own (a Celery worker)."""

from tests.settings import *  # noqa: F403

VEXILLUM_SYSTEMS = {"fords": "tests.engine.example.FORDS", "duel": "tests.games.duel.DUEL"}
VEXILLUM_BRIDGES = {("fords", "duel"): "tests.games.duel.BRIDGE"}
