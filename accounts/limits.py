"""Rate limits for logins, new accounts and e-mails.

Attempts are counted in the database, where no stranger can evict a counter. Creating a counter deletes
expired ones.
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
    """A limit of ``most`` attempts in ``seconds``, counted from the first attempt."""

    name: str
    most: int
    seconds: int

    def is_reached(self, who: str) -> bool:
        return self._running(who).filter(count__gte=self.most).exists()

    def count(self, who: str) -> None:
        """Count one more attempt."""
        if not self._begin(who):
            self._running(who).update(count=F("count") + 1)

    def take(self, who: str) -> bool:
        """Count an attempt if the limit allows it, and return whether it does. This is atomic, so parallel
        requests gain nothing.
        """
        return self._begin(who) or bool(
            self._running(who).filter(count__lt=self.most).update(count=F("count") + 1)
        )

    def give_back(self, who: str) -> None:
        """Undo the count of one attempt, because the password was right or nothing was done."""
        self._running(who).filter(count__gt=0).update(count=F("count") - 1)

    def _begin(self, who: str) -> bool:
        """Start a new period with its first attempt. Return False if a period is running."""
        if self._running(who).exists():
            return False
        now = clocks.now()
        Counter.objects.filter(until__lte=now).delete()  # includes this key's counter if expired
        try:
            with transaction.atomic():
                Counter.objects.create(key=self._key(who), until=now + timedelta(seconds=self.seconds))
        except IntegrityError:  # another process created the counter in between
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


LOGINS_AS = Limit("login-as", 10, 15 * 60)  # limit on wrong passwords for a name from one network or device
LOGINS_FROM = Limit("login-from", 60, 15 * 60)  # limit on wrong passwords from one IP address
LOGINS_NET = Limit("login-net", 120, 15 * 60)  # limit on wrong passwords from one network (IPv6: /64)
LOGINS_OF = Limit("login-of", 30, 60 * 60)  # limit on wrong passwords for one name from anywhere
LOGINS_SLOW = Limit("login-slow", 1, 20)  # limit for unfamiliar devices once LOGINS_OF is reached
# limit on e-mails that ask to confirm an address, per address and per user
CONFIRMATIONS = Limit("confirm", 5, 60 * 60)
MAILS_TO = Limit("mail-to", 5, 60 * 60)  # limit on account e-mails to one address, no matter who asks
MAILS_TO_A_DAY = Limit("mail-to-day", 10, 24 * 60 * 60)  # daily limit on account e-mails to one address
SIGNUPS = Limit("signup", 20, 60 * 60)  # limit on accounts created from one network
GUESTS = Limit("guest", 10, 60 * 60)  # limit on guests created from one network
GUESTS_ALL = Limit("guests", 500, 60 * 60)  # limit on guests created from all networks together
RESETS = Limit("reset", 10, 60 * 60)  # limit on password resets requested from one network
REPORTS = Limit("report", 10, 60 * 60)  # limit on reports by one user
KEPT = Limit("kept", 60, 15 * 60)  # limit on forms stored after expired logins, per network


def take_all(kept: Iterable[tuple[Limit, str]]) -> Limit | None:
    """Count an attempt against all of the limits, or against none if one of them has been reached. Return
    that limit, or None.
    """
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
    """Delete counters that a wrong clock set to expire in the far future."""
    Counter.objects.filter(until__gt=now + timedelta(days=1)).delete()


def too_often(limit: Limit) -> ValidationError:
    """The error to show after too many attempts."""
    text = ngettext(
        "Too many attempts. Wait %(n)d minute, then try again.",
        "Too many attempts. Wait up to %(n)d minutes, then try again.",
        limit.minutes,
    )
    return ValidationError(text % {"n": limit.minutes}, code="too_often")


def too_many_mails(limit: Limit) -> ValidationError:
    """The error to show after too many e-mails to the entered address."""
    text = ngettext(
        "Too many e-mails have been sent to this address. Wait up to %(n)d hour, then try again.",
        "Too many e-mails have been sent to this address. Wait up to %(n)d hours, then try again.",
        limit.hours,
    )
    return ValidationError(text % {"n": limit.hours}, code="too_many_mails")


def address_of(request: HttpRequest) -> str:
    """Return the IP address of a request. Behind this site's own proxies (settings.PROXIES, set by
    VEXILLUM_PROXIES), it is the address that the outermost proxy saw. Otherwise it is the socket's.
    Headers from the client are never trusted.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES:
        return direct
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    return seen[-settings.PROXIES] if len(seen) >= settings.PROXIES else direct


def network_of(request: HttpRequest) -> str:
    """The network of a request: an IPv4 address, or the first 64 bits of an IPv6 address. A household can
    use any address with those 64 bits.
    """
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
