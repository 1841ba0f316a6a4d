"""Answer polls from open pages before they reach Django, if the game has not changed. All other requests
pass to the application.

The application would give the same answer (games.middleware.PollMiddleware) with ten times the work. An
unchanged version is cached for a second, so that many watchers cause one query. Only the answer
"unchanged" comes from the cache, so nobody reloads a page they already have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qsl
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils.crypto import constant_time_compare

from games.models import Game
from games.pages import version_key
from games.prepared_sql import PreparedQuery

VERSION: Final = re.compile(r"/games/([0-9a-f-]{36})/version")
REMEMBERED: Final = 1.0  # seconds for which a version is cached; pages poll every four seconds
MOST: Final = 1000  # maximum number of cached games
NOTHING: Final = ("204 No Content", [("Cache-Control", "no-store")])

_VERSION: Final = PreparedQuery(lambda pk: Game.objects.filter(pk=pk).only("version"), UUID)

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class PollApplication:
    """A WSGI application that answers polls and passes other requests to another application."""

    def __init__(self, house: Wsgi) -> None:
        self.house = house
        self._known: dict[UUID, tuple[int, float]] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ.get("REQUEST_METHOD") == "GET":
            found = VERSION.fullmatch(environ.get("PATH_INFO", ""))
            if found is not None and _is_secure_enough(environ) and self._is_unchanged(found[1], environ):
                start_response(*NOTHING)
                return ()
        return self.house(environ, start_response)

    def _is_unchanged(self, text: str, environ: dict[str, Any]) -> bool:
        """Return whether a page with a valid key already shows the game's latest version."""
        asked = dict(parse_qsl(environ.get("QUERY_STRING", "")))
        seen, key = asked.get("seen", ""), asked.get("key", "")
        try:
            game = UUID(text)
            if not constant_time_compare(key, version_key(game)):
                return False
        except ValueError:  # not a number, or not a key; the application will refuse it
            return False
        version, until = self._known.get(game, (-1, 0.0))
        if str(version) != seen or monotonic() > until:
            found = _version(game)
            if found is None:
                return False
            version = found
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[game] = version, monotonic() + REMEMBERED
        return bool(str(version) == seen)


def _is_secure_enough(environ: dict[str, Any]) -> bool:
    """Whether the request is as secure as the settings require."""
    if not settings.SECURE_SSL_REDIRECT:
        return True
    header, value = settings.SECURE_PROXY_SSL_HEADER or ("", "")
    if header in environ:
        return str(environ[header]).split(",")[0].strip() == value
    return environ.get("wsgi.url_scheme") == "https"


def _version(game: UUID) -> int | None:
    """Return the game's version in one query. Return None if there is no such game or no database. The
    application then gives the proper answer.
    """
    close_old_connections()
    try:
        found = _VERSION.one(game)
    except (DatabaseError, InterfaceError):
        return None
    finally:
        close_old_connections()
    return None if found is None else found.version
