"""People play while the cache and the job broker are stopped in turn; test_parts_away runs this as a program.

Prints the response to every request, and the health, as JSON. Arguments: the process ids of the Redis
servers for the cache and for the jobs.
"""

import json
import os
import signal
import sys
import time
from typing import Any

import django


class People:
    """Sends requests as a logged-in player who makes moves, as the same player logging in again in another
    browser, and as a visitor.
    """

    def __init__(self) -> None:
        from django.test import Client

        from games import services
        from tests.games.cast import NOW, a_game, a_user

        self.owner, rival = a_user("owner"), a_user("rival")
        self.game = a_game(self.owner, {"red": self.owner, "blue": rival, "green": rival}, public=True)
        self.now, self.services = NOW, services
        self.client = Client(raise_request_exception=False)
        self.client.force_login(self.owner)

    def answers(self) -> dict[str, Any]:
        """Return the responses to one round of typical requests, and the seconds that the slowest took."""
        from django.test import Client

        began, page = time.monotonic(), f"/games/{self.game.pk}/"
        another = Client(raise_request_exception=False)
        shown = another.get("/account/login/")
        logged = another.post("/account/login/", {"username": "owner", "password": "a very long one 9"})
        found = {
            "home": self.client.get("/").status_code,
            "game": self.client.get(page).status_code,
            "watch": Client(raise_request_exception=False).get(page).status_code,
            "chronicle": self.client.get(page + "chronicle/").status_code,
            "api": self.client.get(f"/api/games/{self.game.pk}").status_code,
            "log-in page": shown.status_code,
            "log in": logged.status_code,
            "then": another.get("/").status_code,
            "move": self.move(),
        }
        return {**found, "seconds": time.monotonic() - began, "health": self.health()}

    def move(self) -> int:
        """Start a game in which bots owe answers, so that a job is queued after the commit. Return the status
        of the response.
        """
        from games import services
        from games.models import Game
        from tests.games.cast import a_game

        seats = {"red": self.owner, "blue": "bot", "green": "bot"}
        game = a_game(self.owner, seats, start=False)
        answer = self.client.post(f"/games/{game.pk}/seats", {"do": "start"})
        game = Game.objects.get(pk=game.pk)
        assert game.running, (answer.status_code, answer.content[:300])
        assert services.verify_game(game).ok
        return int(answer.status_code)

    def health(self) -> str:
        from django.core.cache import cache
        from django.test import Client

        from games.models import Outbox

        Outbox.objects.all().delete()  # this program sends no mail
        cache.delete("health")
        return Client().get("/health").content.decode().splitlines()[0]


def main() -> None:
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    from django.contrib.auth.models import User

    from accounts import clocks
    from config import failsafe_cache
    from games.services import sweep
    from games.services.clock import broker

    people = People()
    owner = User.objects.get(username="owner")
    owner.set_password("a very long one 9")
    owner.save()
    people.client.force_login(owner)
    sweep(clocks.now())
    found = {"all there": people.answers()}
    numbers = {"cache": int(sys.argv[1]), "jobs": int(sys.argv[2])}
    for part, number in numbers.items():
        os.kill(number, signal.SIGSTOP)
        found[f"{part} hangs"] = people.answers()
        os.kill(number, signal.SIGCONT)
        time.sleep(max(failsafe_cache.REST, broker.REST) + 0.2)
        found[f"{part} back"] = people.answers()
    for part, number in numbers.items():
        os.kill(number, signal.SIGKILL)
        found[f"{part} dead"] = people.answers()
    from games.models import Game, PendingDecision

    for _sweep in range(3):  # the next sweeps make up for lost jobs
        sweep(clocks.now())
    bots = PendingDecision.objects.filter(
        answered_at=None, due_at__lte=clocks.now(), seat__in=["blue", "green"]
    )
    running = Game.objects.filter(status="running").count()
    print(json.dumps({"answers": found, "left": bots.count(), "running": running}))


if __name__ == "__main__":
    main()
