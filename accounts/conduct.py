"""Block other users, and report them to the hosts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import guests, limits, parts
from accounts.mail import addresses
from accounts.models import AccountMail, Block, Report

LONGEST: Final = 2000  # maximum length of a report, in characters


def find_acquaintance(user: Any, number: int) -> Any | None:
    """Return another user by id, or None unless the two have met here. Otherwise anyone could collect names
    by trying all ids.
    """
    other = get_user_model().objects.filter(pk=number, is_active=True).exclude(pk=user.pk).first()
    if other is None:
        return None
    met = blocks(user, other) or any(part.have_met(user, other) for part in parts.registered_parts())
    return other if met else None


def blocked_by(user: Any) -> QuerySet[Block]:
    return Block.objects.filter(user=user.pk).select_related("blocked")


def blocks(user: Any, other: Any) -> bool:
    """Return whether ``user`` has blocked ``other``."""
    return Block.objects.filter(user=user.pk, blocked=other.pk).exists()


def is_blocked_by_any(user: Any, people: Iterable[Any]) -> bool:
    """Return whether any of these people has blocked ``user``."""
    known = {one.pk for one in people if one is not None} - {user.pk}
    return Block.objects.filter(user__in=known, blocked=user.pk).exists()


def block(user: Any, other: Any, now: datetime) -> None:
    """Block another user, so that nothing they send reaches ``user``. Blocking twice changes nothing."""
    Block.objects.get_or_create(user=user, blocked=other, defaults={"created_at": now})


def unblock(user: Any, other: Any) -> None:
    Block.objects.filter(user=user, blocked=other).delete()


def report(user: Any, other: Any, words: str, now: datetime) -> Report:
    """Report another user to the hosts. Administrators with an address get an e-mail. Raises ValidationError
    if the report is empty or too long, if the user is a guest, or if they report too often.
    """
    words = words.strip()
    if not words:
        raise ValidationError(_("Say what happened."))
    if len(words) > LONGEST:
        raise ValidationError(_("At most %(most)s characters.") % {"most": LONGEST})
    if guests.is_guest(user):
        raise ValidationError(_("Sign up first, so that someone can get back to you."))
    if not limits.REPORTS.take(str(user.pk)):
        raise limits.too_often(limits.REPORTS)
    made = Report.objects.create(by=user, about=other, words=words, created_at=now)
    hosts = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(email="")
    for host in hosts:
        addresses.enqueue(AccountMail.Kind.REPORT, host.email, host, now)
    addresses.send_here(now)
    return made


def open_reports() -> QuerySet[Report]:
    return Report.objects.filter(closed_at=None).select_related("by", "about")


def close(number: int, now: datetime) -> bool:
    """Close a report, and return whether it was open."""
    return bool(Report.objects.filter(pk=number, closed_at=None).update(closed_at=now))
