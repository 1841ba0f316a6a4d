"""Processes that race on one game; test_race runs this as a program. Prints their steps as JSON.

Each process plays red, a person whose clicks arrive six times, and answers for the bots as fast as it can.
With the argument "plans" red sends plans of several steps, also six times.
"""

import json
import multiprocessing
import sys
import uuid
from typing import Any

PROCESSES = 6


def prepare() -> str:
    """Create a migrated database with one game, and return the game's id."""
    from django.core.management import call_command

    from games import services
    from tests.games.cast import NOW, a_game, a_user

    call_command("migrate", interactive=False, verbosity=0)
    owner = a_user("owner")
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"}, start=False, options={"rounds": 6})
    services.start(game.pk, owner, now=NOW)
    return str(game.pk)


def race(game_id: str, start: Any, results: Any, by_plans: bool) -> None:
    from games.services.clock import jobs

    try:
        with jobs.postponing():  # so that each process counts its own answers
            results.put(play(game_id, start, by_plans))
    except Exception as error:
        results.put({"steps": 0, "error": repr(error)})


def play(game_id: str, start: Any, by_plans: bool) -> dict[str, Any]:
    """Play until the game ends, then report how many steps this process made."""
    from django.contrib.auth.models import User

    from engine.game import Refusal
    from games import services
    from games.models import Game
    from tests.games.cast import NOW

    owner = User.objects.get()
    steps = repeats = refused = 0
    start.wait()
    while True:
        game = Game.objects.get(pk=game_id)
        if game.has_ended or game.trouble:
            break
        steps += services.answer_due(game_id, NOW)
        at = services.table(Game.objects.get(pk=game_id))
        choices = at.choices("red")
        if not choices:
            continue
        action = at.system.codec.write(at.decisions()[0].default)
        if at.decisions()[0].seat != "red":
            continue
        key = str(uuid.uuid5(uuid.NAMESPACE_OID, str(at.seq)))  # the same click arrives from every process
        request = {"drawn_seq": at.seq, "key": key, "user": owner, "now": NOW}
        try:
            if by_plans:
                taken, repeated = by_plan(game_id, action, **request)
            else:
                repeated = services.submit(game_id, "red", action, **request).repeated
                taken = not repeated
        except Refusal:
            refused += 1
        else:
            steps, repeats = steps + taken, repeats + repeated
    return {"steps": steps, "repeats": repeats, "refused": refused}


def by_plan(game_id: str, action: Any, *, user: Any, **request: Any) -> tuple[int, bool]:
    """Send red's action as a plan, followed by further steps in case the rules accept them. Return the number
    of steps that this process carried out, and whether the plan had been sent before.
    """
    from games import services

    more = [{"kind": "levy", "shares": {}}, {"kind": "hold"}, {"kind": "levy", "shares": {}}]
    steps = [action, *(more if action["kind"] == "hold" else more[1:])]
    sent = services.send_plan(game_id, user, "red", steps, **request)
    return len(sent.entries), sent.repeated


def main() -> None:
    import django
    from django.conf import settings
    from django.db import connections

    django.setup()
    settings.CELERY_TASK_ALWAYS_EAGER = True
    from config.celery import app
    from engine import registry
    from games import services
    from games.models import Game
    from games.services.clock import jobs
    from tests.engine.example import FORDS

    registry.register(FORDS)
    with jobs.postponing():
        game_id = prepare()
    connections.close_all()
    app.conf.task_always_eager = True
    context = multiprocessing.get_context("fork")
    start, results = context.Event(), context.Queue()
    racers = [
        context.Process(target=race, args=(game_id, start, results, "plans" in sys.argv))
        for _ in range(PROCESSES)
    ]
    for racer in racers:
        racer.start()
    start.set()
    found = [results.get(timeout=60) for _ in racers]
    for racer in racers:
        racer.join(10)
    game = Game.objects.get(pk=game_id)
    verdict = services.verify_game(game)
    seqs = list(game.entries.values_list("seq", flat=True))
    print(
        json.dumps(
            {
                "racers": found,
                "trouble": game.trouble,
                "ended": game.has_ended,
                "entries": len(seqs),
                "gapless": seqs == list(range(len(seqs))),
                "verified": verdict.ok,
                "exits": [racer.exitcode for racer in racers],
            }
        )
    )


if __name__ == "__main__":
    sys.exit(main())
