"""Simulated faults: a process is killed before a write or right after a commit, or sending an e-mail fails
before or after the e-mail has left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection

from games.models import Outbox, Pace
from games.prepared_sql import PreparedQuery
from games.services.notices.wishes import wishes_of

WRITES = re.compile(r"(?:.*; )?(?:INSERT|UPDATE|DELETE)", re.DOTALL)  # a round trip that writes anything


class Killed(BaseException):
    """Raised in place of a killed process: no ``except Exception`` catches it, and the transaction is
    rolled back.
    """


class Reaper:
    """Counts the writes and commits of the database connection. Raises Killed before the chosen write or
    after the chosen commit, as if the process had died there.
    """

    def __init__(self) -> None:
        self.writes_left: int | None = None
        self.commits_left: int | None = None

    def aim(self, *, writes: int | None = None, commits: int | None = None) -> None:
        self.writes_left, self.commits_left = writes, commits

    def rest(self) -> None:
        self.aim()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        commit, outer = connection._commit, connection.__dict__.get("_commit")

        def counted() -> Any:
            commit()
            if self.commits_left is not None:
                self.commits_left -= 1
                if self.commits_left < 0:
                    self.rest()
                    raise Killed

        connection._commit = counted
        try:
            with connection.execute_wrapper(self.executed):
                yield
        finally:
            del connection._commit
            if outer is not None:
                connection._commit = outer

    def executed(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if self.writes_left is not None and WRITES.match(sql):
            self.writes_left -= 1
            if self.writes_left < 0:
                self.rest()
                raise Killed
        return execute(sql, *more)


class Post:
    """A mail server whose behaviour the test chooses for each mail. It keeps the mail that was sent."""

    def __init__(self) -> None:
        self.next: list[str] = []  # refuse, lose_answer, kill_before, kill_after
        self.left: Counter[str] = Counter()
        self.excused: Counter[str] = Counter()  # sent, but the sender could not know
        self.latest: str | None = None
        self.meanwhile: Callable[[], None] | None = None
        self.unwanted: list[str] = []

    def deliver(self, identity: str) -> None:
        self.wanted(identity)
        fate = self.next.pop() if self.next else ""
        if self.meanwhile is not None:
            another, self.meanwhile = self.meanwhile, None
            another()
        if fate == "refuse":
            raise OSError("no route to host")
        if fate == "kill_before":
            raise Killed
        self.left[identity] += 1
        self.latest = identity
        if fate:
            self.excused[identity] += 1
            self.latest = None
        if fate == "lose_answer":
            raise TimeoutError("timed out")
        if fate == "kill_after":
            raise Killed

    def wanted(self, identity: str) -> None:
        """Check that nobody gets mail they have turned off."""
        row = MESSAGE.one(_key(identity))
        if row is None:
            self.unwanted.append(f"mail {identity} is of no message")
        elif wishes_of({row.recipient_id})[row.recipient_id].pace(row.game_id, row.kind) == Pace.NEVER:
            self.unwanted.append(f"mail {identity} left, which its reader never wants")

    def sender_was_killed(self) -> None:
        """Allow the latest message to be sent a second time, because its sender died before recording that it
        was sent.
        """
        if self.latest is not None:
            self.excused[self.latest] += 1


MESSAGE = PreparedQuery(lambda key: Outbox.objects.filter(key=key), str)


def _key(identity: str) -> str:
    """Return the key from which a Message-ID was made; dots in an occasion are kept."""
    kind, game, *occasion, user = identity[1:].rpartition("@")[0].split(".")
    return f"{kind}:{game}:{'.'.join(occasion)}:{user}"


POST = Post()


class Backend(BaseEmailBackend):
    """A mail backend that delivers every message to ``POST``, the simulated mail server."""

    def send_messages(self, email_messages: Sequence[Any]) -> int:
        for message in email_messages:
            POST.deliver(message.extra_headers["Message-ID"])
        return len(email_messages)
