"""Turning points of a campaign, found after its end by playing it out from earlier positions. A change that
could be noise is not one.
"""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.annals.fortunes import find_swings
from engine.playouts import Tally
from games import services
from games.models import Forecast, Game
from games.services.outlook import queue, worker
from tests.games.programs import bots_play, play_on

pytestmark = pytest.mark.django_db


def tally(won: int, games: int = 80) -> Tally:
    return Tally(games, {"a": won, "b": games - won})


def test_a_change_within_the_noise_is_no_turning_point() -> None:
    assert not find_swings({1: tally(40), 2: tally(50), 3: tally(40), 4: tally(44)}, ("a", "b"))
    found = find_swings({1: tally(40), 2: tally(68), 3: tally(64)}, ("a", "b"))
    assert [(one.turn, one.since, one.whose, one.several) for one in found.values()] == [(2, 1, "a", False)]
    assert find_swings({1: tally(2, 4), 2: tally(4, 4)}, ("a", "b")) == {}, "four games tell nothing"


def test_the_largest_three_are_told_in_their_order_and_left_out_turns_are_named() -> None:
    up_and_down = {0: tally(40), 2: tally(80), 3: tally(40), 4: tally(79), 5: tally(0), 6: tally(30)}
    found = find_swings(up_and_down, ("a", "b"))
    assert list(found) == [2, 3, 5]
    assert found[2].several and found[5].whose == "b"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play only a few games from a few turns, which is enough for these tests."""
    monkeypatch.setattr(queue, "BOOK", 20)
    monkeypatch.setattr(queue, "TURNS", 2)


def played() -> Game:
    game = play_on(bots_play("gm", "justinian", public=True), 1500)
    assert game.has_ended
    return game


def book(client: Client, game: Game) -> str:
    return client.get(reverse("campaigns:campaign-book", args=[game.pk])).content.decode()


@pytest.mark.usefixtures("few")
def test_the_book_tells_the_lead_until_the_chances_are_played_out(client: Client) -> None:
    ended = played()
    assert not Forecast.objects.exists(), "programs among themselves"
    assert "chances of" not in book(client, ended)
    rows = list(Forecast.objects.order_by("seq"))
    assert [row.games for row in rows] == [0, 0, 0] and rows[0].seq == 0
    assert rows[-1].seq == max(services.last_entries(services.tables.table(ended)).values())
    page = book(client, ended)
    assert "The chances of winning are being calculated" in page and "as the rules keep score" in page
    assert Forecast.objects.count() == 3, "asked twice it owes no more"
    winner = ended.outcome["winner"] if ended.outcome else ""
    other = next(seat.key for seat in ended.seats.all() if seat.key != winner)
    for row, won in zip(rows, (10, 12, 20), strict=True):
        wins = {winner: won, other: 20 - won}
        late = {"provinces": [20, 60 * won, 180 * won * won + 60]}
        Forecast.objects.filter(pk=row.pk).update(games=20, wins=wins, late=late)
    page = book(client, ended)
    assert "as the rules keep score" not in page and "winning rose from 60% to 100%" in page
    assert "provinces under Byzantium, expected at the end: 36.0, then 60.0" in page
    assert "Expected at the end, on average" in page
    assert "Chances of winning, in percent" in page and "60 (" in page and "style=" not in page
    client.cookies["django_language"] = "it"
    page = book(client, ended)
    assert "Probabilità di vittoria, in percento" in page and "%(" not in page


@pytest.mark.usefixtures("few")
def test_what_people_have_played_is_owed_at_its_end_which_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "concerns_people", lambda game: True)
    ended = played()
    assert ended.ended_at and Forecast.objects.filter(case="").count() == 3
    Forecast.objects.exclude(seq=ended.seq, case="").delete()
    assert worker.ponder(ended.ended_at, 1e6) == 20
    assert ended.outcome and Forecast.objects.get().wins == {ended.outcome["winner"]: 20}


def test_a_running_campaign_shows_no_turning_points(client: Client) -> None:
    game = play_on(bots_play("gm", "justinian", public=True), 60)
    book(client, game)
    assert not Forecast.objects.exists()


def test_of_a_long_campaign_turns_are_left_out() -> None:
    assert queue.spread(list(range(40)), queue.TURNS + 1)[-1] == 39
    assert len(queue.spread(list(range(40)), queue.TURNS + 1)) == queue.TURNS + 1
