"""The cookies that carry a user's language, time zone and theme to every page."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.context_processors import THEMES
from accounts.models.profile import Profile

YEAR = 365 * 24 * 60 * 60
SWITCHES: Final = {  # the switches shown on every page, even without a login: cookie and values of each
    "language": (settings.LANGUAGE_COOKIE_NAME, tuple(code for code, _name in settings.LANGUAGES)),
    "theme": ("theme", ("", *THEMES)),
}
CHOSEN: Final = "{}_chosen"  # name of the cookie that marks a choice made since the last login


def copy_choices(request: HttpRequest, profile: Profile, *fields: str) -> Profile:
    """Copy to the profile the choices that were made on this device before the login, because they are
    newer. Call this at login, before :func:`remember`. ``fields``: the choices to copy; by default all.
    Return the profile.
    """
    taken = []
    for field in fields or SWITCHES:
        name, allowed = SWITCHES[field]
        value = request.COOKIES.get(name, "")
        if request.COOKIES.get(CHOSEN.format(field)) and value in allowed:
            setattr(profile, field, value)
            taken.append(field)
    if taken:
        profile.save(update_fields=taken)
    return profile


def choose(request: HttpRequest, response: HttpResponse, field: str, value: str) -> bool:
    """Store a choice on this device and, for a logged-in user, in the profile. Return False for an unknown
    value.
    """
    name, allowed = SWITCHES[field]
    if value not in allowed:
        return False
    set_cookie(response, name, value)
    if request.user.is_authenticated:
        Profile.objects.update_or_create(user=request.user, defaults={field: value})
    else:
        set_cookie(response, CHOSEN.format(field), "1")
    return True


def remember(response: HttpResponse, profile: Profile) -> None:
    """Set the cookies from which pages read language, time zone and theme."""
    for name, value in (
        (settings.LANGUAGE_COOKIE_NAME, profile.language),
        ("timezone", profile.timezone),
        ("theme", profile.theme),
    ):
        set_cookie(response, name, value)
    for field in SWITCHES:
        set_cookie(response, CHOSEN.format(field), "")


def set_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Store one preference in a cookie for a year. An empty value deletes the cookie."""
    if value:
        response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    else:
        response.delete_cookie(name, samesite="Lax")
