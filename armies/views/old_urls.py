"""Old URLs, from when there was only one system. They redirect, so that old links and open pages still
work.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve, reverse

from armies.desks import desks, first


class PermanentRedirect(HttpResponseRedirect):
    """A permanent redirect, after which the browser repeats a POST at the new URL."""

    status_code = 308


def redirect_moved(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Redirect to the same page of the first system. The redirect from the front page is temporary, because
    the first system may change.
    """
    there = reverse(f"armies:{first().name}:index") + rest
    if rest.partition("/")[0] in desks() or not _is_served(there):
        raise Http404
    query = f"?{request.META['QUERY_STRING']}" if request.META.get("QUERY_STRING") else ""
    return PermanentRedirect(there + query) if rest else HttpResponseRedirect(there + query)


def _is_served(path: str) -> bool:
    """Return whether a page other than a redirect exists at a path."""
    try:
        return resolve(path).func is not redirect_moved
    except Resolver404:
        return False
