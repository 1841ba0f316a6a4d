"""Guests: visitors who play in this browser without an account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import guests, limits


def log_in_guest(
    request: HttpRequest,
    now: datetime,
    counted: Iterable[tuple[limits.Limit, str]] = (),
    *,
    key: str = "",
) -> ValidationError | None:
    """Log a visitor in as a new guest. Return the refusal, and log nobody in, if the site accepts no guests
    or a limit has been reached.

    ``counted``: the limits that count for a visitor with an invitation code, each with its key; by default
    the limit per network counts. ``key``: the form's key (see create_guest).
    """
    welcome = settings.SIGNUP == "open" or (settings.SIGNUP == "invited" and counted)
    if not welcome and not request.user.is_authenticated:
        return ValidationError(_("This site doesn't accept guests. Log in, or ask the people who run it."))
    kept = [*(counted or ((limits.GUESTS, limits.network_of(request)),)), (limits.GUESTS_ALL, "all")]
    for limit, who in kept:
        if not limit.take(who):
            return limits.too_often(limit)
    if not request.user.is_authenticated:
        user = guests.create_guest(get_language() or "en", request.COOKIES.get("timezone", ""), now, key=key)
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return None
