"""Measure the page of a game in a late turn, viewed for the first time after each step.

    .venv/bin/python bench/pages/first_look.py [--root CHECKOUT] [--turn 9] [--steps 60] [--profile] [--json]

``--root`` measures the code of another checkout. Bots play a stored game up to turn ``--turn``
(late_page.py). Then a person plays every seat. The bot's choice is submitted as JSON, then the page is
viewed twice: the first view draws everything, the second uses the caches. The output is processor time,
as medians and 95th percentiles.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import statistics
import sys
import tempfile
import time
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--root", type=Path, default=HERE)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--turn", type=int, default=9)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--profile", action="store_true", help="where the time of the first looks goes")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ["DATABASE_URL"] = os.environ.get("BENCH_DATABASE", "")
        os.environ.pop("REDIS_URL", None)
        os.chdir(asked.root)
        sys.path.insert(0, os.getcwd())
        found = measure(asked.system, asked.turn, asked.steps, cProfile.Profile() if asked.profile else None)
    if asked.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:<12}" + "".join(f"{key} {value:<10}" for key, value in row.items()))


def measure(system: str, turn: int, steps: int, profile: cProfile.Profile | None) -> dict[str, dict]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from bench.late_page import late_game, leader

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    # the second user is game master of those games that have hidden information
    clients = {person.pk: Client() for person in (user, leader())}
    for person in (user, leader()):
        clients[person.pk].force_login(person)
    client = clients[user.pk]
    times: dict[str, list[float]] = {"first look": [], "second look": []}
    game, _reached = late_game(user, system, turn)
    client.get(game.get_absolute_url())  # warm up the process, as on a running server
    for number in range(steps):
        game.refresh_from_db()
        if not game.running:
            game, _reached = late_game(user, system, turn)
        step(clients, user, game, number)
        for name, found in times.items():
            started = time.process_time()
            if profile and name == "first look":
                profile.enable()
            client.get(game.get_absolute_url())
            if profile:
                profile.disable()
            found.append((time.process_time() - started) * 1000)
    if profile:
        pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(110)
    return {name: summary(found) for name, found in times.items()}


def step(clients, user, game, number: int) -> None:
    """Submit the bot's choice for the first seat that owes an answer."""
    from django.urls import reverse

    from engine.dice import Seeded
    from games import services

    at = services.table(game)
    decision = at.decisions()[0]
    action = (
        decision.default
        if decision.seat == "gm"
        else at.rules.bot(at.state, decision.seat, Seeded(b"bench", str(game.pk), number))
    )
    body = {"seat": decision.seat, "seq": game.seq, "key": str(uuid.uuid4())}
    body["action"] = at.system.codec.write(action)
    address = reverse("game-act", args=[game.pk])
    client = clients[game.gm_id if decision.seat == "gm" else user.pk]
    answer = client.post(address, json.dumps(body), content_type="application/json")
    if answer.status_code != 200:
        sys.exit(f"step {number}: {answer.status_code} {answer.content[:400]!r}")


def summary(found: list[float]) -> dict[str, float]:
    ordered = sorted(found)
    return {
        "n": len(ordered),
        "cpu_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 1),
    }


if __name__ == "__main__":
    main()
