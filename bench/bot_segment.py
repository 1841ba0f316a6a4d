"""Measure how long a bot takes for its segment against one person, in a stored game on SQLite.

    python bench/bot_segment.py [--segments N] [--seat SEAT] [--json]

One side of *Justinian* belongs to a person, the other to a bot. The person's moves are also chosen by a
bot, but submitted as in a real game. The measured job answers for the bot's seat until the person owes an
answer. It includes every step of the bot's segment, with its transaction, entry, snapshot and mail.
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
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--segments", type=int, default=60)
    parser.add_argument("--seat", default="barbarian", help="the bot's seat")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "LOG_LEVEL": "ERROR",
        }
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        found = measure(asked.segments, asked.seat)
    if asked.json:
        print(json.dumps(found))
        return
    for key, value in found.items():
        print(f"{key}: {value}")


def measure(segments: int, program: str) -> dict[str, Any]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from engine.dice import Seeded
    from games import services
    from games.models import Game
    from games.services.clock import jobs
    from games.services.clock.auto_answers import answer_due

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    game = services.create_game(gm=user, name="bench", system="justinian", now=timezone.now())
    with jobs.postponing():
        for seat in game.seats.all():
            if seat.key == program:
                services.set_bot(game.pk, user, seat.key, True, now=timezone.now())
            else:
                services.take_seat(game.pk, user, seat.key, now=timezone.now())
        services.start(game.pk, user, now=timezone.now())
    spans: list[float] = []
    steps: list[int] = []
    number = 0
    while len(spans) < segments:
        game = Game.objects.get(pk=game.pk)
        if not game.running:
            break
        at = services.table(game)
        decision = at.decisions()[0]
        if decision.seat == program:
            started = time.perf_counter()
            done = answer_due(game.pk, timezone.now())
            if not done:
                sys.exit(f"{decision.kind}: the bot does not answer")
            spans.append(time.perf_counter() - started)
            steps.append(done)
            continue
        number += 1
        action = at.rules.bot(at.state, decision.seat, Seeded(b"bench", str(game.pk), number))
        with jobs.postponing():
            services.submit(
                game.pk,
                decision.seat,
                at.system.codec.write(action),
                drawn_seq=game.seq,
                key=str(uuid.uuid4()),
                user=user,
                now=timezone.now(),
            )
    ordered = sorted(spans)
    return {
        "segments": len(spans),
        "steps_median": statistics.median(steps),
        "steps_max": max(steps),
        "median_ms": round(statistics.median(ordered) * 1000),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000),
        "max_ms": round(ordered[-1] * 1000),
    }


if __name__ == "__main__":
    main()
