"""The list of one's games: what is urgent comes first, and no game is lost from sight."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import access
from games.models import Game
from games.views import home
from tests.web.cast import browser, lobby, person, running

pytestmark = pytest.mark.django_db


def page(who: str = "owner", **asked: Any) -> str:
    return browser(who).get("/", asked).content.decode()


def order(text: str, *names: str) -> list[str]:
    return sorted(names, key=text.index)


def due(game: Game, hours: int) -> None:
    game.decisions.filter(seat="red").update(due_at=timezone.now() + timedelta(hours=hours))


def test_an_answer_with_a_deadline_is_more_urgent_than_one_without() -> None:
    running(name="whenever you like")
    tomorrow, soon = running(name="due tomorrow"), running(name="due within the hour")
    due(tomorrow, 24)
    due(soon, 1)
    first = access.awaited(person("owner")).first()
    assert first is not None and first.game == soon
    told = page().split("</section>", 1)[1]
    assert order(told, "whenever you like", "due tomorrow", "due within the hour") == [
        "due within the hour",
        "due tomorrow",
        "whenever you like",
    ]


def test_a_game_that_gathers_its_players_stands_where_its_age_puts_it() -> None:
    """It has not moved yet: on one database that would put it last of all, on another first."""
    old, fresh = lobby(name="old lobby"), lobby(name="fresh lobby")
    played = running(name="played yesterday")
    now = timezone.now()
    Game.objects.filter(pk=old.pk).update(created_at=now - timedelta(days=9))
    Game.objects.filter(pk=played.pk).update(moved_at=now - timedelta(days=1))
    Game.objects.filter(pk=fresh.pk).update(created_at=now)
    assert [game.name for game in access.games_of(person("gm"))] == [
        "fresh lobby",
        "played yesterday",
        "old lobby",
    ]


def test_of_many_games_none_is_lost_from_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "PAGE", 3)
    names = [f"campaign number {number} of them" for number in range(5)]
    for name in names:
        running(name=name)
    first, second = page(), page(page="2")
    assert "?page=2" in first and "?page=1" in second
    told = first.split("</section>", 1)[1] + second.split("</section>", 1)[1]
    assert [told.count(f">{name}<") for name in names] == [1] * 5


def test_finished_games_have_a_list_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "PAGE", 3)
    for number in range(5):
        running(name=f"war {number} is over")
    assert reverse("finished-games") not in page()
    Game.objects.update(status=Game.Status.ENDED, ended_at=timezone.now())
    assert "is over" not in page() and reverse("finished-games") in page()
    client, address = browser("owner"), reverse("finished-games")
    told = "".join(client.get(address, {"page": number}).content.decode() for number in (1, 2))
    assert [told.count(f"war {number} is over") for number in range(5)] == [1] * 5
    assert "No game has ended yet" in browser("stranger").get(address).content.decode()
    assert browser().get(address).status_code == 302
