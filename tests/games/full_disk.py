"""People read and write while the disk is full. The test test_absent runs this as a program.

A limit on file sizes has the effect of a full disk: every SQLite write fails. Prints the answers as JSON.
"""

import json
import resource
from typing import Any

import django


def main() -> None:
    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    call_command("migrate", interactive=False, verbosity=0)
    from accounts.logins import keys
    from accounts.models import Profile
    from games.models import Game, Seat
    from tests.games.cast import HOLD, a_game, a_user

    owner, rival = a_user("owner"), a_user("rival")
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival}, public=True)
    token = keys.create_key(owner, "program", ["read", "play"], 30, timezone.now())
    Profile.of(owner)  # sign-up creates a profile
    Seat.objects.update(seen_at=None)  # so that visits would be recorded
    client, program = (Client(raise_request_exception=False) for _ in range(2))
    client.force_login(owner)
    client.get("/account/notices/")  # the first visit creates the site's key
    bearer = {"authorization": f"Bearer {token}"}
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    page, api = f"/games/{game.pk}/", f"/api/games/{game.pk}"
    reads = [
        "/",
        page,
        page + "chronicle/",
        page + "dice/",
        "/account/messages/",
        "/account/notices/",
        "/account/settings/",
    ]
    found: dict[str, Any] = {
        address.replace(str(game.pk), "G"): client.get(address).status_code for address in reads
    }
    found["stranger"] = Client().get(page).status_code
    found["api"] = program.get(api, headers=bearer).status_code
    move = {"seat": "red", "action": HOLD, "seq": game.seq, "key": "k1"}
    for name, asked in {
        "page": lambda: client.post(
            f"{page}act", {"seat": "red", "seq": game.seq, "kind": "hold", "key": "k2"}
        ),
        "program": lambda: program.post(f"{api}/act", move, content_type="application/json", headers=bearer),
    }.items():
        answer = asked()
        found[name] = [answer.status_code, answer.headers.get("Retry-After"), answer.content.decode()[:2000]]
    found["seq"] = [game.seq, Game.objects.get(pk=game.pk).seq]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
