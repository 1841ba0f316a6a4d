"""Time web requests that submit actions, through the whole of Django, for one player or for many at once.

    python bench/submit.py [SYSTEM] [--steps N] [--json]

Without ``--players``, one person plays every seat of a game in a fresh SQLite file. Each action is the bot's
choice. Half of the actions are submitted as JSON, the others by the plain form, whose response is a redirect.
The output for each kind of request is the median and 95th percentile of its time, its processor time, and its
number of SQL statements. The size of the game's state at the end is given too.

    python bench/submit.py [SYSTEM] --players 50 [--before 8cd8bf4] [--seconds 30] [--rounds 3] [--pause
    3]

With ``--players``, that many people play at once over HTTP, on a separate PostgreSQL in a temporary folder.
Each person plays every seat of a game and answers with the default, on average ``--pause`` seconds after the
previous answer. With ``--before`` as well, a web server of that commit and one of this tree take turns. The
output is the 50th, 95th and 99th percentile of each server's response times, their ratios, and the memory of
each process.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", nargs="?", default="justinian")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--before", default="")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=3)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if asked.players:
        sys.path.insert(0, str(ROOT))
        print(json.dumps(measure_crowd(asked)))
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "LOG_LEVEL": "ERROR",
        }
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        found = measure(asked.system, asked.steps)
    if asked.json:
        print(json.dumps(found))
        return
    for kind in ("json", "form"):
        times = found[kind]
        wall = f"median {times['median_ms']} ms, 95% {times['p95_ms']} ms"
        asked_of = f"statements {times['statements']}, most {times['most_statements']}"
        print(f"{kind}: {wall}, CPU {times['cpu_ms']} ms, {asked_of} ({times['n']} requests)")
    print(f"{asked.system}: {found['entries']} entries, state {found['state_bytes']} bytes")


def measure_crowd(asked: argparse.Namespace) -> dict:
    """Measure many people at once, alternating between this working tree and an older commit."""
    from contextlib import ExitStack

    from tests.proof.crowd import Site, checked_out, memory, play, spread
    from tests.proof.services import own_services

    with ExitStack() as stack:
        postgres, _redis, folder = stack.enter_context(own_services())
        trees = {"now": ROOT}
        if asked.before:
            trees["before"] = stack.enter_context(checked_out(asked.before, folder))
        sites, people, times = {}, {}, {}
        for name, tree in trees.items():
            sites[name] = Site(tree, postgres, folder, name, asked.workers)
            stack.callback(sites[name].close)
            people[name], times[name] = sites[name].people(asked.system, asked.players), []
            sites[name].open()
            play(sites[name], people[name], 2 * asked.pause, asked.pause, 0)  # warm-up
        for number in range(asked.rounds):
            for name in list(trees) if number % 2 == 0 else reversed(list(trees)):
                met = play(sites[name], people[name], asked.seconds, asked.pause, number + 1)
                times[name] += met.times
                if met.troubles:
                    print(f"{name}: {len(met.troubles)} refused, {met.troubles[0]}", file=sys.stderr)
        found: dict = {name: spread(taken) for name, taken in times.items()}
        found["memory_mb"] = {name: memory(site.processes()) for name, site in sites.items()}
        if asked.before:
            ratios = {cut: found["now"][cut] / found["before"][cut] for cut in ("p50", "p95", "p99")}
            found["ratio"] = {cut: round(ratio, 2) for cut, ratio in ratios.items()}
        return found


def measure(system: str, steps: int) -> dict:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse
    from django.utils import timezone

    from engine.dice import Seeded
    from games import services
    from games.models import Game, Snapshot
    from tests.web.cast import show_hands

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    client = Client()
    client.force_login(user)
    times: dict[str, list[float]] = {"json": [], "form": []}
    busy: dict[str, list[float]] = {"json": [], "form": []}
    statements: dict[str, list[int]] = {"json": [], "form": []}
    game = fresh_game(services, user, system)
    for number in range(steps):
        game = Game.objects.get(pk=game.pk)
        if not game.running:
            game = fresh_game(services, user, system)
        at = services.table(game)
        decision = at.decisions()[0]
        if decision.seat == "gm":
            action = decision.default
        else:
            action = at.rules.bot(at.state, decision.seat, Seeded(b"bench", str(game.pk), number))
        written = at.system.codec.write(action)
        kind = "json" if number % 2 else "form"
        body = {"seat": decision.seat, "seq": game.seq, "key": str(uuid.uuid4()), "action": written}
        address = reverse("game-act", args=[game.pk])
        show_hands(client, game)  # one user plays both sides
        started, worked = time.perf_counter(), time.process_time()
        with CaptureQueriesContext(connection) as asked:
            if kind == "json":
                answer = client.post(address, json.dumps(body), content_type="application/json")
            else:
                answer = client.post(address, {**body, "action": json.dumps(written)})
        times[kind].append(time.perf_counter() - started)
        busy[kind].append(time.process_time() - worked)
        statements[kind].append(len(asked))
        if answer.status_code not in (200, 302, 303):
            sys.exit(f"step {number}: {answer.status_code} {answer.content[:400]!r}")
        # Check only this entry. More may follow at once, because pointless questions (for example, when
        # nobody can shoot) are answered automatically.
        if not game.entries.filter(
            seq=game.seq + 1, seat=decision.seat, reason__in=("player", "gm")
        ).exists():
            sys.exit(f"step {number}: the {kind} request took no step")
    last = Snapshot.objects.get(game=game, seq=Game.objects.get(pk=game.pk).seq)
    return {
        **{kind: summary(values, busy[kind], statements[kind]) for kind, values in times.items()},
        "entries": last.seq + 1,
        "state_bytes": len(json.dumps(last.state)),
        "at": timezone.now().isoformat(timespec="seconds"),
    }


def fresh_game(services, user, system: str):
    from django.utils import timezone

    now = timezone.now()
    game = services.create_game(gm=user, name="bench", system=system, now=now)
    for seat in game.seats.all():
        services.take_seat(game.pk, user, seat.key, now=now)
    return services.start(game.pk, user, now=now)


def summary(values: list[float], busy: list[float], statements: list[int]) -> dict:
    ordered = sorted(values)
    return {
        "n": len(values),
        "median_ms": round(statistics.median(ordered) * 1000, 1),
        "cpu_ms": round(statistics.median(busy) * 1000, 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 1),
        "statements": statistics.median_low(statements),
        "most_statements": max(statements),
    }


if __name__ == "__main__":
    main()
