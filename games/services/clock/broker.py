"""Access to the job broker for web processes. Attempts to reach it are brief and never block a request for
long.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from time import monotonic
from typing import Any, Final

from celery import current_app
from django.conf import settings
from kombu.connection import Connection
from kombu.exceptions import KombuError
from kombu.pools import producers
from redis import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0  # seconds after which a silent broker counts as unavailable
REST: Final = 5.0  # seconds to wait after a failure before trying again
TIMEOUTS: Final[dict[str, Any]] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
_away_until = [0.0]


def send(task: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
    """Enqueue a job. Return whether the broker accepted it. After a failure no attempt is made for a few
    seconds, so that a hanging broker delays only one request.
    """
    if monotonic() < _away_until[0]:
        return False
    try:
        with producers[_publishing()].acquire(block=True, timeout=PATIENCE) as producer:
            task.apply_async(arguments, producer=producer, **options)
    except (KombuError, OSError, RedisError) as error:
        _away_until[0] = monotonic() + REST
        log.warning("the broker is unreachable; the next sweep does the job: %s", error)
        return False
    return True


def is_away() -> bool:
    """Ping the broker and return whether it is unreachable. Without a configured broker the result is
    False.
    """
    if not settings.REDIS_URL:
        return False
    try:
        with Redis.from_url(settings.REDIS_URL, **TIMEOUTS) as asked:
            asked.ping()
    except (OSError, RedisError):
        return True
    return False


@cache
def _publishing() -> Connection:
    found: Connection = current_app.connection_for_write(transport_options=TIMEOUTS)
    return found
