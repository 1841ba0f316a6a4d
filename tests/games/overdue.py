"""Create a game with missed deadlines for a player named on the command line; test_play runs this as a
program.
"""

import sys

import django


def main() -> None:
    django.setup()
    from games import services
    from games.services.clock import jobs
    from tests.games.cast import NOW, a_game, a_user

    owner = a_user(*sys.argv[1:] or ["sleeper"])
    with jobs.postponing():
        game = a_game(
            owner, dict.fromkeys(("red", "blue", "green"), owner), start=False, hours_per_decision=1
        )
        services.start(game.pk, owner, now=NOW)


if __name__ == "__main__":
    main()
