"""A cache that may fail. While it is unavailable, its contents are recalculated and writes are lost.

After a failure the cache is not used for a few seconds, so that a hanging server delays one request
instead of all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from time import monotonic
from typing import Any, Final, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

T = TypeVar("T")
log = logging.getLogger(__name__)

REST: Final = 5.0  # seconds to wait after a failure before trying again
PATIENCE: Final = 0.5  # seconds after which a silent server counts as unavailable


class SparedCache(RedisCache):
    """A Redis cache. An unreachable server counts as an empty cache that stores nothing."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})
        self._lock, self._away_until = _SHARED.setdefault(str(server), _Absence()).both

    def is_away(self) -> bool:
        """Return whether the server is unreachable. This asks the server even just after a failure."""
        try:
            self._cache.get_client().ping()
        except (RedisError, OSError):
            return True
        return False

    def _run_unless_away(self, work: Callable[[], T], otherwise: T) -> T:
        if monotonic() < self._away_until[0]:
            return otherwise
        try:
            return work()
        except (RedisError, OSError) as error:
            with self._lock:
                new = monotonic() >= self._away_until[0]
                self._away_until[0] = monotonic() + REST
            if new:
                log.warning("the cache is away, and is left alone for %s seconds: %s", REST, error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return self._run_unless_away(lambda: super(SparedCache, self).add(key, value, timeout, version), True)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._run_unless_away(lambda: super(SparedCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        self._run_unless_away(lambda: super(SparedCache, self).set(key, value, timeout, version), None)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return self._run_unless_away(lambda: super(SparedCache, self).touch(key, timeout, version), False)

    def delete(self, key: Any, version: Any = None) -> bool:
        return self._run_unless_away(lambda: super(SparedCache, self).delete(key, version), False)

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        return self._run_unless_away(lambda: super(SparedCache, self).get_many(keys, version), {})

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._run_unless_away(lambda: super(SparedCache, self).has_key(key, version), False)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Increase a number. Raises ValueError if the key is missing or the server is unreachable."""
        found = self._run_unless_away(lambda: super(SparedCache, self).incr(key, delta, version), None)
        if found is None:
            raise ValueError(f"{key} is not in the cache")
        return int(found)

    def set_many(
        self, data: Mapping[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> list[Any]:
        def work() -> list[Any]:
            return super(SparedCache, self).set_many(dict(data), timeout, version)

        return self._run_unless_away(work, list(data))

    def delete_many(self, keys: Any, version: Any = None) -> None:
        self._run_unless_away(lambda: super(SparedCache, self).delete_many(keys, version), None)

    def clear(self) -> None:
        self._run_unless_away(super().clear, None)


class _Absence:
    """The time until which an unreachable server is not used. All threads of a process share it, although
    each thread has a separate cache object.
    """

    def __init__(self) -> None:
        self.both = (Lock(), [0.0])


_SHARED: Final[dict[str, _Absence]] = {}
