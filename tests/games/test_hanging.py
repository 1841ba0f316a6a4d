"""A game that is locked, hangs or kills its worker delays no other; it backs off, and its GM is notified."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, transaction

from config.home.runner import RunningJob
from games import services
from games.models import Game, Outbox
from games.refusals import Busy
from games.services import retries
from games.services.clock import auto_answers, outages
from games.services.entries import lock
from tests.games.cast import HOLD, LATER, NOW, a_game, do

on_postgresql = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
MINUTE = timedelta(minutes=1)


def three_due(owner: User) -> list[Game]:
    """Create games with three answers each that are due at LATER."""
    return [
        a_game(owner, dict.fromkeys(("red", "blue", "green"), owner), hours_per_decision=24) for _ in range(3)
    ]


def answered(*games: Game) -> list[int]:
    return [game.entries.count() - 1 for game in games]


def afflict(monkeypatch: pytest.MonkeyPatch, game: Game, affliction: Callable[[], Any]) -> None:
    """Call ``affliction`` each time the bot is about to answer in this game."""
    execute = auto_answers._carry_out

    def afflicted(at: Any, decision: Any, now: Any) -> Any:
        if at.game.pk == game.pk:
            affliction()
        return execute(at, decision, now)

    monkeypatch.setattr(auto_answers, "_carry_out", afflicted)


class Killed(BaseException):
    """Raised in place of `kill -9`: no further code runs, and the transaction is rolled back."""


def killed() -> None:
    raise Killed


def sweep_by_workers(now: Any) -> None:
    """Sweep each game in a separate process, which may die."""
    for game_id in auto_answers.overdue_games(now):
        with suppress(Killed):
            services.answer_due(game_id, now)


# --- the retry state ---


@pytest.mark.django_db
def test_a_game_that_kills_its_workers_backs_off_and_is_reported(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly, *others = three_due(owner)
    with monkeypatch.context() as affliction:
        afflict(affliction, deadly, killed)
        sweep_by_workers(LATER)
        assert answered(deadly, *others) == [0, 3, 3]
        deadly.refresh_from_db()
        # the cause could have been a restart
        assert (deadly.trying_at, deadly.tries, deadly.trouble) == (
            LATER,
            1,
            "",
        )
        # another worker may still be trying
        assert deadly.pk not in auto_answers.overdue_games(LATER + timedelta(seconds=5))
        sweep_by_workers(LATER + MINUTE)
        sweep_by_workers(LATER + 2 * MINUTE)
        deadly.refresh_from_db()
        assert "2 tries never ended" in deadly.trouble and deadly.retry_at == LATER + 4 * MINUTE
        assert Outbox.objects.filter(game=deadly, kind="trouble").get().recipient == owner
        assert deadly.pk not in auto_answers.overdue_games(LATER + 3 * MINUTE)
        sweep_by_workers(LATER + 4 * MINUTE)  # the worker dies once more
        sweep_by_workers(LATER + 5 * MINUTE)
        deadly.refresh_from_db()
        assert (deadly.trouble_count, deadly.retry_at) == (2, LATER + 9 * MINUTE)
    sweep_by_workers(LATER + 9 * MINUTE)
    deadly.refresh_from_db()
    assert answered(deadly) == [3]
    assert (deadly.trouble, deadly.trouble_count, deadly.tries, deadly.trying_at) == ("", 0, 0, None)


@pytest.mark.django_db
def test_a_worker_that_is_restarted_once_leaves_no_trace(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, *_others = three_due(owner)
    with monkeypatch.context() as affliction:
        afflict(affliction, game, killed)
        sweep_by_workers(LATER)
    sweep_by_workers(LATER + MINUTE)
    game.refresh_from_db()
    assert answered(game) == [3] and (game.trouble, game.tries) == ("", 0)
    assert not Outbox.objects.filter(kind="trouble").exists()


@pytest.mark.django_db
def test_a_partly_answered_game_is_not_marked_as_failing(owner: User) -> None:
    game, *_others = three_due(owner)
    assert services.answer_due(game.pk, LATER, limit=2) == 2
    game.refresh_from_db()
    assert (game.trying_at, game.tries) == (None, 0)
    assert services.answer_due(game.pk, LATER) == 1


@pytest.mark.django_db
def test_a_clock_put_back_does_not_leave_a_game_in_trouble_for_years(owner: User) -> None:
    game, *_others = three_due(owner)
    Game.objects.filter(pk=game.pk).update(
        retry_at=LATER + timedelta(days=3650), trouble="?", trouble_count=1
    )
    assert services.sweep(LATER) == 9


@pytest.mark.django_db
def test_a_retry_set_by_a_clock_one_hour_fast_is_cleared(owner: User) -> None:
    game, *_others = three_due(owner)
    due = NOW + timedelta(hours=24)
    for moment in (due - MINUTE, wrong := due + timedelta(hours=1)):
        outages.note_sweep(moment)
    retries.record_trouble(game.pk, RuntimeError("by a wrong clock"), wrong)
    assert services.sweep(due + MINUTE) == 9
    game.refresh_from_db()
    assert (game.trouble, game.retry_at) == ("", None)


# --- a job that hangs in one process ---


def test_a_job_that_hangs_is_stopped() -> None:
    job, begun, ended = RunningJob(), threading.Event(), []

    def hangs() -> None:
        job.begins()
        begun.set()
        try:
            while True:
                pass
        except Exception as error:
            ended.append(type(error).__name__)
        job.ends()

    thread = threading.Thread(target=hangs, daemon=True)
    thread.start()
    assert begun.wait(10)
    assert not job.stop_after(60)
    assert job.stop_after(0)
    thread.join(10)
    assert ended == ["SoftTimeLimitExceeded"] and not job.stop_after(0)


# --- on PostgreSQL ---


@contextmanager
def held_by_somebody(game: Game) -> Iterator[None]:
    """Hold the game's lock in another session."""
    taken, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock(game.pk)
            taken.set()
            let_go.wait(60)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert taken.wait(10)
        yield
    finally:
        let_go.set()
        holder.join()


@contextmanager
def waiting_at_most(milliseconds: int) -> Iterator[None]:
    """Limit the time for which this session waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = %s", [milliseconds])
    try:
        yield
    finally:
        connection.close()  # the next connection has the usual settings


class TestOnPostgreSQL:
    pytestmark = on_postgresql

    def test_a_locked_game_is_passed_over_without_waiting(self, owner: User) -> None:
        locked, *others = three_due(owner)
        with held_by_somebody(locked), waiting_at_most(1):  # a session that waits would fail
            assert services.sweep(LATER) == 6
            assert answered(locked, *others) == [0, 3, 3]
        locked.refresh_from_db()
        assert (locked.trouble, locked.tries) == ("", 0)
        assert services.sweep(LATER) == 3

    def test_a_step_whose_statement_hangs_is_stopped_and_told(
        self, owner: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hanging, *others = three_due(owner)

        def hangs() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL statement_timeout = '200ms'")
                cursor.execute("SELECT pg_sleep(60)")

        afflict(monkeypatch, hanging, hangs)
        assert services.sweep(LATER) == 6
        hanging.refresh_from_db()
        assert "statement timeout" in hanging.trouble and hanging.retry_at == LATER + 2 * MINUTE
        assert Outbox.objects.filter(game=hanging, kind="trouble").get().recipient == owner
        assert answered(hanging, *others) == [0, 3, 3]

    def test_a_transaction_left_idle_is_stopped_and_told(
        self, owner: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hanging, *others = three_due(owner)

        def computes_for_ever() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '100ms'")
            threading.Event().wait(0.5)

        afflict(monkeypatch, hanging, computes_for_ever)
        services.sweep(LATER)
        services.sweep(LATER)  # on a new connection
        hanging.refresh_from_db()
        assert "idle-in-transaction timeout" in hanging.trouble
        assert answered(hanging, *others) == [0, 3, 3]

    def test_a_lost_connection_is_no_trouble_of_the_game(
        self, owner: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, *others = three_due(owner)

        def lost() -> None:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                mine = cursor.fetchone()[0]

            def end() -> None:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_terminate_backend(%s)", [mine])
                connections.close_all()

            other = threading.Thread(target=end)
            other.start()
            other.join()

        with monkeypatch.context() as affliction:
            afflict(affliction, game, lost)
            assert services.sweep(LATER) == 6  # the others, on a new connection
        game.refresh_from_db()
        assert (game.trouble, game.trouble_count, game.tries, game.retry_at) == ("", 0, 0, None)
        assert services.sweep(LATER) == 3 and answered(game, *others) == [3, 3, 3]

    def test_who_moves_in_a_locked_game_is_told_to_try_again(self, owner: User) -> None:
        game, *_others = three_due(owner)
        with held_by_somebody(game), waiting_at_most(100), pytest.raises(Busy):
            do(game, owner, "red", HOLD, now=NOW)
        do(game, owner, "red", HOLD, now=NOW)

    def test_no_session_waits_for_ever(self) -> None:
        with connection.cursor() as cursor:
            for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                cursor.execute(f"SHOW {name}")
                assert cursor.fetchone()[0] != "0", name
