"""Cross-origin requests (CORS). Pages of any site may read data that needs no key, without cookies. Only
pages from an origin in the setting API_ORIGINS may send a key.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from accounts.models import Key

ANYBODY: Final = "anybody"  # needs no key and no login; a key may have any scope, or none
SAFE: Final = ("GET", "HEAD")
READABLE: Final = "ETag, Retry-After"  # response headers that scripts may read
SENDABLE: Final = "Authorization, Content-Type, If-None-Match"
SECONDS: Final = "3600"  # how long a browser remembers the answer to a preflight


def is_preflight(request: HttpRequest, methods: Container[str]) -> bool:
    """Whether the request is a CORS preflight for one of the methods, from an origin in API_ORIGINS."""
    wanted = request.headers.get("Access-Control-Request-Method", "")
    return request.method == "OPTIONS" and wanted in methods and _is_allowed(request)


def answer_preflight(request: HttpRequest, methods: Iterable[str]) -> HttpResponse:
    """Answer a preflight: allow the URL's methods and the headers in SENDABLE."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Methods"] = ", ".join(sorted(methods))
    response.headers["Access-Control-Allow-Headers"] = SENDABLE
    response.headers["Access-Control-Max-Age"] = SECONDS
    return share(request, response, public=False)


def share(request: HttpRequest, response: HttpResponse, *, public: bool) -> HttpResponse:
    """Let the requesting page read the response. If ``public``, the response needs no key, so pages of any
    site may read it, but only if they sent no cookies.
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
    """Let the requesting page read an error that was not produced by an API view, on the same terms as the
    view's responses. A URL that does not exist counts as public.
    """
    match = request.resolver_match
    needed = {} if match is None else vars(match.func).get("scopes", {})
    return share(request, response, public=request.method in SAFE and reads_freely(needed))


def reads_freely(scopes: Mapping[str, str]) -> bool:
    """Whether an API view with these scopes lets anyone read without a key."""
    return not scopes or scopes.get("GET") in (ANYBODY, Key.Scope.READ)


def _is_allowed(request: HttpRequest) -> bool:
    return request.headers.get("Origin", "") in settings.API_ORIGINS
