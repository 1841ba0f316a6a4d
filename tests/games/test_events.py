"""The events of the core: their subscribers, the order and the transaction in which subscribers are called,
and the cost of an idle sweep.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.leaving import leave_everything
from games import events, services
from games.events import Ended, Event, Exported, FirstGameBegun, Left, SeatChanged, Stepped, Sweeping, Swept
from games.models import Entry, Game
from games.services.clock import auto_answers
from games.services.proof.audit import export_game, verify_export
from tests.games.cast import HOLD, NOW, a_game, a_user, do
from tests.web.cast import person, running

pytestmark = pytest.mark.django_db
EVENTS = (Stepped, Ended, FirstGameBegun, SeatChanged, Sweeping, Swept, Exported, Left)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Event]]:
    """Listen to every event after all other listeners. Yield the list of events, which grows as
    they happen.
    """
    found: list[Event] = []
    monkeypatch.setattr(events, "_subscriptions", {k: [*v] for k, v in events._subscriptions.items()})
    for event in EVENTS:
        events.subscribe(event, found.append)
    yield found


def test_a_step_is_heard_once_with_the_game_before_and_after(
    heard: list[Event], owner: Any, rival: Any
) -> None:
    game = a_game(a_user("gm"), {"red": owner, "blue": rival, "green": "bot"})
    heard.clear()
    do(game, owner, "red", HOLD)
    (step,) = heard
    assert isinstance(step, Stepped)
    assert (step.before.seq + 1, step.after.seq) == (step.entry.seq, step.entry.seq) and step.entry.pk


def test_a_step_is_undone_with_what_its_subscriber_could_not_do(
    heard: list[Event], owner: Any, rival: Any
) -> None:
    game = a_game(a_user("gm"), {"red": owner, "blue": rival, "green": "bot"})
    before = Entry.objects.count()

    def fail(step: Stepped) -> None:
        raise ValueError("broken")

    events.subscribe(Stepped, fail)
    with pytest.raises(ValueError, match="broken"):
        do(game, owner, "red", HOLD)
    assert Entry.objects.count() == before and Game.objects.get(pk=game.pk).seq == game.seq


def test_seats_and_ends_are_heard(heard: list[Event]) -> None:
    game = running()
    assert [one.seat.key for one in heard if isinstance(one, SeatChanged)] == ["red", "blue", "green"]
    heard.clear()
    services.abandon(game.pk, person("gm"), now=NOW)
    (end,) = [one for one in heard if isinstance(one, Ended)]
    assert end.is_abandoned and end.game.pk == game.pk


def test_a_person_leaves_after_their_seats_and_games(heard: list[Event]) -> None:
    running()
    heard.clear()
    leave_everything(person("owner"), NOW)
    assert [type(one) for one in heard] == [SeatChanged, Left]


def test_a_file_holds_what_features_add_and_is_read_again(heard: list[Event]) -> None:
    game = running()
    assert "features" not in export_game(game, NOW)
    events.subscribe(Exported, lambda event: event.features.update(example=[1]))
    data = export_game(game, NOW)
    assert data["features"] == {"example": [1]} and verify_export(data).ok


def test_a_subscriber_of_the_sweep_has_its_own_interval_and_holds_up_nobody(heard: list[Event]) -> None:
    called: list[str] = []

    def fail(swept: Swept) -> None:
        called.append("fails")
        raise ValueError("broken")

    events.subscribe(Swept, fail, every=timedelta(minutes=10))
    events.subscribe(Swept, lambda swept: called.append("next"))
    for minutes in (0, 9, 10, 11, 5):
        auto_answers.sweep(NOW + timedelta(minutes=minutes))
    assert called == ["fails", "next", "next", "fails", "next", "next", "fails", "next"]  # at last set back


def queries_of_a_sweep(after: timedelta) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        auto_answers.sweep(NOW + after)
    return [query["sql"] for query in asked.captured_queries if "SAVEPOINT" not in query["sql"]]


def test_an_idle_sweep_asks_little() -> None:
    """A sweep runs every 15 seconds and sends at most two queries. Once a minute it also looks for lent
    seats, battles between bots, outages, clocks set back and reminders.
    """
    running()
    auto_answers.sweep(NOW)
    for seconds in (15, 30, 45):
        told = queries_of_a_sweep(timedelta(seconds=seconds))
        assert len(told) <= 2, told
    told = queries_of_a_sweep(timedelta(seconds=60))
    assert len(told) <= 8, told


def test_a_sweep_looks_for_what_is_due_after_its_first_subscribers(heard: list[Event]) -> None:
    running()
    heard.clear()
    auto_answers.sweep(NOW + timedelta(days=1))
    assert [type(one) for one in heard if isinstance(one, Sweeping | Swept)] == [Sweeping, Swept]


def test_nobody_hears_an_event_twice() -> None:
    for event in EVENTS:
        found = events.handlers(event)
        assert len(found) == len({id(one) for one in found})
