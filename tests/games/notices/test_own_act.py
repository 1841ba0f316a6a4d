"""Nobody gets mail about their own actions."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from features.desk import substitutes
from games import services
from games.models import Outbox
from games.services import messages
from tests.found import some
from tests.games.cast import NOW, a_game

pytestmark = pytest.mark.django_db
KIND = Outbox.Kind


def told(kind: Outbox.Kind) -> set[str]:
    return set(Outbox.objects.filter(kind=kind).values_list("recipient__username", flat=True))


def test_every_message_says_who_did_it() -> None:
    """``actor`` has no default, so every new kind of message must name one."""
    calls = 0
    for path in some(Path("games/services").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "messages.owe":
                calls += 1
                assert "actor" in {one.arg for one in node.keywords}, f"{path}:{node.lineno}"
    assert calls > 30


def test_who_did_it_is_left_out(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    messages.owe(game, KIND.BATTLE, "one", [owner, rival, None], NOW, actor=rival)
    assert told(KIND.BATTLE) == {owner.username}
    messages.owe(game, KIND.REPORT, "one", [owner, rival], NOW, actor=None)
    assert told(KIND.REPORT) == {owner.username, rival.username}


def test_a_player_who_takes_a_lent_seat_back_is_not_told_so(owner: User, rival: User, stranger: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    seat = game.seats.get(key="blue")
    Outbox.objects.all().delete()
    type(seat).objects.filter(pk=seat.pk).update(
        user=stranger, lender=rival, back_at=NOW + timedelta(days=3), kept={"seq": 0}
    )
    substitutes.end_loan(game.pk, rival, "blue", now=NOW)
    assert told(KIND.RETURNED) == {stranger.username}


def test_both_are_told_when_the_time_is_over(owner: User, rival: User, stranger: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    seat = game.seats.get(key="blue")
    Outbox.objects.all().delete()
    type(seat).objects.filter(pk=seat.pk).update(
        user=stranger, lender=rival, back_at=NOW + timedelta(days=3), kept={"seq": 0}
    )
    assert substitutes.return_due_seats(NOW + timedelta(days=4)) == 1
    assert told(KIND.RETURNED) == {rival.username, stranger.username}


def test_who_leads_a_game_and_starts_it_hears_nothing_of_it(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, start=False)
    services.start(game.pk, owner, now=NOW)
    assert told(KIND.STARTED) == {rival.username}
