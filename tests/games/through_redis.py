"""Start a game between bots and wait until the worker has played it; test_redis runs this as a program."""

import json
import time

import django

PATIENCE = 80  # seconds


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from games import services
    from games.tasks import sweep_deadlines
    from tests.games.cast import NOW, a_game, a_user

    call_command("migrate", interactive=False, verbosity=0)
    bots = {"red": "bot", "blue": "bot", "green": "bot"}
    game = a_game(a_user("owner"), bots, start=False, scenario_name="long", options={"rounds": 32})
    services.start(game.pk, game.gm, now=NOW)
    for _ in range(5):
        sweep_deadlines.delay()  # a repeated job has no second effect
    until = time.monotonic() + PATIENCE
    while not game.has_ended and time.monotonic() < until:
        time.sleep(0.2)
        game.refresh_from_db()
    verdict = services.verify_game(game)
    print(
        json.dumps(
            {
                "ended": game.has_ended,
                "entries": game.seq + 1,
                "verified": verdict.ok,
                "trouble": game.trouble,
            }
        )
    )


if __name__ == "__main__":
    main()
