"""Decode requests as UTF-8, no matter what they declare.

Django would use the request's character set even for its address, before any error could be handled: an
invalid one would become a server error.
"""

from __future__ import annotations

from typing import Any

import django
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters


class Asked(WSGIRequest):
    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except Exception:  # Python's reader of mail headers, used here, trips over some
            self.content_type, self.content_params = "", {}

    def _load_post_and_files(self) -> None:
        try:
            super()._load_post_and_files()
        except TypeError as why:  # a field of a form is read in a wrong way
            raise BadRequest("a header within the form is not understood") from why


class House(WSGIHandler):
    request_class = Asked


def house() -> House:
    """Like django.core.wsgi.get_wsgi_application."""
    django.setup(set_prefix=False)
    return House()
