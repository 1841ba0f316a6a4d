"""Players ask each other and vote; votes follow the events of the game."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from features.polls.models import Poll
from games import services
from games.models import Game
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db
EVENING = {"question": "Which evening?", "options": "Monday\nFriday\nFriday"}


def post(who: str, game: Game, **told: Any) -> str:
    answer = browser(who).post(reverse("game-polls", args=[game.pk]), told, follow=True)
    return str(answer.content.decode()) if answer.status_code == 200 else str(answer.status_code)


def test_players_ask_and_vote_until_the_game_is_over() -> None:
    game = running(public=True)
    assert f"/games/{game.pk}/polls/" in browser("rival").get(game.get_absolute_url()).content.decode()
    assert "Which evening?" in post("owner", game, **EVENING) and post("owner", game, **EVENING)
    poll = Poll.objects.get()
    assert poll.options == ["Monday", "Friday"]
    post("owner", game, do="vote", poll=poll.pk, option=1)
    assert "2: Red, Blue" in " ".join(post("rival", game, do="vote", poll=poll.pk, option=1).split())
    services.leave_seat(game.pk, person("rival"), "blue", now=timezone.now())
    poll.refresh_from_db()
    assert poll.votes == {"red": 1}
    services.abandon(game.pk, person("gm"), now=timezone.now())
    assert "This poll is closed" in post("owner", game, do="vote", poll=poll.pk, option=0)


def test_others_neither_see_nor_vote_and_odd_polls_are_refused() -> None:
    game = running(public=True)
    assert [post(who, game, **EVENING) for who in ("stranger", "gm", "")] == ["404"] * 3
    assert "two to six different answers" in post("owner", game, question="?", options="one")
    for number in range(6):
        told = post("owner", game, question=f"{number}?", options="a\nb")
    assert "another poll now" in told and Poll.objects.count() == 5
