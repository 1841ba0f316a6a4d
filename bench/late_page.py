"""Measure the pages of a game in a late turn: queries, milliseconds, bytes.

    .venv/bin/python bench/late_page.py [--system justinian] [--turn 9] [--repeat 40] [--profile] [--json]

Bots play every seat of a stored game up to turn ``--turn``. If the game ends too early, another is
played. Then a person takes the seats and views the pages. These are the game's page, its live part (which
htmx fetches after a move), the chronicle, the desk and the poll. For the replay there are two figures:
the same position viewed repeatedly, and a new position each time. The list of the person's games is the
baseline for the ratios. The database is a fresh SQLite file in a temporary folder. CPU is the median
processor time, which other processes disturb least; the ratios use it.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = 10  # number of games tried until one lasts long enough


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--turn", type=int, default=9)
    parser.add_argument("--repeat", type=int, default=40)
    parser.add_argument("--profile", action="store_true", help="where the time of the game's page goes")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        found = measure(asked.system, asked.turn, asked.repeat, asked.profile)
    if asked.json:
        print(json.dumps(found))
        return
    size = found["state_bytes"]
    print(f"{asked.system}, turn {found['turn']}, {found['entries']} entries, state {size} bytes")
    print(f"{'page':<12}{'queries':>8}{'median':>9}{'p95':>9}{'CPU':>9}{'of home':>9}{'bytes':>9}{'gzip':>9}")
    for name, row in found["pages"].items():
        times = "".join(f"{row[key]:>6} ms" for key in ("median_ms", "p95_ms", "cpu_ms"))
        print(f"{name:<12}{row['queries']:>8}{times}{row['of_home']:>9}{row['bytes']:>9}{row['gzip']:>9}")


def measure(system: str, turn: int, repeat: int, profile: bool) -> dict:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from games.models import Snapshot
    from games.pages import version_url

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    game, reached = late_game(user, system, turn)
    client = Client()
    client.force_login(user)
    address = game.get_absolute_url()
    live = {"HTTP_HX_REQUEST": "true"}
    asked = {
        "home": ("/", {}),
        "game": (address, {}),
        "live part": (address, live),
        "chronicle": (f"{address}chronicle/", {}),
        "replay": (f"{address}replay/?at={game.seq // 2}", {}),
        **({"desk": (f"{address}desk/", {})} if game.gm == user else {}),
        "poll": (version_url(game), {}),
    }
    rows = {name: look(client, *page, repeat) for name, page in asked.items()}
    rows["replay, new"] = look(client, f"{address}replay/?at={{}}", {}, repeat)
    home = rows["home"]["cpu_ms"]
    for row in rows.values():
        row["of_home"] = round(row["cpu_ms"] / home, 2)
    if profile:
        show_profile(client, address)
    state = Snapshot.objects.get(game=game, seq=game.seq).state
    return {
        "turn": reached,
        "entries": game.seq + 1,
        "state_bytes": len(json.dumps(state, separators=(",", ":"))),
        "pages": rows,
    }


def late_game(user, system: str, turn: int):
    """Return a stored game that bots have played up to this turn, and the turn that it has reached. All its
    seats now belong to the person.
    """
    for _ in range(GAMES):
        game, reached = played_to(user, system, turn)
        if reached >= turn and game.running:
            return game, reached
    sys.exit(f"{GAMES} games ended before turn {turn}; ask for an earlier one with --turn")


def played_to(user, system: str, turn: int):
    from django.utils import timezone

    from games import services
    from games.models import Game, Seat
    from games.services.clock import jobs

    with jobs.postponing():
        now = timezone.now()
        game = services.create_game(gm=user, name="bench", system=system, now=now)
        if not services.table(game).rules.hides_nothing:  # a game master could not take a seat later
            Game.objects.filter(pk=game.pk).update(gm=leader())
        gm = Game.objects.get(pk=game.pk).gm
        seats = [seat.key for seat in game.seats.all()]
        for seat in seats:
            services.set_bot(game.pk, gm, seat, True, now=now)
        services.start(game.pk, gm, now=now)
        reached = 0
        while reached < turn and services.answer_due(game.pk, timezone.now(), limit=10):
            game = Game.objects.get(pk=game.pk)
            reached = services.table(game).turn or 0
            if not game.running:
                return game, reached
        for seat in seats:
            services.set_bot(game.pk, gm, seat, False, now=now)
        # No service gives one person every seat of a game in progress, since the person would also have rival
        # seats.
        Seat.objects.filter(game=game).update(user=user)
    return Game.objects.get(pk=game.pk), reached


def leader():
    from django.contrib.auth.models import User

    return User.objects.get_or_create(username="leader")[0]


def look(client, address: str, headers: dict, repeat: int) -> dict:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    number = itertools.count(100)  # the replay position in the URL; each one is viewed only once
    client.get(address.format(next(number)), **headers)  # warm up the process, as on a running server
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address.format(next(number)), **headers)
        count = len(queries)
    if answer.status_code not in (200, 204):
        sys.exit(f"{address}: {answer.status_code}")
    times, busy = [], []
    for _ in range(repeat):
        started, worked = time.perf_counter(), time.process_time()
        client.get(address.format(next(number)), **headers)
        times.append((time.perf_counter() - started) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    times.sort()
    return {
        "queries": count,
        "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(len(times) * 0.95)], 1),
        "cpu_ms": round(statistics.median(busy), 1),
        "bytes": len(answer.content),
        "gzip": len(gzip.compress(answer.content, 6)),
    }


def show_profile(client, address: str) -> None:
    import cProfile
    import pstats

    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    for query in queries.captured_queries:
        print(query["time"], query["sql"][:160], file=sys.stderr)
    run = cProfile.Profile()
    run.enable()
    for _ in range(10):
        client.get(address)
    run.disable()
    pstats.Stats(run, stream=sys.stderr).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main()
