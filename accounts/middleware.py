"""Middleware for every request: it checks the user of a posted form and sets the reader's time zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import clocks
from accounts.logins import answers
from accounts.logins.expired_logins import log_in_first, other_account
from accounts.models.profile import zone_named

Answer = Callable[[HttpRequest], HttpResponse]


class ExpiredLogIn:
    """Handles a form posted after its author's login expired, or while another user is logged in. If nobody
    is logged in, the form is stored until its author logs in. It is never submitted under another account
    (accounts.logins.answers).
    """

    FREE = frozenset(  # views that need no identity; answers.without_login marks others
        {"login", "logout", "signup", "language", "theme", "set_language", "confirm-email"}
    )

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_more: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method != "POST" or match is None or match.view_name in self.FREE:
            return None
        if answers.is_from_anybody(view):
            return None
        if answers.SENT in request.POST and request.user.is_authenticated:
            answers.forget(request)  # the stored form is now being submitted
        who = answers.user_id_of_form(request)
        if not who:
            return None
        if not request.user.is_authenticated:
            return log_in_first(request, kept=answers.store_form(request, who, clocks.now()))
        return None if who == str(request.user.pk) else other_account(request)


class ReaderTimeZone:
    """Shows times in the reader's time zone. The zone comes from a cookie, set by the settings page and at
    login, so that pages need no query. If the cookie is missing or wrong, the zone is UTC.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(zone_named(request.COOKIES.get("timezone", ""))):
            return self.get_response(request)
