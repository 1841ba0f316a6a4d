"""Time two ways to play a stored battle between bots: whole in memory, or answer by answer.

    python bench/fight_out.py [--battles 3] [--json]

The games are DBA on the built-in battle, with bots in both seats. They are stored in a fresh database:
SQLite, or a new one on the PostgreSQL server of DATABASE_URL. The first method stores a whole battle at once,
the second each answer separately. The two alternate, and the time includes the bots' thinking. Battles differ
in length, so times are per step. Each battle is verified afterwards.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_database(folder) as url:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": url,
            "LOG_LEVEL": "ERROR",
        }
        os.environ.pop("REDIS_URL", None)
        rows = measure(asked.battles)
    if asked.json:
        print(json.dumps(rows))
        return
    for way in ("one_by_one", "at_once"):
        mine = [row for row in rows if row["way"] == way]
        each = sum(row["seconds"] for row in mine) / sum(row["steps"] for row in mine)
        steps = statistics.median(row["steps"] for row in mine)
        print(
            f"{way}: {1000 * each:.2f} ms a step, {400 * each:.2f} s for 400 (battles of {steps:.0f} steps)"
        )


@contextmanager
def a_database(folder: str):
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        from tests.proof.services import another_database as on_server

        with on_server(os.environ["DATABASE_URL"]) as url:
            yield url
    else:
        yield f"sqlite:///{folder}/bench.sqlite3"


def measure(battles: int) -> list[dict]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from games import services
    from games.models import Game
    from games.services.clock import jobs
    from games.services.fighting import bot_battles

    call_command("migrate", interactive=False, verbosity=0)
    gm, now = User.objects.create_user("bench"), timezone.now()
    programs = dict.fromkeys(("red", "blue"), "bot")

    def one_by_one(game: Game) -> None:
        while services.answer_due(game.pk, now):
            pass

    def at_once(game: Game) -> None:
        bot_battles.fight_out(game.pk, now)

    rows = []
    for number in range(battles):
        ways = (one_by_one, at_once, at_once, one_by_one)
        for way in ways[2 * (number % 2) :][:2]:
            game = services.create_game(
                gm=gm, name="bench", system="dba", options={"setup": "quick"}, seats=programs, now=now
            )
            with jobs.postponing():  # otherwise the battle would be played as soon as it starts
                services.start(game.pk, gm, now=now)
            began = time.perf_counter()
            way(game)
            spent = time.perf_counter() - began
            game.refresh_from_db()
            assert game.has_ended and services.verify_game(game).ok
            rows.append({"way": way.__name__, "steps": game.seq, "seconds": spent})
    return rows


if __name__ == "__main__":
    main()
