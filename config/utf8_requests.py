"""Decode requests as UTF-8, no matter what they declare.

Django would apply the request's character set even to its URL, before any error could be handled, so that an
invalid character set would become a server error.
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
        except Exception:  # Python's parser of mail headers, used here, crashes on some
            self.content_type, self.content_params = "", {}

    def _load_post_and_files(self) -> None:
        try:
            super()._load_post_and_files()
        except TypeError as why:  # the type of a form field does not match how it is read
            raise BadRequest("a header within the form is not understood") from why


class House(WSGIHandler):
    request_class = UTF8Request


def house() -> House:
    """Return the application, like django.core.wsgi.get_wsgi_application."""
    django.setup(set_prefix=False)
    return House()
