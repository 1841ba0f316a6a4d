"""Handle the page's requests with Django's own handler and the player's cookies."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIHandler

BACKEND = "django.contrib.auth.backends.ModelBackend"
# headers to pass on to the app, besides all htmx headers
WANTED = (
    "accept",
    "accept-language",
    "content-type",
    "x-csrftoken",
)


class Reader:
    """The player in this browser, who is logged in by their cookies."""

    def __init__(self, user: Any, cookies: Mapping[str, str]) -> None:
        self.handler = WSGIHandler()
        self.cookies = dict(cookies)
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = BACKEND
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        self.cookies["sessionid"] = str(session.session_key)

    def ask(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes = b""
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Handle a request. Return the response's status, headers and body. Cookies of the response are
        stored for later requests.
        """
        parts, sent = urlsplit(url), {name.lower(): value for name, value in headers.items()}
        asked: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": _decode_path(parts.path),
            "QUERY_STRING": parts.query,
            "SERVER_NAME": "table.localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        for name, value in sent.items():
            if name in WANTED or name.startswith("hx-"):
                key = name.upper().replace("-", "_")
                asked[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        found: dict[str, Any] = {}

        def start(status: str, told: list[tuple[str, str]], _error: Any = None) -> None:
            found["status"], found["headers"] = int(status.split()[0]), told

        answer: Any = self.handler(asked, start)  # type: ignore[arg-type]  # a file's write() is never asked for
        try:
            whole = b"".join(answer)
        finally:
            answer.close()
        told = [
            (name, _allow_framing(value))
            for name, value in found["headers"]
            if not self._keep_cookie(name, value)
        ]
        return found["status"], told, whole

    def _keep_cookie(self, name: str, value: str) -> bool:
        if name.lower() != "set-cookie":
            return False
        for key, morsel in SimpleCookie(value).items():
            if morsel["max-age"] == 0 or not morsel.value:
                self.cookies.pop(key, None)
            else:
                self.cookies[key] = morsel.value
        return True


def _allow_framing(value: str) -> str:
    """Allow pages to be shown in a frame, because the page that keeps the app running frames the others."""
    return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def _decode_path(path: str) -> str:
    return unquote_to_bytes(path).decode("latin-1")
