"""Middleware: a strict content policy, headers and redirects for every response, and refusals before any
page is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import get_user
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts import site
from engine.game import Refusal
from games.services import curtain
from games.views.button import is_button, page_above
from games.views.errors import bad_request, explain_refusal, maintenance, not_allowed, too_large
from games.views.game import version
from games.views.lost_seats import removed_player_url
from games.wording.numbers import whole

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

VERSION: Final = re.compile(r"/games/([0-9a-f-]{36})/version")

Answer = Callable[[HttpRequest], HttpResponse]


class ContentPolicy:
    """Set a content policy that allows nothing from other sites, and no inline styles or scripts. The admin
    pages need no exception.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        if getattr(request, "htmx", None) is not None and "text/html" in response.get("Content-Type", ""):
            patch_vary_headers(response, ["HX-Request"])
        return response


class OpenHands:
    """Tell each request which seats' hands (their hidden information) are open in its browser
    (games.services.curtain). A response that shows a hand must not be stored.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        hands = curtain.Hands()
        request.user = SimpleLazyObject(lambda: _with_hands(hands, request))  # type: ignore[assignment]
        response = self.get_response(request)
        if hands.looked:
            response.headers["Cache-Control"] = "private, no-store"
            del response.headers["ETag"]
        return response


def _with_hands(hands: curtain.Hands, request: HttpRequest) -> Any:
    user = get_user(request)
    if user.is_authenticated:
        hands.opened = dict(request.session.get(curtain.IN_SESSION, {}))
        user.hands = hands  # type: ignore[attr-defined]
    return user


class LeftBehind:
    """Redirect a player who was removed from their seat. They can no longer open the game's pages, so they
    are shown the game as they left it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Http404) or request.method not in ("GET", "HEAD"):
            return None
        address = removed_player_url(request, "observe")
        return None if address is None else redirect(address)


class PollMiddleware:
    """Answer polls from open pages before any session is loaded. The signed key in the URL proves the right
    to poll (games.pages.version_key).
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = VERSION.fullmatch(request.path_info) if request.method == "GET" else None
        if found is not None:
            with suppress(Http404, ValueError):  # the full application then shows the refusal as a page
                return version(request, UUID(found[1]))
        return self.get_response(request)


class BodyLimit:
    """Refuse a request whose body is too large before the body is read. The response says what is wrong."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (whole(request.META.get("CONTENT_LENGTH")) or 0) > settings.BODY_LIMIT:
            return too_large(request)
        return self.get_response(request)


class NoNul:
    """Refuse NUL characters in any request, because PostgreSQL cannot store them in text."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuse a form with NUL characters; return None if there are none. This runs after BodyLimit has
        checked the size and CSRF has read the form.
        """
        sent = (request.GET, request.POST)
        if any("\0" in text for form in sent for _name, texts in form.lists() for text in texts):
            return bad_request(request)
        return None


class Maintenance:
    """Refuse all changes during maintenance, with a message for people and with 503 for API clients."""

    SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
    FREE: Final = frozenset({"language", "theme", "logout"})  # these views change only this browser

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match = request.resolver_match
        named = match.view_name if match is not None else ""
        if request.method in self.SAFE or named in self.FREE or not site.read_only():
            return None
        return maintenance(request)


class NotAllowed:
    """Handle a wrong method. If a button's URL is opened as a page, redirect to the page with the button.
    Any other wrong method gets a message instead of an empty page.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or response.content:
            return response
        if is_button(request, response):
            messages.info(request, _("This address only works through a button. Nothing was changed."))
            return redirect(page_above(request))
        return response if request.method == "HEAD" else not_allowed(request, response)


class RefusalMiddleware:
    """Show a refusal that no page has handled, and refuse a form with files where JSON is expected."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, RawPostDataException):
            return bad_request(request)
        return explain_refusal(request, exception) if isinstance(exception, Refusal) else None
