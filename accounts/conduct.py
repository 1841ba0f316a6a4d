"""Blocking other users, and reporting them to the hosts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import addresses, guests, limits, parts
from accounts.models import AccountMail, Block, Report

LONGEST: Final = 2000  # the longest report, in characters


def find_acquaintance(user: Any, number: int) -> Any | None:
    """Find another user by id if the two have met here. Otherwise names could be harvested by counting."""
    other = get_user_model().objects.filter(pk=number, is_active=True).exclude(pk=user.pk).first()
    if other is None:
        return None
    met = blocks(user, other) or any(part.have_met(user, other) for part in parts.registered_parts())
    return other if met else None


def blocked_by(user: Any) -> QuerySet[Block]:
    return Block.objects.filter(user=user.pk).select_related("blocked")


def blocks(user: Any, other: Any) -> bool:
    """Whether ``user`` has blocked ``other``."""
    return Block.objects.filter(user=user.pk, blocked=other.pk).exists()


def unwelcome(user: Any, people: Iterable[Any]) -> bool:
    """Whether any of these people has blocked ``user``."""
    known = {one.pk for one in people if one is not None} - {user.pk}
    return Block.objects.filter(user__in=known, blocked=user.pk).exists()


def block(user: Any, other: Any, now: datetime) -> None:
    """Block another user, so that nothing from them arrives. Repeating it changes nothing."""
    Block.objects.get_or_create(user=user, blocked=other, defaults={"created_at": now})


def unblock(user: Any, other: Any) -> None:
    Block.objects.filter(user=user, blocked=other).delete()


def report(user: Any, other: Any, words: str, now: datetime) -> Report:
    """Report another user to the hosts; administrators with an address get an e-mail. Raises
    ValidationError."""
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
        addresses.owe(AccountMail.Kind.REPORT, host.email, host, now)
    addresses.send_here(now)
    return made


def open_reports() -> QuerySet[Report]:
    return Report.objects.filter(closed_at=None).select_related("by", "about")


def close(number: int, now: datetime) -> bool:
    """Close a report; return whether it was open."""
    return bool(Report.objects.filter(pk=number, closed_at=None).update(closed_at=now))
