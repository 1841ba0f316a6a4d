"""The stakes of a battle: play-outs run in a job, never in a request, and are shown to those who may see
the campaign.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import services, tasks
from games.models import BattleLink, Forecast, Game, Watch
from games.outlook import stakes
from games.services.outlook import queue, results, worker
from tests.found import some
from tests.games.bridged import bridges
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_user

__all__ = ["bridges"]
pytestmark = pytest.mark.django_db
FOREVER = 1e6


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run only a few play-outs, which is enough for these tests."""
    monkeypatch.setattr(queue, "STAKES", 2)
    monkeypatch.setattr(results, "LEAST", 2)


@pytest.fixture
def campaign(owner: User, rival: User, stranger: User) -> Game:
    return at_battle(owner, {"red": owner, "blue": rival, "green": stranger})


@pytest.fixture
def link(campaign: Game) -> BattleLink:
    return campaign.battle_links.get()


def address(link: BattleLink) -> str:
    return reverse("game-battle", args=[link.campaign_id, link.pk])


def test_a_battle_that_is_opened_is_owed_its_stakes_and_no_page_plays_them(
    client: Client, link: BattleLink, owner: User
) -> None:
    client.force_login(owner)
    assert "stakes-title" not in client.get(address(link)).content.decode()
    rows = Forecast.objects.all()
    assert {(row.seq, row.case, row.games) for row in rows} == {
        (link.opened_seq, "attacker", 0),
        (link.opened_seq, "defender", 0),
    }


def test_stakes_are_played_out_and_shown(client: Client, link: BattleLink, owner: User) -> None:
    assert worker.ponder(NOW, FOREVER) == 4
    assert not worker.due(NOW).exists() and worker.ponder(NOW, FOREVER) == 0
    for row in some(Forecast.objects.all()):
        assert row.games == 2 and row.held_until is None and set(row.wins) <= {"red", "blue", "green"}
    client.force_login(owner)
    page = client.get(address(link)).content.decode()
    assert "stakes-title" in page and "times after each outcome" in page
    assert "on average" not in page, "nothing is counted in this campaign"
    for case, total in (("attacker", 264), ("defender", 240)):
        counts = {"towns": [4, total, total * total // 4 + 12]}
        Forecast.objects.filter(case=case).update(soon=counts, late={"towns": [4, 240, 14412]})
    page = client.get(address(link)).content.decode()
    assert "Towns 2 turns later: 66.0 on average if the attacker wins here, else 60.0" in page
    assert "Towns at the end: 60.0 on average" not in page and "58.0–62.0" in page, "it does not differ"
    field = client.get(link.battle.get_absolute_url()).content.decode()
    assert "Towns 2 turns later" in field
    seats = {"attacker": {"red": [4, 264, 17436]}, "defender": {"red": [4, 240, 14412]}}
    for case, counts in seats.items():
        Forecast.objects.filter(case=case).update(soon=counts)
    page = client.get(address(link)).content.decode()
    assert "Points, Red 2 turns later: 66.0 on average" in page, "a score of a seat's says whose"
    client.cookies["django_language"] = "it"
    page = client.get(address(link)).content.decode()
    assert "Che cosa c'è in gioco" in page.replace("&#x27;", "'")


def test_play_outs_in_small_batches_give_the_same_result(link: BattleLink) -> None:
    while worker.ponder(NOW, 0):
        assert Forecast.objects.filter(held_until__isnull=False).count() == 0
    one_by_one = list(Forecast.objects.values_list("case", "wins"))
    Forecast.objects.update(games=0, wins={}, unfinished=0)
    worker.ponder(NOW, FOREVER)
    assert list(Forecast.objects.values_list("case", "wins")) == one_by_one


def test_play_outs_run_by_two_jobs_count_once(link: BattleLink) -> None:
    first = worker._claim_row(NOW)
    assert first is not None and worker._claim_row(NOW) != first, "another row, as this one is held"
    later = NOW + 2 * worker.HELD
    again = Forecast.objects.get(pk=first.pk)
    assert worker.due(later).filter(pk=first.pk).exists(), "its process has died"
    worker._advance(first, float("inf"))
    worker._advance(again, float("inf"))
    assert Forecast.objects.get(pk=first.pk).games == 2


def test_stakes_of_a_decided_battle_are_no_longer_played_out(link: BattleLink) -> None:
    worker.ponder(NOW, 0)
    BattleLink.objects.update(status=BattleLink.Status.VOID)
    assert worker.ponder(NOW, FOREVER) == 0 and not worker.due(NOW).exists()
    assert results.stakes(link) is None


def test_a_failed_forecast_is_not_shown_and_not_retried(
    link: BattleLink, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fails(at: Any, case: str) -> Any:
        raise LookupError("no such army")

    monkeypatch.setattr(worker, "_find_beginning", fails)
    worker.ponder(NOW, FOREVER)
    assert {row.trouble for row in Forecast.objects.all()} == {"LookupError: no such army"}
    assert results.stakes(link) is None and not worker.due(NOW + timedelta(days=9)).exists()


def test_programs_among_themselves_and_tryouts_ask_for_nothing(owner: User) -> None:
    game = at_battle(owner, {"red": owner, "blue": owner, "green": owner})
    assert queue.concerns_people(game)
    game.tryout = True
    assert not queue.concerns_people(game)
    game.tryout = False
    game.seats.update(user=None, is_bot=True)
    assert not queue.concerns_people(Game.objects.get(pk=game.pk))


# --- readers of the stakes ---


def test_nobody_learns_anything_hidden(monkeypatch: pytest.MonkeyPatch, link: BattleLink) -> None:
    """Every play-out starts from a state that the referee imagines from public knowledge."""
    real = services.tables.table(link.campaign).rules
    asked: list[str] = []
    imagine = type(real).imagine

    def imagined(self: Any, state: Any, seat: str, dice: Any) -> Any:
        asked.append(seat)
        return imagine(self, state, seat, dice)

    monkeypatch.setattr(type(real), "imagine", imagined)
    worker.ponder(NOW, FOREVER)
    assert asked[0] == "gm" and asked.count("gm") == 4


def test_a_stranger_and_an_observer_of_earlier_are_told_nothing(client: Client, link: BattleLink) -> None:
    worker.ponder(NOW, FOREVER)
    client.force_login(a_user("nosy"))
    assert client.get(address(link)).status_code == 404
    campaign = link.campaign
    assert stakes.stakes(link, campaign) is not None
    campaign.seq = link.opened_seq - 1  # as a delayed observer sees it
    assert stakes.stakes(link, campaign) is None


def test_the_battle_page_shows_the_stakes(client: Client, link: BattleLink, owner: User) -> None:
    sure = {"red": 100}
    for case, wins in (("attacker", sure), ("defender", {"blue": 100})):
        Forecast.objects.filter(case=case).update(games=100, wanted=100, wins=wins)
    assert link.battle is not None
    client.force_login(owner)
    page = client.get(link.battle.get_absolute_url()).content.decode()
    assert (
        "What is at stake" in page and "almost certain if the attacker wins here, else very unlikely" in page
    )
    assert not stakes.describe_stakes(link, a_user("nosy"))
    page = client.get(address(link)).content.decode()
    assert "100%" in page and "More games are being played" not in page


# --- where play-outs run ---


def test_a_sweep_asks_for_the_job_only_where_something_is_owed(
    link: BattleLink, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(tasks.ponder, "apply_async", lambda *one, **how: asked.append(one))
    monkeypatch.setattr(tasks.answer_due_of, "apply_async", lambda *one, **how: None)
    tasks.sweep_deadlines()
    assert not asked, "without workers nothing is played in anybody's request"
    settings.CELERY_TASK_ALWAYS_EAGER = False
    Watch.objects.all().delete()
    tasks.sweep_deadlines()
    assert len(asked) == 1
    tasks.sweep_deadlines()
    assert len(asked) == 1, "one that waited for a worker comes right after another"
    while tasks.ponder():
        pass
    Watch.objects.all().delete()
    tasks.sweep_deadlines()
    assert len(asked) == 1 and results.stakes(link) is not None


def test_a_round_of_cron_plays_some(link: BattleLink) -> None:
    call_command("sweep")
    assert sum(row.games for row in Forecast.objects.all()) > 0
