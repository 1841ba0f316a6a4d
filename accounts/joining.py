"""Create accounts from forms that may be submitted twice: by a double tap, or by two people who want one
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

from accounts import claims, guests, limits, parts
from accounts.forms import SignUp
from accounts.once import one_at_a_time

SALT: Final = "accounts.invitation"


def invitation(days: int, now: datetime) -> str:
    """Create a link with which anyone can sign up for a number of days."""
    until = int((now + timedelta(days=days)).timestamp())
    query = urlencode({"invited": signing.dumps(until, salt=SALT)})
    return f"{settings.SITE_URL}{reverse('signup')}?{query}"


def may_join(asked: Mapping[str, str], now: datetime) -> bool:
    """Whether a visitor can sign up, depending on settings.SIGNUP: anybody, only invited people (``invited``:
    the host's link; ``next``: a game's or league's link), or nobody.
    """
    if settings.SIGNUP != "invited":
        return bool(settings.SIGNUP == "open")
    with suppress(signing.BadSignature, TypeError, ValueError):
        if signing.loads(asked.get("invited", ""), salt=SALT) > now.timestamp():
            return True
    return any(part.invites(asked.get("next", "")) for part in parts.registered_parts())


def join(request: HttpRequest, form: SignUp, guest: Any, now: datetime) -> Any | None:
    """Create the account that a form asks for. If the form has just created it, return that account. Return
    None if it is refused, with the reason on the form. A guest can become an account only once.
    """
    if not form.is_valid():
        return _made_before(request, form, now)
    origin = limits.place_of(request)
    if not limits.SIGNUPS.take(origin):
        form.add_error(None, limits.too_often(limits.SIGNUPS))
        return None
    try:
        with one_at_a_time(guest) if guest is not None else transaction.atomic() as stored:
            if guest is not None and not (stored and guests.is_guest(stored)):
                return _signed_up_meanwhile(form, stored)
            return form.save()
    except IntegrityError:
        form.add_error("username", claims.name_taken_error())
        return _made_before(request, form, now)


def _signed_up_meanwhile(form: SignUp, account: Any) -> Any | None:
    """Return the account that another form has made of this guest in the meantime, so that this browser is
    logged in as it; None if the guest is gone.
    """
    if account is None:
        form.add_error(None, _("Your games already belong to an account. Log in with it."))
    return account


def _made_before(request: HttpRequest, form: SignUp, now: datetime) -> Any | None:
    """The account that the same form created moments ago, if name and password match; else None."""
    made = claims.holder(str(form.data.get("username", "")))
    who = f"{limits.place_of(request)} signup"
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
