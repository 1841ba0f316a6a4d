"""Measure how long a bot takes for a whole turn, as somebody who plays against it would wait.

    python bench/bot_turns.py [--entries 400] [--games 2] [--systems NAME ...] [--json]

Bots play every seat of stored games, one answer at a time. A turn is all the bot's answers in a row for one
seat, until another seat's answer is needed. Each answer is a step with its own transaction, as in the job of
a game with people (SQLite in a fresh file). The output is the processor time for thinking and storing
together. It is given as median, 95th percentile and maximum, in ms and as a ratio to a baseline. The baseline
is the median time of an answer by DBA's bot. That bot hardly thinks, so the baseline is little more than the
time to store an answer.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

BASELINE = "dba"
SYSTEMS = ("dba", "justinian", "italia", "schiere")
AIM = 2.0  # the goal, in seconds per turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=400, help="of each game, at most")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS))
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
        found = measure([BASELINE, *(s for s in asked.systems if s != BASELINE)], asked.games, asked.entries)
    print_rows(found, asked.json)


def measure(systems: Sequence[str], games: int, entries: int) -> dict[str, list[list[float]]]:
    """Return the bot's turns for each system. Each turn is a list of seconds, one number for each answer."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from engine import registry
    from games import services
    from games.models import Entry
    from games.services.clock import jobs

    call_command("migrate", interactive=False, verbosity=0)
    gm, now = User.objects.create_user("bench"), timezone.now()
    found: dict[str, list[list[float]]] = {}
    for name in systems:
        system, turns = registry.get(name), found.setdefault(name, [])
        scenario = next(iter(system.scenarios()))
        for number in range(games):
            game = services.create_game(
                gm=gm, name=f"{name} {number}", system=name, scenario_name=scenario, now=now
            )
            with jobs.postponing():
                for seat in game.seats.all():
                    services.set_bot(game.pk, gm, seat.key, True, now=now)
                services.start(game.pk, gm, now=now)
                whose = None
                for _ in range(entries):
                    began = time.process_time()
                    if not services.answer_due(game.pk, now, limit=1):
                        break
                    took = time.process_time() - began
                    seat = Entry.objects.filter(game=game).latest("seq").seat
                    if seat != whose and seat != "gm":
                        turns.append([])
                        whose = seat
                    turns[-1].append(took)
    return found


def print_rows(found: dict[str, list[list[float]]], as_json: bool) -> None:
    base = statistics.median(one for turn in found[BASELINE] for one in turn)
    rows = {}
    for name, turns in found.items():
        whole = sorted(sum(turn) for turn in turns)
        row = {
            "turns": len(whole),
            "median": statistics.median(whole),
            "p95": whole[min(len(whole) - 1, int(0.95 * len(whole)))],
            "longest": whole[-1],
            "answers": statistics.median(len(turn) for turn in turns),
            "over": sum(one > AIM for one in whole),
        }
        rows[name] = row
        if not as_json:
            times = ", ".join(
                f"{word} {1000 * row[word]:.0f} ms ({row[word] / base:.1f})"
                for word in ("median", "p95", "longest")
            )
            turns_of = f"{row['turns']} turns of {row['answers']:.0f} answers"
            print(f"{name}: {turns_of}; {times}; over 2 s: {row['over']}")
    if not as_json:
        print(f"baseline: an answer of DBA's program, {1000 * base:.1f} ms")
    print(json.dumps({"baseline": base, **rows}))


if __name__ == "__main__":
    main()
