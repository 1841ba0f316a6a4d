"""A battle left to bots continues to its end, however often its job is interrupted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from games import services
from games.events import forget_calls
from games.models import BattleLink, Game, PendingDecision, Snapshot
from games.services import entries
from games.services.clock import auto_answers, jobs
from tests.campaigns.bridge.wars import a_war
from tests.games.cast import NOW, a_user

pytestmark = pytest.mark.django_db

SHARE = 0.1  # seconds; the whole battle of some 300 moves takes about one
SWEEP = timedelta(seconds=15)


class Killed(BaseException):
    """Raised in place of a killed process."""


def kill(*_args: Any, **_more: Any) -> None:
    raise Killed


def left_to_bots(system: str = "schiere") -> tuple[BattleLink, Game]:
    """Create a battle between two people who both leave it to bots."""
    _campaign, link, gm, rival = a_war(system)
    with jobs.postponing():
        for user in (gm, rival):
            services.leave_to_programs(link.pk, user, now=NOW)
    assert link.battle is not None
    return link, link.battle


def open_rows(game: Game) -> Any:
    return PendingDecision.objects.filter(game=game, answered_at=None)


def all_due(game: Game, now: Any) -> bool:
    rows = list(open_rows(game))
    return bool(rows) and all(row.due_at is not None and row.due_at <= now for row in rows)


def swept_on(game: Game, now: Any, share: float = SHARE, most: int = 60) -> int:
    """Sweep until the battle ends, and return the number of sweeps. ``share``: the seconds after which a
    sweep starts no further answer.
    """
    for number in range(1, most):
        now += SWEEP
        if game.pk in auto_answers.look(now):
            services.answer_due(game.pk, now, 200, share)
        game.refresh_from_db()
        if not game.running:
            return number
        assert all_due(game, now), "a question that no sweep sees"
    raise AssertionError(f"the battle stopped after {game.seq} moves")


def in_shares_and_killed(
    monkeypatch: pytest.MonkeyPatch, system: str = "schiere", share: float = SHARE
) -> None:
    link, game = left_to_bots(system)
    assert services.answer_due(game.pk, NOW, 200, share) > 0
    game.refresh_from_db()
    assert game.running and all_due(game, NOW)
    with monkeypatch.context() as patch, pytest.raises(Killed), transaction.atomic():
        patch.setattr(entries, "remember", kill)
        services.answer_due(game.pk, NOW + SWEEP, 200, share)
    before = game.seq
    game.refresh_from_db()
    assert game.seq == before and all_due(game, NOW)
    assert swept_on(game, NOW + SWEEP, share) > 1
    link.refresh_from_db()
    assert game.has_ended and link.status == "confirmed" and services.verify_game(game).ok


def test_a_bot_battle_survives_killed_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    in_shares_and_killed(monkeypatch)


def test_a_battle_on_hexes_in_shares_and_killed_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    in_shares_and_killed(monkeypatch, "cca", 0.3)


@pytest.mark.postgres
def test_in_shares_and_killed_in_the_middle_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.vendor == "postgresql"
    in_shares_and_killed(monkeypatch)


def test_a_battle_that_stood_still_before_goes_on() -> None:
    """Bots continue a battle whose decisions have no deadline, or a deadline that the game master set for
    people who have stopped playing. Games and backups of earlier versions contain such decisions.
    """
    _link, game = left_to_bots()
    services.answer_due(game.pk, NOW, 200, 0)
    for due in (None, NOW + timedelta(days=3)):
        forget_calls()  # sweeps look for such battles once a minute
        open_rows(game).update(due_at=due, held=timedelta(hours=1) if due is None else None)
        assert game.pk in auto_answers.look(NOW + SWEEP) and all_due(game, NOW + SWEEP)
    swept_on(game, NOW + SWEEP, share=5)


def test_a_bot_battle_continues_after_an_error_is_fixed() -> None:
    _link, game = left_to_bots()
    services.answer_due(game.pk, NOW, 200, 0)
    state = list(Snapshot.objects.filter(game=game).values("pk", "state"))
    Snapshot.objects.filter(game=game).update(state={})
    services.tables._heads.clear()
    services.answer_due(game.pk, NOW, 200, SHARE)
    game.refresh_from_db()
    assert game.trouble and game.retry_at is not None
    for row in state:
        Snapshot.objects.filter(pk=row["pk"]).update(state=row["state"])
    swept_on(game, game.retry_at, share=5)


def test_who_fights_is_looked_at_again_once_a_minute() -> None:
    """If a bot takes over one side, it also answers for the other side, which had already left the battle
    to bots.
    """
    campaign, link, gm, rival = a_war("schiere")
    with jobs.postponing():
        services.leave_to_programs(link.pk, gm, now=NOW)
        assert link.battle.pk not in auto_answers.look(NOW)
        seat = next(one.key for one in campaign.seats.all() if one.user == rival)
        services.leave_seat(campaign.pk, rival, seat, now=NOW)
        services.set_bot(campaign.pk, gm, seat, True, now=NOW)
    later = NOW + timedelta(minutes=1)
    assert link.battle.pk in auto_answers.look(later) and all_due(link.battle, later)


def test_its_page_tells_how_far_they_are(client: Any) -> None:
    link, game = left_to_bots()
    client.force_login(a_user("reader"))
    Game.objects.filter(pk=link.campaign_id).update(public=True)
    Game.objects.filter(pk=game.pk).update(public=True)
    address = f"/games/{link.campaign_id}/battles/{link.pk}/"
    assert "The bots are fighting this battle" in client.get(address).content.decode()
    services.answer_due(game.pk, NOW, 200, SHARE)
    game.refresh_from_db()
    page = client.get(address).content.decode()
    assert f"{game.seq} moves so far" in page and "data-poll" in page
    swept_on(game, NOW, share=5)
    page = client.get(address).content.decode()
    assert "The bots are fighting" not in page and 'id="next"' in page
