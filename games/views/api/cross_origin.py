"""Answers to pages of other sites (CORS). Any site may read what needs no key, without cookies. Pages may
send keys only from the origins in the setting API_ORIGINS.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from accounts.models import Key

ANYBODY: Final = "anybody"  # no key or login needed; a key may have any scope or none
SAFE: Final = ("GET", "HEAD")
READABLE: Final = "ETag, Retry-After"  # headers of an answer that scripts may read
SENDABLE: Final = "Authorization, Content-Type, If-None-Match"
SECONDS: Final = "3600"  # for which a browser remembers the answer to a preflight


def is_preflight(request: HttpRequest, methods: Container[str]) -> bool:
    """Whether a browser asks, for a page of an origin in API_ORIGINS, if it may send a request."""
    wanted = request.headers.get("Access-Control-Request-Method", "")
    return request.method == "OPTIONS" and wanted in methods and _is_allowed(request)


def answer_preflight(request: HttpRequest, methods: Iterable[str]) -> HttpResponse:
    """Allow the methods of the URL, with a key."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Methods"] = ", ".join(sorted(methods))
    response.headers["Access-Control-Allow-Headers"] = SENDABLE
    response.headers["Access-Control-Max-Age"] = SECONDS
    return share(request, response, public=False)


def share(request: HttpRequest, response: HttpResponse, *, public: bool) -> HttpResponse:
    """Let the page that asked read the response. ``public``: the response needs no key, so any page may read
    it; a browser then refuses a page that has sent cookies.
    """
    origin = request.headers.get("Origin", "")
    if settings.API_ORIGINS:
        patch_vary_headers(response, ["Origin"])
    if _is_allowed(request):
        response.headers["Access-Control-Allow-Origin"] = origin
    elif public and "Authorization" not in request.headers:
        response.headers["Access-Control-Allow-Origin"] = "*"
    else:
        return response
    response.headers["Access-Control-Expose-Headers"] = READABLE
    return response


def share_error(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the page that asked read an error that no API view has answered, on the terms of its URL. A URL
    that does not exist needs no key.
    """
    match = request.resolver_match
    needed = {} if match is None else vars(match.func).get("scopes", {})
    return share(request, response, public=request.method in SAFE and reads_freely(needed))


def reads_freely(scopes: Mapping[str, str]) -> bool:
    """Whether an API view with these scopes lets anyone read without a key."""
    return not scopes or scopes.get("GET") in (ANYBODY, Key.Scope.READ)


def _is_allowed(request: HttpRequest) -> bool:
    return request.headers.get("Origin", "") in settings.API_ORIGINS
