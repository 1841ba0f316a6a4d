"""Server health: what anyone may ask, what a metrics collector reads, and what cron sees."""

from collections import namedtuple
from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.error import HTTPError

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError, ProgrammingError
from django.test import Client
from django.utils import timezone

from config import alive
from config.version import VERSION
from features.health import measuring as health
from games.models import Outbox, Watch
from tests.games.cast import a_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def swept() -> None:
    cache.delete("health")
    Watch.objects.update_or_create(pk=1, defaults={"swept_at": timezone.now()})


def asked() -> tuple[int, str]:
    cache.delete("health")
    answer = Client().get("/health")
    return answer.status_code, answer.content.decode().splitlines(keepends=True)[0]


def test_a_server_that_is_well_says_so_with_its_version_and_nothing_else() -> None:
    assert asked() == (200, "ok\n")
    assert Client().get("/health").content.decode() == f"ok\nversion {VERSION}\n"
    assert Client().post("/health").status_code == 405


def test_a_program_that_asks_for_json_gets_json() -> None:
    json = {"accept": "application/json"}
    assert Client().get("/health", headers=json).json() == {"ok": True, "troubles": [], "version": VERSION}
    Watch.objects.update(swept_at=timezone.now() - timedelta(minutes=11))
    cache.delete("health")
    answer = Client().get("/health", headers=json)
    assert answer.status_code == 503
    assert answer.json() == {"ok": False, "troubles": ["no_sweep"], "version": VERSION}


def test_a_stalled_sweep_is_reported() -> None:
    Watch.objects.update(swept_at=timezone.now() - timedelta(minutes=11))
    assert asked() == (503, "trouble: no_sweep\n")
    Watch.objects.all().delete()
    assert asked() == (503, "trouble: no_sweep\n")


def test_an_answer_that_the_program_owes_has_waited(owner: User) -> None:
    game = a_game(owner, {"red": owner, "blue": owner, "green": owner})
    game.decisions.update(due_at=timezone.now() - timedelta(minutes=5))
    assert asked() == (200, "ok\n")  # the next sweep is soon
    game.decisions.update(due_at=timezone.now() - timedelta(minutes=11))
    assert asked() == (503, "trouble: overdue\n")
    type(game).objects.filter(pk=game.pk).update(trouble="boom", retry_at=None)
    found = health.measure(timezone.now())
    assert (found.overdue, found.in_trouble, found.running) == (None, 1, 1)  # its GM has been notified


def test_mail_that_is_not_taken(owner: User) -> None:
    game = a_game(owner, start=False)
    Outbox.objects.all().delete()
    now = timezone.now()
    more = {"game": game, "recipient": owner, "kind": "letter", "next_try_at": now}
    one = Outbox.objects.create(key="old", created_at=now - timedelta(minutes=61), **more)
    assert asked() == (503, "trouble: mail\n")
    Outbox.objects.filter(pk=one.pk).update(given_up_at=now)
    assert asked()[0] == 200 and health.measure(now).given_up == 1


def test_a_full_disk_and_pending_migrations_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: namedtuple("Usage", "free")(1000))
    monkeypatch.setattr(health, "_count_unapplied", lambda: 2)
    assert asked() == (503, "trouble: migrations, disk\n")


def test_tables_of_before_are_told_as_changes_to_be_applied(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The newer program needs a column that is missing: migrations are pending, and the database is
    reachable.
    """

    def lacks(*told: object) -> None:
        raise ProgrammingError('column "colour" does not exist')

    monkeypatch.setattr(health, "_query_health", lacks)
    with pytest.raises(ProgrammingError):
        health.measure(timezone.now())  # without pending migrations it counts as unreachable
    monkeypatch.setattr(health, "_count_unapplied", lambda: 2)
    assert asked() == (503, "trouble: migrations\n")
    with pytest.raises(CommandError, match="look at: migrations "):
        call_command("health")
    settings.METRICS_TOKEN = "long enough"
    cache.delete("health")
    answer = Client().get("/health/metrics", headers={"authorization": "Bearer long enough"})
    values = dict(line.split() for line in answer.content.decode().splitlines() if not line.startswith("#"))
    assert values["vexillum_migrations"] == "2" and values["vexillum_running"] == "NaN"


def test_a_database_that_cannot_be_asked(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    def gone(now: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr("features.health.management.commands.health.measure", gone)
    with pytest.raises(CommandError, match=r"look at: database \(server closed the connection\)"):
        call_command("health")
    monkeypatch.setattr("features.health.views.measure", gone)
    assert asked() == (503, "trouble: database\n")
    settings.METRICS_TOKEN = "long enough"
    answer = Client().get("/health/metrics", headers={"authorization": "Bearer long enough"})
    assert (answer.status_code, answer.content) == (503, b"vexillum_up 0\n")


def test_a_cache_out_of_reach_hides_nothing(settings: Any) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    assert Client().get("/health").content.splitlines()[0] == b"ok"
    Watch.objects.all().delete()
    assert Client().get("/health").content.splitlines()[0] == b"trouble: no_sweep"


def test_the_health_check_is_cached(django_assert_num_queries: Any) -> None:
    assert Client().get("/health").status_code == 200
    with django_assert_num_queries(0):
        assert Client().get("/health").status_code == 200


def test_numbers_are_for_whoever_has_the_token(settings: Any, owner: User) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/health/metrics", headers={"authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "long enough"
    for wrong in ("", "Bearer", "Bearer nearly", "Bearer löng enough"):
        assert Client().get("/health/metrics", headers={"authorization": wrong}).status_code == 404
    a_game(owner)
    answer = Client().get("/health/metrics", headers={"authorization": "Bearer long enough"})
    lines = answer.content.decode().splitlines()
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain")
    values = dict(line.split() for line in lines if not line.startswith("#"))
    assert values["vexillum_up"] == "1" and values["vexillum_running"] == "1"
    assert len(values) == 13 and int(values["vexillum_since_sweep_seconds"]) < 60
    assert sum(line.startswith("# HELP vexillum_") for line in lines) == 12


def test_the_health_command_fails_when_something_is_wrong(capsys: Any) -> None:
    call_command("health")
    told = capsys.readouterr().out
    assert told.startswith(f"version {VERSION}\n") and told.endswith("ok\n")
    Watch.objects.all().delete()
    with pytest.raises(CommandError, match="no_sweep"):
        call_command("health")


@pytest.mark.parametrize(
    ("code", "told", "lives"),
    [
        (503, b"trouble: no_sweep", True),
        (503, b"trouble: database", False),
        (404, b"", True),
        (500, b"", False),
    ],
    ids=str,
)
def test_a_container_lives_as_long_as_its_pages_answer(
    monkeypatch: pytest.MonkeyPatch, code: int, told: bytes, lives: bool
) -> None:
    """A container counts as alive as long as its pages answer. A 404, which means that the health feature is
    switched off, must not make it restart again and again.
    """

    def answer(*_asked: Any, **_more: Any) -> None:
        raise HTTPError(alive.HEALTH, code, "", {}, BytesIO(told))  # type: ignore[arg-type]

    monkeypatch.setattr(alive, "urlopen", answer)
    assert alive.is_alive() is lives
