"""A game's pages in two worlds that differ only in what one player may know: every other viewer must get
identical bytes.

A world is played inside a savepoint and then rolled back, so that all counters start alike in the next
one: the game's id, row keys, entries, and the clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.core import mail
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import NoReverseMatch, URLResolver, reverse
from django.utils.http import urlencode

from engine.dice import Seeded, Throw
from engine.journal import place
from games.models import Feed, Game
from games.services import messages, tables
from games.urls import urlpatterns

NOW = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
QUERIES: dict[str, tuple[Mapping[str, str], ...]] = {
    "game": ({"seat": "gm"}, {"seat": "blue"}, {"advice": "1"}),
    "game-plan": ({"seat": "blue"},),
    "game-plan-json": ({"seat": "blue"},),
    "game-orders": ({"seat": "blue"},),
    "game-letters": ({"seat": "blue"}, {"q": "secret"}),
    "game-state": ({"seat": "gm"}, {"seat": "blue"}),
    "game-chronicle": ({"by": "blue"}, {"seat": "gm", "by": "red"}, {"before": "4"}),
    "game-replay": ({"at": "0"}, {"at": "2", "seat": "gm"}, {"at": "4"}, {"at": "5"}),
}
ONCE = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|name="key" value="[^"]*"|nonce="[^"]*"|[?&]key=[^"&]*'
    r'|data-key="[^"]*"'  # the server's key, created on first use
    r"|:[0-9A-Za-z]{6}:[\w-]{43}(?=/)"  # the second at which a mail link was signed
)

TRIED: tuple[Mapping[str, Any], ...] = (
    {"kind": "attack", "camp": "east", "target": "green", "stake": 99},
    {"kind": "ambush", "spring": True},
    {},
)

Seen = dict[tuple[str, str], str]


@dataclass
class OfAWorld(Seeded):
    """A game's dice in one of the worlds that a test compares. Only secret rolls differ between worlds."""

    world: int = 0

    def derive_result(self, throw: Throw, index: int) -> int:
        if throw.secret and self.world:
            return Seeded(self.seed, f"{self.game} {self.world}", self.place).derive_result(throw, index)
        return super().derive_result(throw, index)


def dice_of(game: Game, seed: bytes, world: int) -> Seeded:
    """Return dice that replace the server's; secret rolls differ between worlds."""
    return OfAWorld(seed, str(game.pk), place(game.binding, game.seq + 1, game.step + 1), world=world)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all changes at the end, including the sequences of row keys."""
    before = _counts()
    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        pass
    _count_on_from(before)


def _counts() -> list[tuple[str, int | None]]:
    """Return each PostgreSQL sequence with its last value, because a rollback to a savepoint does not reset
    sequences. Return [] for other databases.
    """
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(sequencename), last_value FROM pg_sequences WHERE schemaname = 'public'"
        )
        return list(cursor.fetchall())


def _count_on_from(counts: Iterable[tuple[str, int | None]]) -> None:
    for name, last in counts:
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval(%s::regclass, %s, %s)", [name, last or 1, last is not None])


class Undo(Exception):
    pass


def forget() -> None:
    """Clear this process's caches of games."""
    tables._heads.clear()
    for store in caches.all():
        store.clear()
    mail.outbox.clear()


def addresses(game: Game) -> Iterator[str]:
    """Yield every URL of the game, and the URL of each of its battles."""
    for name, address in _served(game.pk):
        yield address
        yield from (f"{address}?{urlencode(query)}" for query in QUERIES.get(name, ()))
    for link in game.battle_links.values_list("pk", flat=True):
        yield reverse("game-battle", args=[game.pk, link])


@cache
def _served(pk: UUID) -> tuple[tuple[str, str], ...]:
    found = []
    for name in names_of(urlpatterns):
        for arguments in ({"pk": pk}, {}):
            with suppress(NoReverseMatch):
                found.append((name, reverse(name, kwargs=arguments)))
    return tuple(found)


def names_of(patterns: Iterable[Any]) -> Iterator[str]:
    """Yield the names of URLs, including those in nested namespaces."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            room = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from (room + name for name in names_of(pattern.url_patterns))
        else:
            yield str(pattern.name)


def feeds(game: Game, name: str, user: Any) -> Iterator[str]:
    """Yield the URLs that this person's calendar and feed reader request."""
    for kind, of in (("deadlines", None), ("feed", game)):
        Feed.objects.create(user=user, game=of, token=f"{kind}-of-{name}", created_at=NOW)
        yield reverse(kind, args=[f"{kind}-of-{name}"])


def seen(game: Game, readers: Mapping[str, Any]) -> Seen:
    """Return everything that these people get from any URL, and their mail."""
    found: Seen = {}
    for name, user in readers.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        with undone():
            for address in addresses(game):
                found[name, address] = told(client.get(address))
            for address in feeds(game, name, user) if user is not None else ():
                found[name, address] = told(Client().get(address))
            found[name, "checked"] = told(client.post(reverse("game-verify", args=[game.pk])))
        for action in TRIED:
            for seat in ("red", "blue", "gm"):
                body = {"seat": seat, "seq": game.seq, "key": "secrecy", "action": action}
                with undone():
                    act = reverse("game-act", args=[game.pk])
                    answer = client.post(act, body, content_type="application/json")
                if answer.status_code >= 400:  # the text of an error could reveal something
                    found[name, f"{seat} {action}"] = told(answer)
    with undone():
        messages.send(NOW.replace(year=2027))
        for name, user in readers.items():
            to = [one for one in mail.outbox if user is not None and user.email in one.to]
            found[name, "mail"] = ONCE.sub("", "\n".join(f"{one.subject}\n{one.body}" for one in to))
    return found


def told(answer: Any) -> str:
    """Return a response without the parts that differ on every request."""
    text = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = {k: v for k, v in answer.headers.items() if k not in {"ETag", "Date", "Expires"}}
    return ONCE.sub("", f"{answer.status_code} {headers}\n{text.decode(errors='replace')}")


def differences(one: Seen, other: Seen) -> list[str]:
    """Return the viewers who could tell two worlds apart, with the URL and the text that differ."""
    found = []
    for key in sorted(one.keys() | other.keys()):
        a, b = one.get(key, ""), other.get(key, "")
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            found.append(f"{key[0]} by {key[1]}: …{a[max(0, at - 60) : at + 60]}… / …{b[at - 20 : at + 60]}…")
    return found
