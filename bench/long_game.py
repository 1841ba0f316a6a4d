"""Steps and pages of one stored game, early and late in a very long log: what grows with it?

    .venv/bin/python bench/long_game.py [--late 5000] [--steps 150] [--json]

The example system of the tests without its bound of rounds (so that no rulebook is in the figures), one
person on every seat, a fresh SQLite file. The game is played through the shell to entry 104 and measured;
then the engine plays on in memory, the entries are stored in one go, and the same is measured at entry 5,000.
Ratios near 1 mean flat.
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

ROOT = Path(__file__).resolve().parent.parent
EARLY = 104  # a whole number of rounds before 5,000: the same moment of a round


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--late", type=int, default=5000)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VEXILLUM_DATA=folder, LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        found = measure(asked.late, asked.steps)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{'':<24}{'entry ' + str(EARLY):>12}{'entry ' + str(asked.late):>12}{'ratio':>8}")
    for name, (early, late) in found.items():
        unit = "/s" if name.endswith("second") else " ms"
        print(f"{name:<24}{early:>9}{unit:<3}{late:>9}{unit:<3}{late / early:>8.2f}")


def measure(late: int, steps: int) -> dict[str, tuple[float, float]]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    from engine import registry
    from games.models import Game
    from tests.engine.example import FORDS
    from tests.engine.example.system import FordsRules

    class Endless(type(FORDS)):
        name = "endless"

        def open(self, scenario, options):
            return FordsRules(scenario["strength"], 10**9)

    call_command("migrate", interactive=False, verbosity=0)
    registry.register(Endless())
    user = User.objects.create_user("bench", password="bench")
    client = Client()
    client.force_login(user)
    game = fresh_game(user)
    submit_steps(game.pk, user, EARLY - game.seq)
    early = figures(client, game.pk, user, steps)
    store_until(Game.objects.get(pk=game.pk), late)
    after = figures(client, game.pk, user, steps)
    return {name: (early[name], after[name]) for name in early}


def figures(client, pk, user, steps: int) -> dict[str, float]:
    from games.models import Game

    times = submit_steps(pk, user, steps)
    game = Game.objects.get(pk=pk)
    address = game.get_absolute_url()
    pages = {
        "game page": address,
        "chronicle": f"{address}chronicle/",
        "chronicle of round 1": f"{address}chronicle/?turn=1",
        "replay, in the middle": f"{address}replay/?at={game.seq // 2}",
        "desk": f"{address}desk/",
    }
    found = {
        "steps per second": round(1 / statistics.median(times), 1),
        "step": round(statistics.median(times) * 1000, 2),
    }
    for name, page in pages.items():
        found[name] = page_ms(client, page)
    return found


def page_ms(client, address: str) -> float:
    times = []
    for _ in range(12):
        started = time.perf_counter()
        answer = client.get(address)
        times.append((time.perf_counter() - started) * 1000)
        if answer.status_code != 200:
            sys.exit(f"{address}: {answer.status_code}")
    return round(statistics.median(times), 1)


def fresh_game(user):
    from django.utils import timezone

    from games import services

    now = timezone.now()
    game = services.create_game(gm=user, name="bench", system="endless", now=now)
    for seat in game.seats.all():
        services.take_seat(game.pk, user, seat.key, now=now)
    services.start(game.pk, user, now=now)
    game.refresh_from_db()
    return game


def submit_steps(pk, user, steps: int) -> list[float]:
    """The seconds that each of so many steps takes, from reading the game to the commit."""
    from django.utils import timezone

    from games import services
    from games.models import Game

    times = []
    for _ in range(steps):
        game = Game.objects.get(pk=pk)
        at = services.table(game)
        owed = at.decisions()[0]
        action = at.system.codec.write(owed.default)
        started = time.perf_counter()
        services.submit(
            pk, owed.seat, action, drawn_seq=game.seq, key=str(uuid.uuid4()), user=user, now=timezone.now()
        )
        times.append(time.perf_counter() - started)
    return times


def store_until(game, late: int) -> None:
    """Play on in memory to entry ``late`` and store the log as the shell would."""
    from django.utils import timezone

    from engine import journal
    from engine.codec import digest
    from games import services
    from games.models import Entry, Game, PendingDecision, Snapshot
    from games.services.chance import seed_of
    from games.services.steps import KEEP_EVERY

    at, seed, now = services.table(game), seed_of(game), timezone.now()
    head, entries, snapshots = at.head, [], []
    while head.seq < late:
        owed = at.rules.pending(head.state)[0]
        dice = journal.seeded(at.opened, head, seed)
        turn = at.rules.turn_of(head.state)
        moment = journal.play(at.opened, head, owed.seat, at.system.codec.write(owed.default), dice)
        head, entry = moment.head, moment.entry
        content = {**entry.content(), "digest": entry.digest}
        entries.append(Entry(game=game, **content, key=f"bench:{entry.seq}", turn=turn, created_at=now))
        if head.seq % KEEP_EVERY == 0 or head.seq == late:
            state = journal.state_json(at.opened, head.state)
            places = {"seq": head.seq, "step": head.step, "entry_digest": head.digest}
            snapshots.append(Snapshot(game=game, state=state, digest=digest(state), **places))
    Entry.objects.bulk_create(entries, batch_size=500)
    Snapshot.objects.bulk_create(snapshots, batch_size=500)
    PendingDecision.objects.filter(game=game).update(answered_at=now)
    rows = [
        PendingDecision(
            game=game,
            decision=owed.id,
            seat=owed.seat,
            kind=owed.kind,
            default=at.system.codec.write(owed.default),
            opened_seq=head.seq,
            opened_at=now,
        )
        for owed in at.rules.pending(head.state)
    ]
    PendingDecision.objects.bulk_create(rows)
    Game.objects.filter(pk=game.pk).update(seq=head.seq, step=head.step)


if __name__ == "__main__":
    main()
