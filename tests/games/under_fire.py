"""Games with due turns while workers are killed; test_killed_workers runs this as a program.

``begin`` creates the games; ``end`` waits until nothing is due and prints the result as JSON.
"""

import json
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import django

PEOPLES, BOTS = 24, 12
PATIENCE = 90  # seconds


def begin() -> None:
    from django.core.management import call_command
    from django.utils import timezone

    from games import services
    from tests.games.cast import a_game, a_user

    call_command("migrate", interactive=False, verbosity=0)
    owner, since = a_user("owner"), timezone.now() - timedelta(hours=2)
    people, bots = (dict.fromkeys(("red", "blue", "green"), who) for who in (owner, "bot"))
    for number in range(PEOPLES + BOTS):
        seats = people if number < PEOPLES else bots
        game = a_game(owner, seats, start=False, hours_per_decision=1, options={"rounds": 4})
        services.start(game.pk, owner, now=since)
    hanging = a_game(owner, bots, start=False, system="hanging")
    services.start(hanging.pk, owner, now=since)
    print("{}")


def end() -> None:
    from games.models import Game

    until = time.monotonic() + PATIENCE
    games = Game.objects.exclude(system="hanging").order_by("created_at")
    while time.monotonic() < until and any(overdue(game) for game in games):
        time.sleep(0.5)
    hanging = Game.objects.get(system="hanging")
    while time.monotonic() < until and not hanging.trouble:
        time.sleep(0.5)
        hanging.refresh_from_db()
    print(json.dumps({"games": [told(game) for game in games], "hanging": hanging.trouble}))


def overdue(game: Any) -> bool:
    """Return whether anything is due. A game whose try was cut short twice does not count, because it
    backs off for two minutes.
    """
    from django.utils import timezone

    from games import services
    from games.models import PendingDecision

    now = timezone.now()
    if not PendingDecision.objects.filter(game=game, answered_at=None, due_at__lte=now).exists():
        return False
    game.refresh_from_db()
    if game.trouble.startswith("CutShort"):
        services.answer_due(game.pk, now + timedelta(minutes=5))
    return True


def told(game: Any) -> dict[str, Any]:
    from games import services

    game.refresh_from_db()
    seqs = list(game.entries.values_list("seq", flat=True))
    return {
        "bots": all(seat.is_bot for seat in game.seats.all()),
        "ended": game.has_ended,
        "entries": len(seqs),
        "gapless": seqs == list(range(len(seqs))),
        "verified": services.verify_game(game).ok,
        "trouble": game.trouble,
        "overdue": overdue(game),
        "answered": sorted(answers(game)),
    }


def answers(game: Any) -> Iterator[str]:
    for row in game.decisions.exclude(answered_at=None):
        yield row.decision


def main() -> None:
    django.setup()
    {"begin": begin, "end": end}[sys.argv[1]]()


if __name__ == "__main__":
    main()
