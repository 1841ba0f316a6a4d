"""Settings of the nightly runs: one process, a separate database, and the tests' systems besides the real
ones.
"""

from tests.settings import *  # noqa: F403
from tests.settings import VEXILLUM_SYSTEMS

VEXILLUM_SYSTEMS = [*VEXILLUM_SYSTEMS, "tests.engine.example", "tests.games.duel"]
VEXILLUM_BRIDGES = ["tests.games.duel"]
EMAIL_BACKEND = "tests.simulation.faults.Backend"
