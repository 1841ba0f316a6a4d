"""Machines whose clocks differ: the database's counts, and nobody gains or loses time by another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import services, tasks
from games.models import Game, Outage, PendingDecision, Watch
from games.services.clock import clocks
from tests.games.cast import HOLD, a_game, do

pytestmark = pytest.mark.django_db

BEHIND, AHEAD = timedelta(seconds=-605), timedelta(seconds=605)


def right() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[timedelta], None]]:
    """Go on as a machine whose clock is off by so much. (On SQLite the database's clock is set apart too.)"""
    if connection.vendor != "postgresql":
        monkeypatch.setattr(clocks, "_database_clock", right)

    def become(off: timedelta) -> None:
        clocks._known.clear()
        monkeypatch.setattr(timezone, "now", lambda: right() + off)

    yield become
    clocks._known.clear()


@pytest.fixture
def game(owner: User, rival: User) -> Game:
    found = a_game(owner, {"red": owner, "blue": rival, "green": rival}, start=False, hours_per_decision=24)
    services.start(found.pk, owner, now=right())
    return found


def deadlines(game: Game) -> dict[str, datetime | None]:
    return dict(PendingDecision.objects.filter(game=game).values_list("decision", "due_at"))


def sweeps_differ(machine: Callable[[timedelta], None], game: Game) -> None:
    before = deadlines(game)
    for off in (timedelta(0), BEHIND, timedelta(0), AHEAD, timedelta(0), AHEAD, BEHIND):
        machine(off)
        tasks.sweep_deadlines()
    assert not Outage.objects.exists(), "an outage that never was"
    assert deadlines(game) == before, "nobody's deadline moves"
    assert abs(Watch.objects.get().swept_at - right()) < timedelta(seconds=30)


def test_a_worker_behind_and_one_ahead_write_no_outage(machine: Any, game: Game) -> None:
    sweeps_differ(machine, game)


@pytest.mark.postgres
def test_a_worker_behind_and_one_ahead_write_no_outage_on_postgresql(machine: Any, game: Game) -> None:
    assert connection.vendor == "postgresql"
    sweeps_differ(machine, game)
    machine(BEHIND)
    assert abs(clocks.now() - right()) < timedelta(seconds=5) and clocks.is_wrong()


@pytest.mark.parametrize("off", [BEHIND, AHEAD])
def test_a_page_of_a_wrong_machine_concludes_nothing(
    machine: Any, game: Game, owner: User, off: timedelta
) -> None:
    tasks.sweep_deadlines()
    before = deadlines(game)
    machine(off)
    services.answer_due(game.pk, timezone.now())  # as after a battle that was agreed upon
    do(game, owner, "red", HOLD, now=timezone.now())
    assert not Outage.objects.exists()
    after = deadlines(game)
    assert {key: after[key] for key in before} == before


def test_a_worker_ahead_throws_no_job_away(machine: Any, owner: User) -> None:
    for task in settings.CELERY_BEAT_SCHEDULE.values():
        assert "expires" not in task.get("options", {}), "Celery compares it with the clock of the worker"
    game = a_game(owner, {"red": owner, "blue": owner, "green": owner})
    PendingDecision.objects.filter(game=game).update(due_at=right() - timedelta(minutes=1))
    asked = right().isoformat()
    machine(AHEAD)
    assert tasks.answer_due_of(str(game.pk), asked) > 0
    old = (right() - timedelta(minutes=5)).isoformat()
    assert tasks.answer_due_of(str(game.pk), old) == 0, "the next sweep has asked again"


def test_health_says_that_a_clock_is_wrong(machine: Any, caplog: Any) -> None:
    tasks.sweep_deadlines()
    machine(BEHIND)
    cache.delete("health")
    assert Client().get("/health").content.splitlines()[0] == b"trouble: clock"
    assert "wrong by -605 s" in caplog.text
    machine(timedelta(0))
    cache.delete("health")
    assert Client().get("/health").content.splitlines()[0] == b"ok"
