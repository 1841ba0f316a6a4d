"""Rate limits: log-ins, new accounts, mails.

Counted in the database, where no stranger can push a counter out. New counters sweep expired ones away.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts import clocks
from accounts.models import Counter


@dataclass(frozen=True)
class Limit:
    """At most ``most`` attempts in ``seconds``, counted from the first."""

    name: str
    most: int
    seconds: int

    def reached(self, who: str) -> bool:
        return self._running(who).filter(count__gte=self.most).exists()

    def count(self, who: str) -> None:
        """Count one more try."""
        if not self._begin(who):
            self._running(who).update(count=F("count") + 1)

    def take(self, who: str) -> bool:
        """Take a try if the limit allows it, atomically, so that parallel requests gain nothing."""
        return self._begin(who) or bool(
            self._running(who).filter(count__lt=self.most).update(count=F("count") + 1)
        )

    def give_back(self, who: str) -> None:
        """Uncount an attempt: the password was right, or nothing was written."""
        self._running(who).filter(count__gt=0).update(count=F("count") - 1)

    def _begin(self, who: str) -> bool:
        """Start a new span with its first try; False if one is in progress."""
        if self._running(who).exists():
            return False
        now = clocks.now()
        Counter.objects.filter(until__lte=now).delete()  # this one too, if it has expired
        try:
            with transaction.atomic():
                Counter.objects.create(key=self._key(who), until=now + timedelta(seconds=self.seconds))
        except IntegrityError:  # another process created it in between
            return False
        return True

    def forget(self, who: str) -> None:
        Counter.objects.filter(key=self._key(who)).delete()

    @property
    def minutes(self) -> int:
        return max(1, self.seconds // 60)

    @property
    def hours(self) -> int:
        return max(1, self.seconds // 3600)

    def _running(self, who: str) -> models.QuerySet[Counter]:
        return Counter.objects.filter(key=self._key(who), until__gt=clocks.now())

    def _key(self, who: str) -> str:
        return f"{self.name}:{hashlib.sha256(who.encode(errors='replace')).hexdigest()[:32]}"


LOGINS_AS = Limit("login-as", 10, 15 * 60)  # wrong passwords for one name from one place, or one device
LOGINS_FROM = Limit("login-from", 60, 15 * 60)  # wrong passwords from one address
LOGINS_NET = Limit("login-net", 120, 15 * 60)  # wrong passwords from one network (IPv6: /64)
LOGINS_OF = Limit("login-of", 30, 60 * 60)  # wrong passwords for one name from anywhere: from then on ...
LOGINS_SLOW = Limit("login-slow", 1, 20)  # ... strange devices may try that name as often as this
# mails that ask for confirmation of an address, to one or by one
CONFIRMATIONS = Limit("confirm", 5, 60 * 60)
MAILS_TO = Limit("mail-to", 5, 60 * 60)  # account mails to one address, no matter who asks
MAILS_TO_A_DAY = Limit("mail-to-day", 10, 24 * 60 * 60)  # ... likewise
SIGNUPS = Limit("signup", 20, 60 * 60)  # accounts created from one place
GUESTS = Limit("guest", 10, 60 * 60)  # guests created from one place
GUESTS_ALL = Limit("guests", 500, 60 * 60)  # guests created from anywhere
RESETS = Limit("reset", 10, 60 * 60)  # mails for lost passwords requested from one place
REPORTS = Limit("report", 10, 60 * 60)  # reports by one person
KEPT = Limit("kept", 60, 15 * 60)  # forms stored for expired log-ins, per network


def take_all(kept: Iterable[tuple[Limit, str]]) -> Limit | None:
    """Count a try against all limits or none. Return the limit that is reached, or None."""
    taken: list[tuple[Limit, str]] = []
    for limit, who in kept:
        if not limit.take(who):
            give_back_all(taken)
            return limit
        taken.append((limit, who))
    return None


def give_back_all(taken: Iterable[tuple[Limit, str]]) -> None:
    for limit, who in taken:
        limit.give_back(who)


def clock_was_put_back(now: datetime) -> None:
    """Release limits that a wrong clock has set to a far future."""
    Counter.objects.filter(until__gt=now + timedelta(days=1)).delete()


def too_often(limit: Limit) -> ValidationError:
    """The message after too many attempts."""
    text = ngettext(
        "Too many attempts. Wait %(n)d minute, then try again.",
        "Too many attempts. Wait up to %(n)d minutes, then try again.",
        limit.minutes,
    )
    return ValidationError(text % {"n": limit.minutes}, code="too_often")


def too_many_mails(limit: Limit) -> ValidationError:
    """The message shown when too many mails went to the typed address."""
    text = ngettext(
        "Too many e-mails have been sent to this address. Wait up to %(n)d hour, then try again.",
        "Too many e-mails have been sent to this address. Wait up to %(n)d hours, then try again.",
        limit.hours,
    )
    return ValidationError(text % {"n": limit.hours}, code="too_many_mails")


def address_of(request: HttpRequest) -> str:
    """The address of a request: the socket's, or behind VEXILLUM_PROXIES proxies of ours, what the outermost
    one saw. Headers from the client itself are never trusted."""
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES:
        return direct
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    return seen[-settings.PROXIES] if len(seen) >= settings.PROXIES else direct


def place_of(request: HttpRequest) -> str:
    """The network of a request: its IPv4 address, or the first 64 bits of an IPv6 one, since a household can
    use any address within them."""
    text = address_of(request).partition("%")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
