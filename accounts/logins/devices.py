"""Devices known from earlier logins. A signed cookie on the device names the accounts.

Wrong passwords slow down logins to an account. On a known device of the account, attempts are counted
separately, so that strangers cannot lock anyone out.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "device"
SALT = "games.devices"  # a former name of this module, so that existing cookies stay valid
LASTS = 365 * 24 * 60 * 60  # a year in seconds
MOST = 8  # maximum number of accounts that a device remembers


def device_name(request: HttpRequest, user_pk: Any) -> str:
    """The device's name if the account has been used on this device; otherwise ""."""
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
