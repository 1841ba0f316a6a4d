"""Read by gunicorn of itself when it is started in this folder."""

from typing import Any

from gunicorn import util

from config.env import request_seconds
from config.unread import LONGEST, answer

limit_request_line = LONGEST
util.write_error = answer
preload_app = True  # loaded once, shared by every worker


def when_ready(server: Any) -> None:
    """Load the rest before the workers are forked: no visitor waits for it."""
    from config.preload import preload

    preload()


# A request that takes longer is ended with its process: one that hangs holds no place for ever. Above
# the database's own limits, which answer with words.
timeout = request_seconds()
graceful_timeout = 30
