"""Create accounts from forms that may be submitted twice, by a double tap or by two people who want the same
name.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts import guests, limits, parts
from accounts.forms import SignUp
from accounts.naming import claims
from accounts.once import one_at_a_time

SALT: Final = "accounts.invitation"


def invitation(days: int, now: datetime) -> str:
    """Create a sign-up link that works for anyone for a number of days."""
    until = int((now + timedelta(days=days)).timestamp())
    query = urlencode({"invited": signing.dumps(until, salt=SALT)})
    return f"{settings.SITE_URL}{reverse('signup')}?{query}"


def may_join(asked: Mapping[str, str], now: datetime) -> bool:
    """Return whether a visitor may sign up. Depending on settings.SIGNUP, anybody may, nobody may, or only
    invited people may. ``asked`` may hold an invitation: ``invited``, the host's link, or ``next``, a game's
    or league's link.
    """
    if settings.SIGNUP != "invited":
        return bool(settings.SIGNUP == "open")
    with suppress(signing.BadSignature, TypeError, ValueError):
        if signing.loads(asked.get("invited", ""), salt=SALT) > now.timestamp():
            return True
    return any(part.invites(asked.get("next", "")) for part in parts.registered_parts())


def join(request: HttpRequest, form: SignUp, guest: Any, now: datetime) -> Any | None:
    """Create the account that a form asks for, or return the account that the same form has just created.
    Return None if the form is refused, with the reason on the form. A guest can become an account only
    once.
    """
    if not form.is_valid():
        return _find_account_just_made(request, form, now)
    origin = limits.network_of(request)
    if not limits.SIGNUPS.take(origin):
        form.add_error(None, limits.too_often(limits.SIGNUPS))
        return None
    try:
        with one_at_a_time(guest) if guest is not None else transaction.atomic() as stored:
            if guest is not None and not (stored and guests.is_guest(stored)):
                return _find_converted_account(form, stored)
            return form.save()
    except IntegrityError:
        form.add_error("username", claims.name_taken_error())
        return _find_account_just_made(request, form, now)


def _find_converted_account(form: SignUp, account: Any) -> Any | None:
    """Return the account into which another form has meanwhile turned this guest, so that this browser can
    log in to it. Return None if the guest is gone.
    """
    if account is None:
        form.add_error(None, _("Your games already belong to an account. Log in with it."))
    return account


def _find_account_just_made(request: HttpRequest, form: SignUp, now: datetime) -> Any | None:
    """The account that the same form created moments ago, if name and password match; otherwise None."""
    made = claims.find_account(str(form.data.get("username", "")))
    who = f"{limits.network_of(request)} signup"
    if (
        made is None
        or not made.is_active
        or not now - guests.TWICE <= made.date_joined <= now + guests.TWICE
        or form.data.get("password1", "") != form.data.get("password2")
        or not limits.LOGINS_AS.take(who)
    ):
        return None
    if not made.check_password(form.data.get("password1", "")):
        return None
    limits.LOGINS_AS.give_back(who)
    return made
