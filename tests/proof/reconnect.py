"""Check that nothing is lost when phones play on offline and upload in any order.

    python -m tests.proof.reconnect --orders 100 --seed 1
    python -m tests.proof.reconnect --orders 100 --database postgres://... --at-once

Two or three phones take a table battle of DBA offline at the same moment and play on with their own dice.
Some play the same steps at first, and some undo a few. They upload all or some of their steps in a random
order, once or several times. Some responses are lost, and the phone then sends again. Meanwhile somebody
plays on the site, and people choose, or decide later. With ``--at-once`` every request is made twice at the
same moment, and all phones upload in parallel.

A step is lost if it is neither in the log nor in a stored branch; a conflict is hidden if an open branch is
not on the page. The script counts both, and everything else that is wrong, such as a log that does not
verify. It lists the first 40 of these, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.proof.own import database

TRIES = 200  # for a game locked by another process
Step = tuple[str, str, tuple[int, ...]]


@dataclass
class Found:
    orders: int = 0
    steps: int = 0  # steps played on phones
    sent: int = 0
    lost: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # invalid logs, requests with a second effect
    results: Counter[str] = field(default_factory=Counter)

    @property
    def sound(self) -> bool:
        return not (self.lost or self.hidden or self.wrong)


@dataclass
class Order:
    """A trial: a battle, the phones that play it offline, and the order in which they upload their moves."""

    chance: random.Random
    found: Found
    name: str
    at_once: bool = False

    def __post_init__(self) -> None:
        from tests.features.offline.phones import a_battle
        from tests.games.cast import a_user

        self.people = [a_user(f"{self.name}-{who}") for who in ("anna", "bert")]
        gm = a_user(f"{self.name}-gm") if self.chance.random() < 0.3 else None
        self.hands = self.chance.choice(["any", "any", "own"])
        free = self.chance.random() < 0.4
        self.game = a_battle(*self.people, gm=gm, hands=self.hands, players_rewind=free)
        self.everybody = [*self.people, *([gm] if gm else [])]
        self.sessions: list[tuple[Any, list[dict[str, Any]]]] = []  # each upload: a phone and its steps
        for _step in range(self.chance.randrange(4)):
            self.on_the_site()

    def run(self) -> None:
        phones = [self.phone(n) for n in range(self.chance.choice([2, 2, 3]))]
        together = self.chance.randrange(6) if self.chance.random() < 0.5 else 0
        seed = self.chance.randrange(10**9)
        for phone in phones:
            phone.chance = random.Random(seed)
            phone.play(together)
            phone.chance = random.Random(self.chance.randrange(10**9))
        for _round in range(self.chance.choice([1, 1, 2])):
            for phone in phones:
                self.play(phone)
            self.come_back(phones)
            if self.chance.random() < 0.4:
                self.on_the_site()
            if self.chance.random() < 0.5:
                self.choose()
        for phone in phones:
            self.sessions.append((phone, list(phone.items)))
            self.send(phone, len(phone.items))
        self.check()
        for _word in range(4):
            self.choose()
        self.check()
        self.again()
        self.found.orders += 1

    # --- events ---

    def phone(self, number: int) -> Any:
        from tests.features.offline.phones import Phone

        user = self.people[number % 2]
        own = ("red", "blue")[number % 2] if self.hands == "any" else ""
        return Phone(self.game, user, self.chance, own).take()

    def play(self, phone: Any) -> None:
        before = len(phone.items)
        phone.play(1 + self.chance.randrange(8))
        if len(phone.line) > 3 and not phone.over and self.chance.random() < 0.25:
            phone.back(1 + self.chance.randrange(2))
            phone.play(1 + self.chance.randrange(3))
        self.found.steps += len(phone.items) - before

    def come_back(self, phones: Sequence[Any]) -> None:
        """Let the phones upload their moves in a random order or side by side. Each uploads all or some of
        its moves, once or several times. After a response that says that all moves have arrived, a phone may
        download the game again.
        """
        visits = [phone for phone in phones for _time in range(1 + self.chance.randrange(3))]
        self.chance.shuffle(visits)
        plans = []
        for phone in visits:
            whole = self.chance.random() < 0.7
            count = len(phone.items) if whole else self.chance.randrange(len(phone.items) + 1)
            plans.append((phone, count, self.chance.random() < 0.4))
        if self.at_once:
            _side_by_side([lambda one=one: self.send(one[0], one[1]) for one in plans for _twice in (0, 1)])
            return
        for phone, count, answer_lost in plans:
            result = self.send(phone, count)
            if not answer_lost and result in ("home", "already") and count == len(phone.items):
                self.sessions.append((phone, list(phone.items)))
                self.game.refresh_from_db()
                if self.game.running and self.chance.random() < 0.5:
                    self.retake(phone)

    def retake(self, phone: Any) -> None:
        phone.take()

    def send(self, phone: Any, count: int) -> str:
        from games.refusals import Busy

        for _try in range(TRIES):
            try:
                result = phone.come_back(count).result
            except Busy:
                time.sleep(0.02)
                continue
            self.found.sent += 1
            self.found.results[result] += 1
            return str(result)
        raise RuntimeError("the game was never free")

    def on_the_site(self) -> None:
        """Play a step on the site, and type in the faces of the dice there."""
        self.game.refresh_from_db()
        if not self.game.running:
            return
        phone = self.phone(0)
        try:
            phone.play(1)
        except AssertionError:
            return
        seat = phone.items[0]["seat"]
        if seat == "blue":
            phone.user = self.people[1]
        phone.come_back()

    def choose(self) -> None:
        """Let somebody try to choose one of the uploads that conflict with the log, or to set it aside."""
        from engine.game import Refusal
        from features.offline import sync
        from games.models import Branch
        from tests.games.cast import NOW

        rows = list(Branch.objects.filter(game=self.game, state__in=("open", "left")))
        if not rows:
            return
        row, user = self.chance.choice(rows), self.chance.choice(self.everybody)
        self.game.refresh_from_db()
        try:
            if self.chance.random() < 0.7:
                done = sync.choose(self.game.pk, user, row.pk, drawn_seq=self.game.seq, now=NOW)
                self.found.results[f"chosen: {done.result}"] += 1
            elif row.open:
                sync.set_aside_branch(self.game.pk, user, row.pk, now=NOW)
                self.found.results["set aside"] += 1
        except Refusal as refused:
            self.found.results[f"not chosen: {refused.code}"] += 1

    # --- checks ---

    def check(self) -> None:
        from django.test import Client

        from games import services
        from games.models import Branch, Game

        game = Game.objects.get(pk=self.game.pk)
        verdict = services.verify_game(game)
        if not verdict.ok:
            self.found.wrong.append(f"{self.name}: {verdict.difference}")
        log = self.log()
        for phone, items in self.sessions:
            mine = [row.entries for row in Branch.objects.filter(game=game, device=phone.device)]
            whole = any(entries[: len(items)] == items for entries in mine)
            if not whole and not _within(self.steps(items), log):
                self.found.lost.append(f"{self.name}: of {len(items)} steps of {phone.user}")
        waiting = Branch.objects.filter(game=game, state="open")
        client = Client()
        client.force_login(self.people[0])
        page = client.get(f"/games/{game.pk}/branches/", headers={"host": "localhost"})
        shown = page.content.decode()
        self.found.hidden += [
            f"{self.name}: {row} ({page.status_code})"
            for row in waiting
            if f'id="branch-{row.pk}"' not in shown
        ]

    def again(self) -> None:
        """Upload everything again, which must have no effect."""
        from games.models import Branch

        if Branch.objects.filter(game=self.game, state="open").exists():
            return  # another upload can add a waiting branch
        self.game.refresh_from_db()
        before = self.game.seq
        for phone, items in self.sessions:
            if items == phone.items:
                self.send(phone, len(items))
        self.game.refresh_from_db()
        if self.game.seq != before:
            self.found.wrong.append(f"{self.name}: sent again, {self.game.seq - before} steps more")

    def log(self) -> list[Step]:
        from games.models import Entry

        rows = Entry.objects.filter(game=self.game, kind="action").order_by("seq")
        return [_step(row.seat, row.action, [roll["face"] for roll in row.rolls]) for row in rows.iterator()]

    def steps(self, items: Sequence[Any]) -> list[Step]:
        from games.services.tables import system_named

        codec = system_named(self.game.system).codec
        return [
            _step(item["seat"], codec.write(codec.read(item["action"])), item["dice"])
            for item in items
            if item["kind"] == "action"
        ]


def _step(seat: str, action: Any, faces: Sequence[int]) -> Step:
    from engine.codec import canonical

    return seat, canonical(action), tuple(faces)


def _within(steps: Sequence[Step], log: Sequence[Step]) -> bool:
    """Return whether the log contains all these steps in order."""
    left = iter(log)
    return all(any(step == one for one in left) for step in steps)


def _side_by_side(doings: Sequence[Callable[[], Any]]) -> None:
    """Run all functions at once, each with a connection of its own."""
    from django.db import connections

    start, wrong = threading.Barrier(len(doings)), list[BaseException]()

    def run(doing: Callable[[], Any]) -> None:
        start.wait()
        try:
            doing()
        except Exception as error:
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(doing,)) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]


def orders(seed: int, number: int, at_once: bool = False) -> Found:
    """Run ``number`` battles with random upload orders, all drawn from one seed, and return the findings."""
    found = Found()
    for one in range(number):
        Order(random.Random(f"{seed} {one}"), found, f"{seed}-{one}", at_once).run()
    return found


@contextmanager
def elsewhere(url: str) -> Iterator[None]:
    """Use a separate database on this PostgreSQL server."""
    import uuid
    from urllib.parse import urlsplit, urlunsplit

    import psycopg

    at = urlsplit(url)
    name = f"vexillum_reconnect_{uuid.uuid4().hex[:12]}"
    server = urlunsplit(at._replace(scheme="postgresql"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.simulation.settings",
            "DATABASE_URL": urlunsplit(at._replace(path=f"/{name}")),
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
        }
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", interactive=False, verbosity=0)
        yield
        connections.close_all()
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--orders", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite in memory")
    parser.add_argument("--at-once", action="store_true")
    asked = parser.parse_args()
    begun = time.monotonic()
    with elsewhere(asked.database) if asked.database else database():
        found = orders(asked.seed, asked.orders, asked.at_once)
    print(
        f"{found.orders} orders, {found.steps} steps on phones, {found.sent} times sent: "
        f"{len(found.lost)} lost, {len(found.hidden)} conflicts not shown, {len(found.wrong)} wrong; "
        f"{time.monotonic() - begun:.0f} s"
    )
    print(", ".join(f"{name} {count}" for name, count in sorted(found.results.items())))
    for line in [*found.lost, *found.hidden, *found.wrong][:40]:
        print(line)
    return 0 if found.sound else 1


if __name__ == "__main__":
    sys.exit(main())
