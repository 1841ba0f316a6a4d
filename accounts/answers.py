"""Posted forms whose log-in has expired: kept, and sent once the same person is back.

Every form names its user (``csrf_token``, accounts.templatetags.drawn). A form without a log-in is stored in
the session and sent when that person logs in there; nobody else can send it. A form under somebody else's
log-in is refused as well.
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
SENT = "kept_answer"  # marks the form that submits a stored answer
SALT = "games.answers"  # its old name: open forms stay valid
KEY = "kept_answer"  # in the session
LASTS = timedelta(hours=12)
LARGEST = 300_000  # characters of the filled-in form
NOT_KEPT = ("csrfmiddlewaretoken", FIELD, SENT)


def mark(user: Any) -> str:
    """A signed mark of the user for whom a form is drawn."""
    return signing.Signer(salt=SALT).sign(str(user.pk))


def drawn_for(request: HttpRequest) -> str:
    """The user for whom a posted form was drawn, as text; "" if it has no mark."""
    try:
        return signing.Signer(salt=SALT).unsign(request.POST.get(FIELD, ""))
    except signing.BadSignature:
        return ""


def keep(request: HttpRequest, who: str, now: datetime) -> bool:
    """Store a posted form in the session; return whether there was room. Passwords and files are not
    stored.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_KEPT and "password" not in name
        for value in values
    ]
    place = limits.place_of(request)
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
    """The form stored in this session, while it is recent enough."""
    found = request.session.get(KEY)
    if not isinstance(found, dict):
        return None
    given = datetime.fromisoformat(found["at"]).astimezone(UTC)
    return found if given <= now <= given + LASTS else None


def from_anybody(view: View) -> View:
    """Mark a view that needs no log-in, so that its forms are not stored."""
    view.from_anybody = True  # type: ignore[attr-defined]
    return view


def is_from_anybody(view: Callable[..., Any]) -> bool:
    return getattr(view, "from_anybody", False)


def forget(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
