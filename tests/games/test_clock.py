"""The clock of `manage.py play`: it asks for the sweeps, whatever happens to the runner or to a sweep."""

import threading
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import tasks
from games.models import Entry
from games.runner import JobUnderWay, _tick
from tests.games.cast import a_game

pytestmark = pytest.mark.django_db


def tick_once(worker: threading.Thread) -> None:
    stop = threading.Event()
    stop.set()
    _tick(stop, 1, worker, JobUnderWay())


def test_when_the_runner_has_died_the_clock_answers_what_is_due(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": owner}, hours_per_decision=1)  # in the past
    tick_once(threading.Thread())  # never started: not alive
    assert game.entries.filter(reason=Entry.Reason.DEFAULT).exists()


def test_an_error_in_a_sweep_stops_neither_the_clock_nor_the_other_job(monkeypatch: Any) -> None:
    sent: list[bool] = []

    def broken(**_: Any) -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(tasks.sweep_deadlines, "apply", broken)
    monkeypatch.setattr(tasks.send_outbox, "apply", lambda **_: sent.append(True))
    tick_once(threading.Thread())
    assert sent == [True]
