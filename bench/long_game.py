"""Measure steps and pages of one stored game, early and late in a very long log, to see what grows with its
length.

    .venv/bin/python bench/long_game.py [--system justinian] [--late 5000] [--steps 150] [--json]

A stored game runs in a fresh SQLite file, as on a real site. It is played to entry 100, and the next
steps are measured. Then bots play on and the game master rewinds to entry 100, again and again, until the
log has 5,000 entries. Then the same steps are repeated: the same actions from the same state with the
same dice. (The game derives its dice from the step alone, as old games did, so that repeated steps roll
the same.) Only the log is longer. Times are processor time, which other processes disturb least. Ratios
near 1 mean no growth.
"""

from __future__ import annotations

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

ROOT = Path(__file__).resolve().parent.parent
EARLY = 100
STRETCH = 400  # number of steps that bots play between two rewinds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--late", type=int, default=5000)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        found = measure(asked.system, asked.late, asked.steps)
    if asked.json:
        print(json.dumps(found))
        return
    print(
        f"{asked.system}: {asked.steps} steps from entry {EARLY} and from entry {found.pop('late_from')[0]}"
    )
    print(f"{'':<24}{'early':>12}{'late':>12}{'ratio':>8}")
    for name, (early, late) in found.items():
        unit = "/s" if name.endswith("second") else " ms"
        print(f"{name:<24}{early:>9}{unit:<3}{late:>9}{unit:<3}{late / early:>8.2f}")


def measure(system: str, late: int, steps: int) -> dict[str, tuple[float, ...]]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from games.models import Game, Snapshot

    call_command("migrate", interactive=False, verbosity=0)
    user = User.objects.create_user("bench", password="bench")
    client = Client()
    client.force_login(user)
    pk = fresh_game(user, system)
    take_steps(pk, user, EARLY)
    actions, times = take_steps(pk, user, steps)
    early = figures(client, pk, times)
    reached = Snapshot.objects.get(game=pk, seq=EARLY + steps).digest
    lengthen(pk, user, late)
    began = Game.objects.get(pk=pk).seq
    _same, times = take_steps(pk, user, steps, actions)
    after = figures(client, pk, times)
    if Snapshot.objects.filter(game=pk).latest("seq").digest != reached:
        sys.exit("the same actions led elsewhere")
    return {"late_from": (began,), **{name: (early[name], after[name]) for name in early}}


def figures(client, pk, times: list[float]) -> dict[str, float]:
    from games.models import Game

    game = Game.objects.get(pk=pk)
    address = game.get_absolute_url()
    pages = {
        "game page": address,
        "chronicle": f"{address}chronicle/",
        "chronicle of turn 1": f"{address}chronicle/?turn=1",
        "replay, of entry 50": f"{address}replay/?at=50&n={{}}",
        "desk": f"{address}desk/",
    }
    found = {
        "steps per second": round(len(times) / sum(times), 1),
        "step, median": round(statistics.median(times) * 1000, 2),
    }
    return found | {name: page_ms(client, page) for name, page in pages.items()}


def page_ms(client, address: str) -> float:
    times = []
    for number in range(12):
        started = time.process_time()
        answer = client.get(address.format(number))  # a replay is drawn again each time
        times.append((time.process_time() - started) * 1000)
        if answer.status_code != 200:
            sys.exit(f"{address}: {answer.status_code}")
    return round(statistics.median(times), 1)


def fresh_game(user, system: str):
    """Start a game with one person in every seat, and return its key."""
    from django.utils import timezone

    from engine.journal import BY_STEP
    from games import services
    from games.models import Game

    now = timezone.now()
    game = services.create_game(gm=user, name="bench", system=system, now=now)
    for seat in game.seats.all():
        services.take_seat(game.pk, user, seat.key, now=now)
    Game.objects.filter(pk=game.pk).update(binding=BY_STEP)  # so that repeated steps get the same dice
    services.start(game.pk, user, now=now)
    return game.pk


def take_steps(pk, user, steps: int, known: list[Any] | None = None) -> tuple[list[Any], list[float]]:
    """Take a number of steps as the person: the bot's choices, or the ``known`` actions. Return the actions,
    and the processor seconds of each step, from locking the game to the commit.
    """
    from django.utils import timezone

    from engine.dice import Seeded
    from games import services
    from games.models import Game
    from games.services.clock import jobs

    actions: list[Any] = []
    times: list[float] = []
    with jobs.postponing():  # the person also answers the game master's decisions
        for number in range(steps):
            game = Game.objects.get(pk=pk)
            at = services.table(game)
            owed = at.decisions()[0]
            if known is not None:
                action = known[number]
            elif owed.seat == "gm":
                action = at.system.codec.write(owed.default)
            else:
                thoughts = Seeded(b"bench", str(pk), game.seq)
                action = at.system.codec.write(at.rules.bot(at.state, owed.seat, thoughts))
            started = time.process_time()
            services.submit(
                pk,
                owed.seat,
                action,
                drawn_seq=game.seq,
                key=str(uuid.uuid4()),
                user=user,
                now=timezone.now(),
            )
            times.append(time.process_time() - started)
            actions.append(action)
    return actions, times


def lengthen(pk, user, late: int) -> None:
    """Rewind to entry EARLY and play on, repeatedly, until the log is long enough. Then rewind once more."""
    from django.utils import timezone

    from games import services
    from games.models import Game
    from games.services.clock import jobs

    while True:
        game = Game.objects.get(pk=pk)
        services.rewind(pk, user, to_seq=EARLY, drawn_seq=game.seq, key=str(uuid.uuid4()), now=timezone.now())
        if game.seq + 1 >= late:
            return
        with jobs.postponing():
            hand_over(pk, user, bots=True)
            services.answer_due(pk, timezone.now(), limit=min(STRETCH, late - game.seq))
            hand_over(pk, user, bots=False)


def hand_over(pk, user, bots: bool) -> None:
    """Give every seat to bots, or return every seat to the person."""
    from django.utils import timezone

    from games import services
    from games.models import Game

    now = timezone.now()
    for seat in Game.objects.get(pk=pk).seats.all():
        if bots:
            services.leave_seat(pk, user, seat.key, now=now)
            services.set_bot(pk, user, seat.key, True, now=now)
        else:
            services.set_bot(pk, user, seat.key, False, now=now)
            services.take_seat(pk, user, seat.key, now=now)


if __name__ == "__main__":
    main()
