"""Settings for the processes that tests/proof/fire.py kills: frequent sweeps, mail written to a file."""

import os

os.environ.setdefault("VEXILLUM_SWEEP_SECONDS", "1")

from tests.games.worker_settings import *  # noqa: F403

EMAIL_BACKEND = "tests.proof.post.Backend"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
