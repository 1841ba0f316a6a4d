"""Open every game of a restored corpus with the current code, fetch its pages, play on, and verify it.

    DATABASE_URL=... python -m tests.corpus.look SYSTEM

This runs in a separate process because its database is not that of the tests. It prints JSON.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
from datetime import datetime
from typing import Any

STEPS = 8  # answers to give in each running game


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from games.models import Game
    from games.services.clock import jobs

    call_command("migrate", interactive=False, verbosity=0)
    with jobs.postponing():
        games = Game.objects.filter(system=sys.argv[1]).order_by("name").values_list("pk", flat=True)
        print(json.dumps([look(pk) for pk in games]))


def look(pk: Any) -> dict[str, Any]:
    """Return the result for one game. ``taken``: the number of steps played. ``difference``: the fault that
    verifying the log found.
    """
    from django.utils import timezone

    from games import services
    from games.models import Game
    from games.services import tables

    tables._opened.clear()  # as in a process that opens it for the first time
    game = Game.objects.get(pk=pk)
    stood = game.snapshots.filter(seq=game.seq).first()
    people = [seat.user for seat in game.seats.select_related("user") if seat.user]
    pages = [look_at(game, "", user) for user in people[:1]]
    taken = 0
    if game.running:
        if game.is_paused:
            services.resume(pk, game.gm, now=timezone.now())
        close_battle(game, timezone.now())
        taken = go_on(pk, STEPS)
    pages += [look_at(game, "", user) for user in people[1:]]
    if game.seq >= 0:
        pages += [look_at(game, path, game.gm) for path in ("", "chronicle/", "desk/")]
    game = Game.objects.get(pk=pk)
    verdict = services.verify_game(game) if game.seq >= 0 else None
    found = None if verdict is None else services.verdict_json(verdict)["difference"]
    return {
        "id": str(pk),
        "state": "" if stood is None else stood.digest,
        "pages": pages,
        "taken": taken,
        "trouble": game.trouble,
        "follows": stood is None or same_again(game, stood),
        "difference": found,
    }


def look_at(game: Any, path: str, user: Any) -> tuple[str, int]:
    """Fetch one page of the game as one person; return the page and its status."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    answer = client.get(f"{game.get_absolute_url()}{path}", follow=True)
    return f"{path or 'game'} to {user.get_username()}", answer.status_code


def close_battle(game: Any, now: datetime) -> None:
    """Confirm a reported battle for the side that has not done so, so that the campaign continues."""
    from games import services

    for link in game.battle_links.filter(status="reported"):
        for seat in game.seats.select_related("user"):
            link.refresh_from_db()
            if not link.is_settled and seat.user is not None and seat.key not in link.confirmations:
                services.confirm_battle(link.pk, seat.user, now=now)


def go_on(pk: Any, steps: int) -> int:
    """Let bots answer their decisions and people answer as bots would; return the number of answers."""
    from django.utils import timezone

    from games import services
    from games.models import Game

    first = Game.objects.get(pk=pk).seq
    for number in itertools.count():
        services.answer_due(pk, timezone.now(), limit=steps)
        game = Game.objects.get(pk=pk)
        if game.trouble or game.seq >= first + steps or not person_answers(game, number):
            return int(game.seq - first)
    raise AssertionError


def person_answers(game: Any, number: int) -> bool:
    """Answer for a person; return False if nobody can, because the game is over or a battle must be fought
    first.
    """
    from engine.dice import DiceNeeded, Seeded
    from engine.game import GM, Refusal
    from games import services

    at = services.table(game)
    battle = at.battle()
    if not at.decisions() or (battle is not None and game.battle_system):
        return False
    decision, write = at.decisions()[0], at.system.codec.write
    seat = game.seats.select_related("user").filter(key=decision.seat).first()
    user = game.gm if seat is None else seat.user
    if user is None:
        return False
    own, tries = Seeded(b"look", str(game.pk), game.seq), [decision.default]
    if decision.seat != GM:
        tries.insert(0, at.rules.bot(at.state, decision.seat, own))
    from django.utils import timezone

    for action in tries:
        faces: list[int] | None = None
        while True:
            try:
                services.submit(
                    game.pk,
                    decision.seat,
                    write(action),
                    drawn_seq=game.seq,
                    key=f"look-{game.seq}-{number}",
                    user=user,
                    now=timezone.now(),
                    faces=faces,
                )
                return True
            except DiceNeeded as needed:
                faces = [*(faces or []), *(own.roll(throw) for throw in needed.throws)]
            except Refusal:
                break
    raise AssertionError(
        f"{game.name}: neither the bot's answer to {decision.id} nor the default is accepted"
    )


def same_again(game: Any, stood: Any) -> bool:
    """Return whether replaying the steps since the corpus was made, from its last snapshot ``stood``, gives
    the present state.
    """
    from engine import journal
    from games.models import Entry, Snapshot
    from games.services.entries import as_journal
    from games.services.tables import head_of, opening_of

    opened = opening_of(game)
    since = [as_journal(e) for e in Entry.objects.filter(game=game, seq__gt=stood.seq).order_by("seq")]
    reached = journal.replay_from(opened, head_of(opened, stood), since)
    return Snapshot.objects.get(game=game, seq=game.seq).digest == journal.state_digest(opened, reached.state)


if __name__ == "__main__":
    main()
