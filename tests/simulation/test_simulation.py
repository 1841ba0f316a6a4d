"""Months in seconds: whatever happens, and in whatever order, no turn is lost, doubled or stuck."""

import logging
import os
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction

from games import tasks
from games.models import Entry, Outbox
from games.services import messages, steps
from games.services.clock import automatic, outages
from tests.simulation import faults
from tests.simulation.invariants import violations
from tests.simulation.world import DAY, HOUR, World, run

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = int(os.environ.get("VEXILLUM_SIMULATION_SEED", "1"))
MANY = int(os.environ.get("VEXILLUM_SIMULATIONS", "20"))
LENGTH = int(os.environ.get("VEXILLUM_SIMULATION_STEPS", "25"))
SYSTEMS = {0: ("fords", "campaign", "bots"), 1: ("fords", "campaign", "dba"), 2: ("campaign", "justinian")}


@pytest.fixture(autouse=True)
def broker_and_post(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """Jobs go to the world that is under way, mail to its post."""
    settings.EMAIL_BACKEND = "tests.simulation.faults.Backend"
    worlds: list[World] = []
    begun = World.__init__

    def begin(self: World, *args: Any) -> None:
        worlds.append(self)
        begun(self, *args)

    monkeypatch.setattr(World, "__init__", begin)
    monkeypatch.setattr(tasks.answer_due_of, "delay", lambda name: worlds[-1].ask(name))
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FIRST, FIRST + MANY))
def test_months(seed: int) -> None:
    world = run(seed, LENGTH, SYSTEMS[seed % 3])
    assert violations(world) == []


# --- each invariant is found to be broken when it is ---


def lived(steps: int = 0) -> World:
    world = World("planted", ("fords", "campaign"))
    world.perilous = False
    for _ in range(steps):
        world.step()
    return world


def found(world: World, words: str) -> bool:
    return any(words in what for what in violations(world))


@pytest.mark.slow
def test_a_peaceful_world_has_nothing_to_complain_of() -> None:
    world = lived()
    world.settle()
    assert violations(world) == []


@pytest.mark.slow
def test_a_gap_in_the_log_is_found() -> None:
    world = lived()
    world.settle()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_entry WHERE seq = 2")
    assert found(world, "a gap in the log")


def test_a_die_that_was_changed_is_found() -> None:
    world = lived()
    with connection.cursor() as cursor:
        cursor.execute("""UPDATE games_entry SET rolls = REPLACE(rolls, '"faces": [', '"faces": [1')""")
        cursor.execute("UPDATE games_entry SET events = '[]' WHERE seq = 0")
    assert found(world, "does not verify")


def test_a_sweep_that_overlooks_games_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(automatic, "overdue_games", lambda now, most=None: [])
    world.settle()
    assert found(world, "something is overdue")


def test_a_default_after_an_outage_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "make_up", lambda game, now: None)
    world.sweep()
    since, world.real = world.real, world.real + 90 * HOUR
    world.outages.append((since, world.real, set()))
    world.sweep()
    assert found(world, "after an outage")


def test_a_default_before_the_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "note_sweep", lambda now: None)  # a clock that jumps is believed
    world.skew = 3 * DAY
    world.sweep()
    assert found(world, "by default after")


def test_a_deadline_in_a_far_future_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "_put_back", lambda row, now: False)
    world.skew = 400 * DAY
    world.sweep()
    world.skew = timedelta(0)
    world.sweep()
    assert found(world, "far future")


def test_mail_that_leaves_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(messages, "_claim", lambda pk, now: True)
    faults.POST.meanwhile = lambda: bool(messages.send(world.now + DAY))  # two senders at the same moment
    messages.send(world.now + DAY)
    assert found(world, "left 2 times")


def test_mail_that_is_never_sent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(messages, "STALLED", timedelta(days=9999))
    Outbox.objects.update(claimed_at=world.now)  # by a sender that died
    world.settle()
    assert found(world, "never sent")


def test_a_repeated_request_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    world.act()
    monkeypatch.setattr(steps, "earlier", lambda game, key, body: None)
    world.send(world.sent[0])
    assert found(world, "a repeated request was refused")


def test_a_request_that_is_carried_out_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World("planted", ("dba",))
    world.perilous = False
    submit = steps.submit

    def forgetful(*args: Any, **request: Any) -> Any:
        done = submit(*args, **request)
        return steps.Submitted(done.entry, done.game, repeated=False)

    monkeypatch.setattr("games.services.submit", forgetful)
    world.act()
    world.send(world.sent[0])
    assert found(world, "carried out twice")


def test_a_step_that_is_stored_in_halves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    halves = SimpleNamespace(atomic=nullcontext, on_commit=transaction.on_commit)
    monkeypatch.setattr(steps, "transaction", halves)
    for written in range(8):
        world.reaper.aim(writes=written)
        world.attempt(world.act)
    assert violations(world)


@pytest.mark.slow
def test_what_kills_and_refuses_really_happens() -> None:
    """A simulation in which nothing goes wrong proves nothing."""
    world = run("a danger", 80, ("campaign", "bots"))
    reasons = set(Entry.objects.values_list("reason", flat=True))
    assert world.kills >= 3 and world.outages, vars(world)
    assert {"player", "bot", "default"} <= reasons and any(faults.POST.excused.values())
