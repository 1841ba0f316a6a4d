"""Settings for workers that are killed in tests, with a system whose bot hangs and with some jobs run more
often or for a shorter time.
"""

import os

os.environ["VEXILLUM_SWEEP_SECONDS"] = "1"
os.environ["VEXILLUM_JOB_SECONDS"] = "6"

from tests.games.worker_settings import *  # noqa: F403
from tests.games.worker_settings import VEXILLUM_SYSTEMS

VEXILLUM_SYSTEMS = [*VEXILLUM_SYSTEMS, "tests.games.hanging"]
