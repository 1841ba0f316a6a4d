"""Games and people for tests: ``owner`` leads, ``rival`` also plays, ``stranger`` may see nothing."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from games import services
from games.models import Game, PowerRequest
from games.services.fairplay import asking

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=25)


def a_user(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", "long enough 7")


def a_game(owner: User, seats: dict[str, User | str] | None = None, start: bool = True, **more: Any) -> Game:
    """Create a running game of Three Fords. ``seats`` assigns players ("bot" for the bot); by default the
    owner plays red and bots play the rest.
    """
    options = {"rounds": 3} if more.get("system", "fords") == "fords" else {}
    more = {"name": "Fords", "system": "fords", "options": options, **more}
    game = services.create_game(gm=owner, now=NOW, **more)
    for seat in game.seats.all():
        who = (seats or {}).get(seat.key, "bot" if seat.key != "red" or seats else owner)
        seat.is_bot, seat.user = who == "bot", None if isinstance(who, str) else who
        seat.save()
    if start:
        services.start(game.pk, owner, now=NOW)
    game.refresh_from_db()
    return game


def abandon_agreed(game: Game, leader: User, *others: User) -> Game:
    """End a game whose game master plays, with everyone's consent."""
    request = asking.ask(game.pk, leader, power=PowerRequest.Power.ABANDON, why="No time", now=NOW)
    for user in others:
        asking.answer(game.pk, request.pk, user, agree=True, now=NOW)
    return services.abandon(game.pk, leader, now=NOW)


def do(game: Game, user: User, seat: str, action: dict[str, Any], **more: Any) -> services.StepResult:
    """Submit an action as if from a page just loaded."""
    game.refresh_from_db()
    more = {"drawn_seq": game.seq, "key": str(uuid.uuid4()), "now": NOW, **more}
    done = services.submit(game.pk, seat, action, user=user, **more)
    game.refresh_from_db()
    return done


HOLD = {"kind": "hold"}


def attack(target: str, stake: int = 1, camp: str = "east") -> dict[str, Any]:
    return {"kind": "attack", "camp": camp, "target": target, "stake": stake}


def stored(game: Game) -> tuple[Any, ...]:
    """Return everything that a refused or failed request must leave unchanged."""
    fresh = Game.objects.values().get(pk=game.pk)
    rows = game.decisions.order_by("pk").values_list("pk", "decision", "answered_at", "due_at")
    return (
        fresh,
        list(game.entries.values_list("seq", "digest")),
        list(rows),
        list(game.snapshots.values_list()),
    )
