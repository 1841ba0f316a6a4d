"""Months of play in seconds. No event, in any order, causes a turn to be lost, counted twice or stuck."""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from features.desk import substitutes
from features.hooks import services as hooks
from features.push import services as push
from games import services
from games.models import Call, Entry, Game, Outbox, Pace, PendingDecision, Seat, Topic
from games.prepared_sql import Update
from games.services import messages, steps
from games.services.clock import auto_answers, outages, rhythm
from games.services.notices import wishes
from tests.simulation import faults, wire
from tests.simulation.invariants import violations
from tests.simulation.lived import LENGTH, around, played
from tests.simulation.world import DAY, HOUR, World, run

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = int(os.environ.get("VEXILLUM_SIMULATION_SEED", "1"))
MANY = int(os.environ.get("VEXILLUM_SIMULATIONS", "20"))
STEPS = int(os.environ.get("VEXILLUM_SIMULATION_STEPS", str(LENGTH)))


@pytest.fixture(autouse=True)
def broker_and_post(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    settings.EMAIL_BACKEND = "tests.simulation.faults.Backend"
    with around(monkeypatch):
        yield


@pytest.mark.parametrize("seed", range(FIRST, FIRST + MANY))
def test_no_order_of_events_breaks_an_invariant(seed: int) -> None:
    world = played(seed, STEPS)
    assert violations(world) == []


# --- each broken invariant is noticed ---


def lived(steps: int = 0) -> World:
    world = World("planted", ("fords", "campaign"))
    world.perilous = False
    for _ in range(steps):
        world.step()
    return world


def found(world: World, words: str) -> bool:
    return any(words in what for what in violations(world))


def test_a_simulation_without_dangers_has_no_violations() -> None:
    world = lived()
    world.settle()
    assert violations(world) == []


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
    monkeypatch.setattr(auto_answers, "overdue_games", lambda now, most=None: [])
    world.settle()
    assert found(world, "something is overdue")


def test_a_default_after_an_outage_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "compensate", lambda game, now: None)
    world.sweep()
    since, world.real = world.real, world.real + 90 * HOUR
    world.outages.append((since, world.real, set()))
    world.sweep()
    assert found(world, "after an outage")


def test_a_default_before_the_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "note_sweep", lambda now: None)  # believe the clock even when it jumps
    world.skew = 3 * DAY
    world.sweep()
    assert found(world, "by default after")


def test_a_deadline_in_a_far_future_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(outages, "_is_from_future", lambda row, now: False)
    world.skew = 400 * DAY
    world.sweep()
    world.skew = timedelta(0)
    world.sweep()
    assert found(world, "far future")


def test_mail_that_leaves_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(messages, "_claim", lambda pk, now: True)
    faults.POST.meanwhile = lambda: bool(messages.send(world.now + DAY))  # a second sender at the same moment
    messages.send(world.now + DAY)
    assert found(world, "left 2 times")


def test_mail_that_is_never_sent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr(messages, "STALLED", timedelta(days=9999))
    monkeypatch.setattr(messages, "_CLAIM", Update(messages._claim_message, int, datetime))  # built again
    Outbox.objects.update(claimed_at=world.now)  # claimed by a sender that died
    world.settle()
    assert found(world, "never sent")


def test_a_repeated_request_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    world.act()
    monkeypatch.setattr(steps, "find_earlier_entry", lambda game, key, body: None)
    world.send(world.sent[0])
    assert found(world, "a repeated request was refused")


def test_a_request_that_is_carried_out_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World("planted", ("dba",))
    world.perilous = False
    submit = steps.submit

    def forgetful(*args: Any, **request: Any) -> Any:
        done = submit(*args, **request)
        return steps.StepResult(done.entry, done.game, repeated=False)

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


def test_simulated_crashes_and_outages_really_occur() -> None:
    """In a simulation with dangers, processes are killed, outages occur and some mail fails. Without these,
    the other simulations would prove nothing.
    """
    world = run("dangers", 80, ("campaign", "bots"))
    reasons = set(Entry.objects.values_list("reason", flat=True))
    assert world.kills >= 3 and world.outages, vars(world)
    assert {"player", "bot", "default"} <= reasons and any(faults.POST.excused.values())


# --- later features: hooks, devices, preferences, lent seats, rhythms, covert decisions, pages ---


HOOK = "https://hooks.example/1"


def with_a_hook(url: str = HOOK) -> World:
    """Create a world whose game master has a hook for the first game, with news waiting."""
    world = lived()
    game = Game.objects.order_by("name").last()
    assert game is not None
    hooks.make(world.gm, url, str(game.pk), world.now)
    world.attempt(lambda: services.pause(game.pk, world.gm, now=world.now))
    world.attempt(lambda: services.resume(game.pk, world.gm, now=world.now))
    return world


def test_a_hook_that_is_told_twice_is_found() -> None:
    world = with_a_hook()

    def unclaimed() -> None:
        Call.objects.update(claimed_at=None)
        hooks.send(world.now)

    wire.WIRE.meanwhile = unclaimed
    hooks.send(world.now)
    assert found(world, "hook was told")


def test_a_hook_that_is_never_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = with_a_hook()
    monkeypatch.setattr(hooks, "_record_failure", lambda call, trouble, now: call.delete())
    wire.WIRE.next = ["silent", "silent"]
    hooks.send(world.now)
    assert found(world, "was never told")


def test_a_hook_that_still_waits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = with_a_hook()
    monkeypatch.setattr(hooks, "send", lambda now: 0)
    world.settle()
    assert found(world, "still waits to be told")


def test_a_device_that_sleeps_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    push.add(world.people[0], "https://push.example/1", world.now)
    message = Outbox(game=Game.objects.first(), recipient=world.people[0], kind=Outbox.Kind.NUDGE)
    push.wake(message, world.now)
    monkeypatch.setattr(push, "send", lambda now: 0)
    world.settle()
    assert found(world, "never woken")


def test_mail_that_nobody_wants_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    for one in world.people:
        wishes.write_wishes(one, dict.fromkeys(Topic, Pace.NEVER), now=world.now)
    monkeypatch.setattr(messages, "wishes_of", lambda users: {user: wishes.Wishes() for user in users})
    messages.send(world.now + DAY)
    assert found(world, "never wants")


def test_mail_that_counts_as_sent_and_never_left_is_found() -> None:
    world = lived()
    Outbox.objects.filter(sent_at=None).update(sent_at=world.now)
    assert found(world, "has not left")


def test_a_seat_that_does_not_come_home_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    lent(world)
    monkeypatch.setattr(substitutes, "return_due_seats", lambda now: 0)
    world.settle()
    assert found(world, "did not come back")


def test_a_seat_that_comes_home_to_somebody_else_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    lent(world)

    def to_nobody(game: Game, seat: Seat, now: Any, actor: Any) -> None:
        Seat.objects.filter(pk=seat.pk).update(lender=None, back_at=None, user=None)

    monkeypatch.setattr(substitutes, "return_seat", to_nobody)
    world.settle()
    assert found(world, "to its player")


def lent(world: World) -> None:
    seat = Seat.objects.filter(user__isnull=False).select_related("game").first()
    assert seat is not None
    until = world.now.date()
    world.attempt(lambda: substitutes.lend(seat.game_id, world.gm, seat.key, until=until, now=world.now))


def test_a_deadline_on_a_day_that_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rhythm.Rhythm, "open_on", lambda self, day: True)
    world = lived()
    tomorrow = [(world.now + n * DAY).date().isoformat() for n in (0, 9)]
    for game in Game.objects.all():
        written = {"zone": "Europe/Rome", "closed": [tomorrow]}
        services.set_pace(game.pk, world.gm, hours=24, written=written, now=world.now)
    world.settle()
    assert found(world, "a day that is left out")


def test_a_covert_question_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    Outbox.objects.update(payload={"decision": PendingDecision.objects.values_list("pk").first()[0]})
    PendingDecision.objects.update(covert=True)
    assert found(world, "is covert")


def test_a_page_that_breaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    monkeypatch.setattr("games.services.notices.wishes.games_of", lambda user: 1 / 0)
    world.attempt(lambda: world.life.fetch(world.gm, reverse("wishes")))
    assert found(world, "answers 500")
