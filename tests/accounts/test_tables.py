"""Moving the tables of people from the app ``games`` to ``accounts`` keeps every row."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import AccountMail, Counter, Name, Profile
from tests.steps import go_back, one_by_one

pytestmark = pytest.mark.django_db(transaction=True)
WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def apps_before() -> Iterator[Any]:
    """Migrate the database back to the version before the tables were moved, and yield the models of that
    version. Afterwards migrate it forward again.
    """
    before = go_back("games", "0021_rewind_request_cause")
    try:
        yield before
    finally:
        call_command("migrate", verbosity=0)


def test_rows_written_before_the_move_are_found_after_it(apps_before: Any) -> None:
    user = apps_before.get_model("auth", "User").objects.create(username="anna")
    old = {name: apps_before.get_model("games", name) for name in ("Profile", "Counter", "AccountMail")}
    away = date(2026, 4, 1)
    old["Profile"].objects.create(user_id=user.pk, language="it", night_from=22, night_to=6, away_until=away)
    old["Counter"].objects.create(key="login-as:1", count=7, until=WHEN)
    old["AccountMail"].objects.create(
        kind="confirm", address="a@b.example", user_id=user.pk, created_at=WHEN, next_try_at=WHEN
    )
    call_command("migrate", verbosity=0)
    user = get_user_model().objects.get(pk=user.pk)
    profile = Profile.of(user)
    assert (profile.language, profile.night_from, profile.away_until) == ("it", 22, away)
    assert Name.objects.get(user=user).twin is False
    assert Counter.objects.get(key="login-as:1").count == 7
    mail = AccountMail.objects.get(user=user)
    again = AccountMail.objects.create(kind="reset", address="c@d.example", created_at=WHEN, next_try_at=WHEN)
    assert mail.address == "a@b.example" and again.pk > mail.pk
    assert ContentType.objects.get_for_model(Profile).app_label == "accounts"


def test_the_move_asks_nothing_of_the_database(apps_before: Any) -> None:
    """The migrations that move the people to another app run no SQL. However many people there are, no table
    is copied, renamed or locked.
    """
    with one_by_one():
        executor = MigrationExecutor(connection)
    plan = executor.migration_plan([("accounts", "0001_initial")])
    assert [str(one) for one, _back in plan] == ["games.0022_people_move_out", "accounts.0001_initial"]
    sql = executor.loader.collect_sql(plan)
    assert sql and not [line for line in sql if not line.startswith(("--", "BEGIN", "COMMIT"))]
