"""Error pages for requests that gunicorn itself refuses, such as a URL that is too long or an invalid
request. They are bilingual, since nothing is known about the request. gunicorn.conf.py installs them.
"""

from __future__ import annotations

import html
import logging
from http import HTTPStatus
from typing import Any, Final

from django.template.loader import render_to_string

LONGEST: Final = 8190  # maximum length of a request's first line in gunicorn, in bytes
log = logging.getLogger(__name__)


def answer(sock: Any, status: int, reason: str, text: str) -> None:
    """Send Vexillum's error page, as a replacement for gunicorn.util.write_error. ``text``: gunicorn's
    message, which goes only to the log.
    """
    log.info("%s %s: %s", status, reason, text)
    try:
        body = str(render_to_string("unread.html", {"status": status, "most": LONGEST}))
    except Exception:  # if rendering fails, a plain answer is better than none
        log.exception("the page of an unread request cannot be drawn")
        body = f"<!doctype html><title>{html.escape(reason)}</title><h1>{html.escape(reason)}</h1>"
    told = body.encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Connection: close",
        "Content-Type: text/html; charset=utf-8",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'",
        f"Content-Length: {len(told)}",
    )
    sock.setblocking(False)  # as gunicorn does: a client that does not read is disconnected
    sock.sendall("\r\n".join((*head, "", "")).encode() + told)
