"""Forms posted after the login has expired. They are stored, and submitted once the same person has logged
in again.

Every form names its user (``csrf_token``, accounts.templatetags.form_tokens). A form posted without a
login is stored in the session. It is submitted when its user logs in with that session, and nobody else
can submit it. A form posted while another user is logged in is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.core import signing
from django.http import HttpRequest

from accounts import limits

View = TypeVar("View", bound=Callable[..., Any])

FIELD = "drawn_for"
SENT = "kept_answer"  # a field that marks the resubmission of a stored form
SALT = "games.answers"  # a former name of this module, so that open forms stay valid
KEY = "kept_answer"  # the session key under which the form is stored
LASTS = timedelta(hours=12)
LARGEST = 300_000  # maximum length of a stored form, in characters
NOT_KEPT = ("csrfmiddlewaretoken", FIELD, SENT)


def user_mark(user: Any) -> str:
    """Return the user's id, signed, for the hidden field of a form that is rendered for the user."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def user_id_of_form(request: HttpRequest) -> str:
    """The id of the user for whom a posted form was rendered, as text, or "" if the form has no signed id."""
    try:
        return signing.Signer(salt=SALT).unsign(request.POST.get(FIELD, ""))
    except signing.BadSignature:
        return ""


def store_form(request: HttpRequest, who: str, now: datetime) -> bool:
    """Store a posted form in the session, without passwords and files. Return False if the form is too large
    or the limit is reached.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_KEPT and "password" not in name
        for value in values
    ]
    place = limits.network_of(request)
    if len(json.dumps(fields)) > LARGEST or not limits.KEPT.take(place):
        return False
    request.session[KEY] = {
        "who": who,
        "to": request.get_full_path(),
        "fields": fields,
        "files": [name for name, file in request.FILES.items() if file],
        "at": now.isoformat(),
    }
    return True


def stored_form(request: HttpRequest, now: datetime) -> dict[str, Any] | None:
    """The form stored in this session, or None if there is no recent one."""
    found = request.session.get(KEY)
    if not isinstance(found, dict):
        return None
    given = datetime.fromisoformat(found["at"]).astimezone(UTC)
    return found if given <= now <= given + LASTS else None


def without_login(view: View) -> View:
    """Mark a view that needs no login, so that its forms are not stored."""
    view.from_anybody = True  # type: ignore[attr-defined]
    return view


def is_from_anybody(view: Callable[..., Any]) -> bool:
    return getattr(view, "from_anybody", False)


def forget(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
