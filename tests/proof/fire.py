"""`kill -9` of workers, clock, web server, PostgreSQL and Redis, again and again, while people play.

    python -m tests.proof.fire --kills 1000 --seed 1

Starts a separate PostgreSQL and Redis in a temporary folder on free ports, then two Celery workers, a beat
and a web server; the machine's own services are not touched. A person plays a dozen games over HTTP
against the bot, repeats requests whose response was lost and sometimes others; other seats are left to the
deadline. Meanwhile this many processes are killed and restarted. Once it is quiet again:

- no turn lost: every request that succeeded is in the log at the place that the response named;
- none done twice: one entry for each key, whatever was repeated; no decision is answered twice;
- none stuck: nothing overdue, no game in trouble, every log complete and verified;
- no notice lost: every message of the outbox is sent; sent twice only if its sender was killed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.games.process import ROOT
from tests.proof.services import Postgres, Redis, free_port, killed, own_services

GAMES = 12  # games in progress at a time
ABSENT = 4  # games in which the absent person's seats are left to the deadline
ABSENT_ONE = "absent"  # has a seat in every game and never plays
APART = (0.2, 1.2)  # seconds between two kills
PATIENCE = 180  # seconds to wait until nothing is due
WEIGHTS = {"worker0": 4, "worker1": 4, "web": 4, "beat": 2, "postgres": 1, "redis": 1}


class Crew:
    """Workers, clock and web server, each in its own process group; a dead one is restarted."""

    def __init__(self, environment: dict[str, str], folder: Path, port: int) -> None:
        celery = [sys.executable, "-m", "celery", "-A", "config"]
        worker, beat = [*celery, "worker", "-c", "1", "-l", "ERROR", "-n"], [*celery, "beat", "-l", "ERROR"]
        self.commands = {
            "worker0": [*worker, "one@fire"],
            "worker1": [*worker, "two@fire"],
            "beat": [*beat, "--schedule", str(folder / "beat"), "--pidfile", ""],
            "web": [sys.executable, "-m", "gunicorn", "config.wsgi", "-w", "2", "-b", f"127.0.0.1:{port}"],
        }
        self.environment, self.folder = environment, folder
        self.running = {name: self.started(name) for name in self.commands}

    def started(self, name: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                self.commands[name],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        killed(self.running[name])
        self.running[name] = self.started(name)

    def watch(self) -> None:
        """Restart dead processes, like a service manager."""
        for name, process in self.running.items():
            if process.poll() is not None:
                self.running[name] = self.started(name)

    def stop(self) -> None:
        for process in self.running.values():
            killed(process)


@dataclass
class Player(threading.Thread):
    """A player who plays red over HTTP in the given games and records the response to each request."""

    port: int
    session: str
    games: list[str]
    seed: int
    told: dict[str, int] = field(default_factory=dict)  # key -> sequence number
    asked: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.chance = random.Random(f"player {self.seed}")
        self.over = threading.Event()

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.play(self.chance.choice(self.games))
            except Exception as error:  # an outage, or a response cut short: try the next game
                self.troubles[type(error).__name__] += 1
                time.sleep(0.2)

    def play(self, game: str) -> None:
        status, state = self.request("GET", f"/games/{game}/state.json?seat=red")
        owed = [one for one in state.get("choices", ()) if one] if status == 200 else []
        if not owed:
            time.sleep(0.05)
            return
        action = self.chance.choice(
            [{"kind": "hold"}, {"kind": "stand", "withdraw": False}, {"kind": "levy", "shares": {}}]
        )
        body = {"seat": "red", "seq": state["seq"], "key": str(uuid.uuid4()), "action": action}
        self.insist(game, body)
        if self.chance.random() < 0.2:
            self.insist(game, body)

    def insist(self, game: str, body: dict[str, Any]) -> None:
        """Repeat a request until it gets a response, like a phone that was offline."""
        key = str(body["key"])
        self.asked.add(key)
        for _ in range(200):
            try:
                status, told = self.request("POST", f"/games/{game}/act", body)
            except (OSError, http.client.HTTPException, ValueError):
                status, told = 0, {}
            if status in (0, 429) or status >= 500:
                self.troubles[str(status)] += 1
                if self.over.is_set():
                    return
                time.sleep(0.2)
                continue
            if status == 200:
                if self.told.setdefault(key, told["seq"]) != told["seq"]:
                    self.wrong.append(f"{key} was entry {self.told[key]}, then {told['seq']}")
            elif key in self.told:
                self.wrong.append(f"{key} was done, and its repetition answered {status} {told}")
            return

    def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        token = "x" * 32
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={token}", "X-CSRFToken": token}
        try:
            sent = None if body is None else json.dumps(body)
            line.request(method, path, sent, {**headers, "Content-Type": "application/json"})
            answer = line.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if answer.status < 500 and text[:1] == b"{" else {}
        finally:
            line.close()


# --- the games, through the services ---


def persistently(deed: Any) -> Any:
    """Call a function and return its result. Retry while the database is unavailable, and exit if it does not
    come back.
    """
    from django.db import DatabaseError, InterfaceError, connection

    for _ in range(200):
        try:
            return deed()
        except (DatabaseError, InterfaceError):
            connection.close()
            time.sleep(0.2)
    raise SystemExit("the database does not come back")


def a_new_game(user: Any) -> str:
    from django.utils import timezone

    from accounts.models import User
    from games import services
    from tests.games.cast import a_game, a_user

    # a browser shows only one of a person's two hands
    absent = User.objects.filter(username=ABSENT_ONE).first() or a_user(ABSENT_ONE)
    seats = {"red": user, "blue": "bot", "green": absent}
    more = {"hours_per_decision": 24, "options": {"rounds": 12}, "scenario_name": "long"}
    game = a_game(user, seats, start=False, **more)
    services.start(game.pk, user, now=timezone.now())
    return str(game.pk)


def keep_going(user: Any, games: list[str]) -> None:
    """Replace games that have ended. Make the answers of green due, and all answers in the games that the
    absent person leaves to the deadline.
    """
    from django.utils import timezone

    from games.models import Game, Outbox, PendingDecision

    ended = {str(pk) for pk in Game.objects.filter(status=Game.Status.ENDED).values_list("pk", flat=True)}
    for place, game in enumerate(games):
        if game in ended:
            games[place] = a_new_game(user)
    now = timezone.now()
    owed = PendingDecision.objects.filter(answered_at=None, due_at__gt=now)
    owed.filter(seat="green").update(due_at=now, reckoned_at=now - timedelta(hours=1))
    owed.filter(game__in=games[:ABSENT]).update(due_at=now, reckoned_at=now - timedelta(hours=1))
    Outbox.objects.filter(sent_at=None, attempts=0).update(next_try_at=now)


# --- final checks ---


def settled() -> None:
    """Wait until no decision is due and no game is in trouble. Retry those games without back-off."""
    from django.utils import timezone

    from games import services
    from games.models import Game, PendingDecision

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        now = timezone.now()
        due = PendingDecision.objects.filter(answered_at=None, due_at__lte=now, game__status="running")
        if not due.exists() and not Game.objects.exclude(trouble="").exists():
            return
        for game in Game.objects.exclude(trouble=""):
            services.answer_due(game.pk, now + timedelta(minutes=5))
        time.sleep(0.5)


def violations(player: Player, kills: int, post: Path) -> list[str]:
    from games import services
    from games.models import Entry, Game, Outbox, PendingDecision

    found = [*player.wrong]
    keys = Counter(key.partition(":")[2] for key in Entry.objects.values_list("key", flat=True) if key)
    by_key = {e.key.partition(":")[2]: e.seq for e in Entry.objects.exclude(key=None).only("key", "seq")}
    found += [
        f"{key} was answered with success and is not in the log" for key in player.told if not keys[key]
    ]
    found += [
        f"{key} is entry {by_key[key]}, not {n}" for key, n in player.told.items() if by_key.get(key) != n
    ]
    found += [f"{key} was done {keys[key]} times" for key in player.asked if keys[key] > 1]
    for game in Game.objects.all():
        seqs = list(game.entries.order_by("seq").values_list("seq", flat=True))
        if seqs != list(range(len(seqs))):
            found.append(f"{game.pk}: a gap in the log")
        if not services.verify_game(game).ok:
            found.append(f"{game.pk}: does not verify")
        if game.trouble:
            found.append(f"{game.pk}: is in trouble: {game.trouble}")
        rows = PendingDecision.objects.filter(game=game)
        answered = Counter(rows.exclude(answered_at=None).values_list("decision", "opened_seq"))
        found += [f"{game.pk}: {one} answered {n} times" for one, n in answered.items() if n > 1]
        asked = sorted(decision.id for decision in services.table(game).decisions()) if game.running else []
        if asked != sorted(rows.filter(answered_at=None).values_list("decision", flat=True)):
            found.append(f"{game.pk}: what is asked is not what the rules wait for")
    if PendingDecision.objects.filter(answered_at=None, due_at__lte=now_(), game__status="running").exists():
        found.append("something is overdue")
    for day in range(1, 4):
        services.send_messages(now_() + timedelta(days=day), limit=100_000)
    left = Counter(post.read_text().split()) if post.exists() else Counter[str]()
    doubled = sum(times - 1 for times in left.values())
    if waiting := Outbox.objects.filter(sent_at=None).count():
        found.append(f"{waiting} messages were never sent")
    if doubled > kills:
        found.append(f"{doubled} mails left twice, with {kills} kills")
    entries, games = Entry.objects.count(), Game.objects.count()
    print(f"{games} games, {entries} entries, {len(player.told)} requests answered with success")
    print(f"{len(left)} mails, {doubled} of them twice; the player met {dict(player.troubles)}")
    return found


def now_() -> Any:
    from django.utils import timezone

    return timezone.now()


def burn(kills: int, seed: int, postgres: Postgres, redis: Redis, folder: Path) -> list[str]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.proof.fire_settings",
        "DATABASE_URL": postgres.url,
        "REDIS_URL": redis.url,
        "VEXILLUM_DATA": str(folder),
        "VEXILLUM_POST": str(folder / "post"),
        "LOG_LEVEL": "ERROR",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    os.environ |= environment
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.test import Client

    from tests.games.cast import a_user

    call_command("migrate", interactive=False, verbosity=0)
    user = a_user("fire")
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    assert SessionStore(session).load()
    games = [a_new_game(user) for _ in range(GAMES)]
    port, chance, done = free_port(), random.Random(f"fire {seed}"), Counter[str]()
    crew, player = Crew(environment, folder, port), Player(port, session, games, seed)
    player.games = games  # the same list object, so it follows replaced games
    try:
        time.sleep(5)
        player.start()
        for number in range(kills):
            [name] = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
            {"postgres": postgres.restart, "redis": redis.restart}.get(
                name, lambda name=name: crew.kill(name)
            )()
            done[name] += 1
            crew.watch()
            time.sleep(chance.uniform(*APART))
            persistently(lambda: keep_going(user, games))
            if number % 50 == 49:
                print(f"{number + 1} kills, {len(player.told)} requests done", flush=True)
        time.sleep(3)
        player.over.set()
        player.join(30)
        crew.watch()
        persistently(settled)
    finally:
        crew.stop()
    print("killed: " + ", ".join(f"{name} {times}" for name, times in sorted(done.items())))
    return violations(player, kills, folder / "post")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    with own_services() as (postgres, redis, folder):
        found = burn(asked.kills, asked.seed, postgres, redis, folder)
        if found:
            for log in sorted(folder.glob("*.log")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-1500:]}")
    took = time.perf_counter() - began
    for one in found[:40]:
        print(one)
    print(
        f"{len(found)} violations after {asked.kills} kills; {took:.0f} s, {took / asked.kills:.2f} s a kill"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
