"""Devices known from earlier logins, by a signed cookie that names the accounts.

Wrong passwords slow an account down for everyone except its known devices, which are counted separately. So
strangers cannot lock anyone out.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
SALT = "games.devices"  # an old name of this module, so that existing cookies stay valid
LASTS = 365 * 24 * 60 * 60  # a year in seconds
MOST = 8  # how many accounts a device remembers


def device_name(request: HttpRequest, user_pk: Any) -> str:
    """The device's name if the account has been used on it; otherwise ""."""
    name, users = _read(request)
    return name if user_pk is not None and user_pk in users else ""


def remember(request: HttpRequest, response: HttpResponse, user_pk: Any) -> None:
    """Remember that the account was used on this device."""
    name, users = _read(request)
    kept = [user_pk, *(one for one in users if one != user_pk)][:MOST]
    value = signing.dumps([name or secrets.token_urlsafe(12), kept], salt=SALT)
    response.set_cookie(
        COOKIE, value, max_age=LASTS, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def _read(request: HttpRequest) -> tuple[str, list[Any]]:
    try:
        name, users = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return name, users
