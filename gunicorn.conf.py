"""Settings that gunicorn reads when started in this folder."""

from typing import Any

from gunicorn import util

from config.env import request_seconds
from config.unread import LONGEST, answer

limit_request_line = LONGEST
util.write_error = answer
preload_app = True  # loaded once and shared by all workers


def when_ready(server: Any) -> None:
    """Load the rest of the application before the workers are forked, so that no visitor waits for it."""
    from config.preload import preload

    preload()


# A longer request is ended together with its process, so that a request that hangs does not occupy a worker
# for ever. The limit is above the database's own limits, which give a worded answer.
timeout = request_seconds()
graceful_timeout = 30
