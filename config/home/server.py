"""The web server of `manage.py play`. It compresses static files as in production, and counts the requests
in progress.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers import basehttp
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

Wsgi = Callable[[Any, Any], Any]
TEXTS = (".css", ".js", ".svg", ".json")


class RequestCounter:
    """A counter of requests in progress."""

    def __init__(self) -> None:
        self._count = 0
        self.answered = threading.Event()  # set once the first request has been answered
        self._changed = threading.Condition()

    def counting(self, app: Wsgi) -> Wsgi:
        """Wrap an application so that its requests are counted until their responses are complete."""

        def counted(environ: Any, start_response: Any) -> Any:
            with self._one_more():
                return app(environ, start_response)

        return counted

    @contextmanager
    def _one_more(self) -> Iterator[None]:
        self._add(1)
        try:
            yield
        finally:
            self._add(-1)
            self.answered.set()

    def _add(self, change: int) -> None:
        with self._changed:
            self._count += change
            self._changed.notify_all()

    def wait_for_none(self, seconds: float) -> bool:
        """Wait until no request is in progress, for at most ``seconds``. Return whether none is left."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count == 0, seconds)


class HomeServer(basehttp.ThreadedWSGIServer):
    """A server with one thread per request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.under_way = RequestCounter()
        super().__init__(*args, **kwargs)


class StaticFiles(StaticFilesHandler):
    """A handler that serves static files, and compresses text files."""

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        serve = super().get_response
        if not request.path.endswith(TEXTS):
            return serve(request)
        return cast(HttpResponseBase, GZipMiddleware(serve)(request))
