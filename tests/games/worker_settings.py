"""Django settings for processes that tests start, such as a Celery worker: the test settings and the
systems that exist only for tests.
"""

from tests.settings import *  # noqa: F403

VEXILLUM_SYSTEMS = ["tests.engine.example", "tests.games.duel"]
VEXILLUM_BRIDGES = ["tests.games.duel"]
