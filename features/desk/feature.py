"""Return lent seats in time, add substitutes to the core's pages, and register the messages about them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from features.desk import kinds, substitutes
from features.desk.lending_page import reserve_names
from games import events, message_kinds, slots

MINUTE: Final = timedelta(minutes=1)


def register() -> None:
    """Register the feature's messages, events and page slots. Django calls this once, when the app is
    ready.
    """
    message_kinds.register(*kinds.KINDS)
    events.subscribe(events.Sweeping, _return_due_seats, every=MINUTE)
    slots.register("notices", "features/desk/_volunteer.html", _may_volunteer)
    slots.register("people", "features/desk/_lent.html", _lent_seats)
    slots.register("orders", "features/desk/_lend.html", _may_lend)


def _return_due_seats(sweep: events.Sweeping) -> None:
    substitutes.return_due_seats(sweep.now)


def _may_volunteer(page: Any) -> Mapping[str, Any] | None:
    strange = not (page.get("my_seats") or page.get("gm") or page.get("observing"))
    return {} if strange and not page["game"].is_over else None


def _lent_seats(page: Any) -> Mapping[str, Any] | None:
    return None if page.get("tab") == "replay" else {}


def _may_lend(page: Any) -> Mapping[str, Any] | None:
    """Return the choices of the form that lends the seat of this page, or None if a substitute has the
    seat.
    """
    if page["place"].lender:
        return None
    return {"bench": reserve_names(page["game"]), "today": timezone.localdate().isoformat()}
