"""The clock of `manage.py play`: it starts the sweeps, whatever happens to the runner or to a sweep."""

import threading
from typing import Any

import pytest
from django.contrib.auth.models import User

from config.home.runner import RunningJob, _repeat_every, _send_mail, _tick
from games.models import Entry
from games.services import messages
from games.services.clock import auto_answers
from tests.games.cast import a_game

pytestmark = pytest.mark.django_db


def tick_once(worker: threading.Thread) -> None:
    stop = threading.Event()
    stop.set()
    _tick(stop, 1, worker, RunningJob())


def test_when_the_runner_has_died_the_clock_answers_what_is_due(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": owner}, hours_per_decision=1)  # in the past
    tick_once(threading.Thread())  # a thread that was never started is not alive
    assert game.entries.filter(reason=Entry.Reason.DEFAULT).exists()


def test_an_error_in_a_sweep_does_not_stop_the_clock(monkeypatch: Any) -> None:
    def broken(now: Any) -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(auto_answers, "sweep", broken)
    tick_once(threading.Thread())


def test_mail_is_sent_in_its_own_thread_and_no_error_stops_it(owner: User, monkeypatch: Any) -> None:
    tried: list[int] = []

    def broken(now: Any) -> None:
        tried.append(threading.get_ident())
        if len(tried) == 2:
            stop.set()
        raise RuntimeError("no database")

    stop = threading.Event()
    monkeypatch.setattr(messages, "send", broken)
    _repeat_every(stop, 0.01, "mail", _send_mail, stop.wait)
    assert len(tried) == 2
