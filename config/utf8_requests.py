"""Decode requests as UTF-8, no matter which character set they declare.

Django would apply the declared character set even to the request's URL, before any error could be
handled. An invalid character set would then become a server error.
"""

from __future__ import annotations

from typing import Any

import django
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters


class UTF8Request(WSGIRequest):
    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except Exception:  # Python's mail header parser crashes on some input
            self.content_type, self.content_params = "", {}

    def _load_post_and_files(self) -> None:
        try:
            super()._load_post_and_files()
        except TypeError as why:  # Django's form parser fails on some headers within a form
            raise BadRequest("a header within the form is not understood") from why


class VexillumHandler(WSGIHandler):
    request_class = UTF8Request


def make_application() -> VexillumHandler:
    """Return the WSGI application, as django.core.wsgi.get_wsgi_application does."""
    django.setup(set_prefix=False)
    return VexillumHandler()
