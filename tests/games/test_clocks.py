"""Machines whose clocks differ: the database's clock counts, so nobody gains or loses time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.messages import ERROR
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import DateTimeField
from django.test import Client
from django.utils import timezone

from accounts import clocks
from games import services, tasks
from games.models import Game, Invitation, Outage, PendingDecision, Watch
from tests.found import some
from tests.games.cast import HOLD, a_game, do

pytestmark = pytest.mark.django_db

BEHIND, AHEAD = timedelta(seconds=-605), timedelta(seconds=605)


def right() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[timedelta], None]]:
    """Yield a function that makes the test continue on a machine whose clock is off by the given time. On
    SQLite a correct database clock is simulated.
    """
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
def test_a_web_server_with_a_wrong_clock_records_no_outage(
    machine: Any, game: Game, owner: User, off: timedelta
) -> None:
    tasks.sweep_deadlines()
    before = deadlines(game)
    machine(off)
    services.answer_due(game.pk, timezone.now())  # as after an agreement to let bots fight it
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


# --- pages: web processes record times by the database's clock ---

PASSWORD = {"password": "long enough 7"}
BY_DJANGO = {  # Django uses the machine's clock for these; no deadline depends on them
    ("auth.user", "date_joined"),
    ("auth.user", "last_login"),
    ("sessions.session", "expire_date"),
}


def moments() -> dict[tuple[str, str], list[timedelta]]:
    """Return all times in the database, relative to now."""
    found: dict[tuple[str, str], list[timedelta]] = {}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, DateTimeField):
                values = model._base_manager.exclude(**{field.name: None}).values_list(field.name, flat=True)
                found[model._meta.label_lower, field.name] = [
                    value - right() for value in values.order_by("pk")
                ]
    return {key: values for key, values in found.items() if values and key not in BY_DJANGO}


def sends(client: Client, address: str, **form: Any) -> None:
    """Post a form of a page and assert that it is accepted."""
    answer = client.post(address, form, follow=True)
    refused = [str(one) for one in answer.context["messages"] if one.level >= ERROR]
    assert answer.redirect_chain and not refused, (address, form, answer.status_code, refused)


def walk() -> None:
    """Use every page that sets a time: for games, answers, deadlines, links, keys and letters."""
    gm, player = Client(), Client()
    for client, name in ((gm, "leads"), (player, "plays")):
        client.force_login(User.objects.create_user(name, f"{name}@example.org", "long enough 7"))
    form = {"name": "Fords", "scenario": "even", "f-rounds": "6", "hours": "24", "key": "1"}
    sends(gm, "/games/new/fords/", dice="virtual", **form)
    game = Game.objects.get()
    home = f"/games/{game.pk}"
    sends(gm, f"{home}/seats", do="invite", seat="blue")
    sends(player, f"/join/{Invitation.objects.get().token}/")
    for seat in ("red", "green"):
        sends(gm, f"{home}/seats", do="bot", seat=seat)
    sends(gm, f"{home}/seats", do="start")
    for form in (
        {"do": "extend", "hours": "24"},
        {"do": "more_time", "seat": "blue"},
        {"do": "pause"},
        {"do": "extend", "hours": "12"},
        {"do": "resume"},
        {"do": "nudge", "seat": "blue"},
    ):
        sends(gm, f"{home}/desk/", **form)
    sends(player, f"{home}/letters/", seat="blue", to="", text="Greetings", key="1")
    game.refresh_from_db()
    sends(player, f"{home}/act", seq=game.seq, key="hold-1", seat="blue", kind="hold")
    player.post("/account/keys/", {"name": "mine", "scopes": ["read"], "days": "30"} | PASSWORD)
    sends(player, "/account/reset/", email="plays@example.org")


def pages_differ(machine: Callable[[timedelta], None], off: timedelta) -> None:
    found = []
    for one in (timedelta(0), off):
        machine(one)
        with transaction.atomic():
            walk()
            found.append(moments())
            transaction.set_rollback(True)
    usual, wrong = found
    assert {"games.pendingdecision", "games.invitation", "games.outbox", "accounts.key"} <= {
        t for t, _f in usual
    }
    assert usual.keys() == wrong.keys()
    for key, values in some(usual.items()):
        for before, after in zip(values, wrong[key], strict=True):
            assert abs(after - before) < timedelta(seconds=90), key


@pytest.mark.parametrize("off", [BEHIND, AHEAD])
def test_what_pages_write_is_by_the_databases_clock(machine: Any, off: timedelta) -> None:
    pages_differ(machine, off)


@pytest.mark.postgres
def test_what_pages_write_is_by_the_databases_clock_on_postgresql(machine: Any) -> None:
    assert connection.vendor == "postgresql"
    pages_differ(machine, BEHIND)


def test_a_link_that_has_expired_opens_nothing_however_far_behind_the_web_process_is(
    machine: Any, owner: User, rival: User
) -> None:
    game = a_game(owner, {"red": owner, "blue": ""}, start=False)
    link = services.invite(game.pk, owner, seat="blue", now=right())
    Invitation.objects.filter(pk=link.pk).update(expires_at=right() - timedelta(minutes=5))
    client = Client()
    client.force_login(rival)
    machine(BEHIND)
    client.post(f"/join/{link.token}/")
    assert game.seats.get(key="blue").user is None
    Invitation.objects.filter(pk=link.pk).update(expires_at=right() + timedelta(minutes=5))
    machine(AHEAD)
    client.post(f"/join/{link.token}/")
    assert game.seats.get(key="blue").user == rival


def test_the_clock_difference_is_measured_again_after_a_clock_change(machine: Any, monkeypatch: Any) -> None:
    asked = list[datetime]()

    def database() -> datetime:
        asked.append(right())
        return right()

    monkeypatch.setattr(clocks, "_database_clock", database)
    machine(BEHIND)
    for _ in range(5):
        assert abs(clocks.now() - right()) < timedelta(seconds=5)
    assert len(asked) == 1
    monkeypatch.setattr(timezone, "now", lambda: right() + AHEAD)  # the clock is set while the process runs
    assert abs(clocks.now() - right()) < timedelta(seconds=5) and len(asked) == 2


def test_no_program_of_ours_asks_the_clock_of_its_own_machine() -> None:
    allowed = {
        "accounts/clocks.py",  # asks the database
        "features/trials/management/commands/playthrough.py",  # works without a database
    }
    rooms = ("accounts", "armies", "battles", "campaigns", "features", "games", "leagues")
    files = [path for room in rooms for path in (settings.BASE_DIR / room).rglob("*.py")]
    asking = {
        str(path.relative_to(settings.BASE_DIR))
        for path in some(files)
        if re.search(r"timezone\.now\b|datetime\.now\b|\butcnow\b|date\.today\b", path.read_text())
    }
    assert asking == allowed


def test_health_says_that_a_clock_is_wrong(machine: Any, caplog: Any) -> None:
    tasks.sweep_deadlines()
    machine(BEHIND)
    cache.delete("health")
    assert Client().get("/health").content.splitlines()[0] == b"trouble: clock"
    assert "wrong by -605 s" in caplog.text
    machine(timedelta(0))
    cache.delete("health")
    assert Client().get("/health").content.splitlines()[0] == b"ok"
