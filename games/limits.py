"""How often somebody may try: log-ins, new accounts, invitation links. Counted in Django's cache, which all
processes share in production (Redis); a counter that is lost lets somebody try again, nothing worse."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


@dataclass(frozen=True)
class Limit:
    """At most ``most`` tries in ``seconds``, counted from the first."""

    name: str
    most: int
    seconds: int

    def reached(self, who: str) -> bool:
        return int(cache.get(self._key(who), 0)) >= self.most

    def count(self, who: str) -> None:
        """One more try."""
        key = self._key(who)
        if not cache.add(key, 1, self.seconds):
            try:
                cache.incr(key)
            except ValueError:  # it expired between the two
                cache.set(key, 1, self.seconds)

    def forget(self, who: str) -> None:
        cache.delete(self._key(who))

    @property
    def minutes(self) -> int:
        return self.seconds // 60

    def _key(self, who: str) -> str:
        return f"limit:{self.name}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"


LOGINS_AS = Limit("login-as", 10, 15 * 60)  # wrong passwords for one name from one address
LOGINS_FROM = Limit("login-from", 60, 15 * 60)  # wrong passwords from one address
SIGNUPS = Limit("signup", 20, 60 * 60)  # accounts made from one address
RESETS = Limit("reset", 10, 60 * 60)  # mails for lost passwords asked for from one address
CHECKS = Limit("check", 20, 15 * 60)  # whole games derived anew, asked for from one address
LETTERS = Limit("letters", 60, 15 * 60)  # letters written by one person
INVITATIONS = Limit("invitation", 30, 15 * 60)  # links that lead nowhere, from one address


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: the socket's address, or, behind VEXILLUM_PROXIES proxies of ours, what the
    outermost of them has seen. What a client writes into the header itself is never believed."""
    direct = str(request.META.get("REMOTE_ADDR", ""))
    if not settings.PROXIES:
        return direct
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    return seen[-settings.PROXIES] if len(seen) >= settings.PROXIES else direct
