"""Prepared queries return the same objects as Django's own queries. With an unknown version of Django, its
own queries are used.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import django
import pytest
from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.signals import post_init
from django.db.transaction import TransactionManagementError

from games import prepared_sql, services
from games.models import Entry, Game, Outage, Snapshot
from games.prepared_sql import queries, shapes
from games.services import entries, tables
from games.services.proof import seeds
from tests.games.cast import a_game, a_user


def test_the_installed_django_version_is_supported() -> None:
    """The installed Django is a version whose internals we know. Other versions work too, but each step takes
    longer: check games/prepared, then add the version there.
    """
    assert django.VERSION[:2] == shapes.KNOWN == (5, 2)


@pytest.mark.django_db
def test_another_django_gives_the_same_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game(a_user("owner"))
    asked = [(tables._NEWEST_SNAPSHOT, ("", "")), (seeds._SECRET, ()), (entries._CLAIMED, ())]
    known = [query.one(game.pk, *more) for query, more in asked]
    monkeypatch.setattr(shapes, "VERSION", (6, 1, 0, "final", 0))
    monkeypatch.setattr(prepared_sql.PreparedQuery, "_write", None)  # must not touch Django's internals
    for (query, more), before in zip(asked, known, strict=True):
        after = query.one(game.pk, *more)
        assert after == before and after is not None
        assert after.get_deferred_fields() == before.get_deferred_fields()
    with pytest.raises(Snapshot.DoesNotExist):
        Snapshot.objects.get(game=game, seq=99)
    assert services.table(game).head is not None


NOON = datetime(2026, 3, 29, 12, 30, 15, 123_456, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture(params=["written once", "another Django"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "another Django":
        monkeypatch.setattr(shapes, "VERSION", (6, 1, 0, "final", 0))


def outages_of(*hours: int) -> list[int]:
    rows = [Outage.objects.create(began=NOON + n * HOUR, ended=NOON + (n + 1) * HOUR) for n in hours]
    return [row.pk for row in rows]


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_prepared_queries_allow_offsets_to_time_parameters() -> None:
    def build(now: datetime, then: datetime) -> object:
        near = Q(ended__gt=now - 3 * HOUR, began__lt=then + 2 * HOUR)
        return Outage.objects.filter(near).order_by("began")

    query = prepared_sql.PreparedQuery(build, datetime, datetime)
    outages_of(*range(-10, 10))
    for now, then in [(NOON, NOON), (NOON - 5 * HOUR, NOON), (NOON, NOON - 4 * HOUR), (NOON + HOUR, NOON)]:
        assert query(now, then) == list(build(now, then))
    assert len(query(NOON, NOON)) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_a_column_is_what_django_gives_for_it() -> None:
    moments = prepared_sql.Values(
        lambda now: (
            Outage.objects.filter(ended__gt=now).order_by("-ended").values_list("began", flat=True)[:2]
        ),
        datetime,
    )
    outages_of(0, 1, 2, 3)
    assert moments(NOON) == [NOON + 3 * HOUR, NOON + 2 * HOUR]
    assert moments(NOON + 3 * HOUR) == [NOON + 3 * HOUR]
    assert moments(NOON + 9 * HOUR) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_an_update_changes_the_rows_that_are_meant_and_says_how_many() -> None:
    def build(now: datetime, pk: int) -> tuple[object, dict[str, object]]:
        rows = Outage.objects.filter(Q(ended__lt=now) | Q(ended__gt=now + 2 * HOUR), pk=pk)
        return rows, {"began": now - HOUR, "ended": F("ended")}

    put_back = prepared_sql.Update(build, datetime, int)
    first, second, third = outages_of(-9, 0, 9)
    assert [put_back(NOON, pk) for pk in (first, second, third, third + 1)] == [1, 0, 1, 0]
    began = dict(Outage.objects.values_list("pk", "began"))
    assert began == {first: NOON - HOUR, second: NOON, third: NOON - HOUR}


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 13, 40])
def test_a_query_for_several_keys_finds_them_all(count: int) -> None:
    query = prepared_sql.OfSeveral(lambda pks: Outage.objects.filter(pk__in=pks), int)
    pks = outages_of(*range(41))
    assert {row.pk for row in query(set(pks[:count]))} == set(pks[:count])
    assert {row.pk for row in query(set(pks[1 : count + 1]))} == set(pks[1 : count + 1])


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_a_written_update_goes_with_others() -> None:
    delay = prepared_sql.Update(
        lambda pk, now: (Outage.objects.filter(pk=pk), {"ended": now + HOUR}), int, datetime
    )
    first, second = outages_of(0, 1)
    assert prepared_sql.run_batch(delay.question(first, NOON), delay.question(second + 1, NOON)) == [1, 0]
    assert Outage.objects.get(pk=first).ended == NOON + HOUR


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("where", [pytest.param("postgresql", marks=pytest.mark.postgres), "sqlite"])
def test_a_number_is_asked_for_that_is_no_key(where: str) -> None:
    """A query accepts a number that is no key, such as an entry's number, although PostgreSQL's driver
    distinguishes several sizes of integers.
    """
    assert connection.vendor == where
    game = a_game(a_user("owner"))
    query = prepared_sql.PreparedQuery(lambda pk, seq: Entry.objects.filter(game=pk, seq__lte=seq), UUID, int)
    assert [len(query(game.pk, seq)) for seq in (-1, 0, 10)] == [0, 1, 1]
    behind = prepared_sql.Update(lambda seq, new: (Game.objects.filter(seq__lt=seq), {"step": new}), int, int)
    assert [behind(0, 7), behind(1, 8)] == [0, 1] and Game.objects.get(pk=game.pk).step == 8


@pytest.mark.django_db
def test_a_prepared_query_refuses_an_unused_parameter() -> None:
    query = prepared_sql.PreparedQuery(lambda pk, name: Game.objects.filter(pk=pk), UUID, str)
    with pytest.raises(LookupError, match="1"):
        query(a_game(a_user("owner")).pk, "Tuesday")


@pytest.mark.django_db
def test_an_object_is_made_as_django_makes_it() -> None:
    game = a_game(a_user("owner"))
    query = prepared_sql.PreparedQuery(lambda pk: Game.objects.filter(pk=pk).defer("scenario"), UUID)
    [known], told = query(game.pk), Game.objects.defer("scenario").get(pk=game.pk)
    assert known == told and known._state.db == told._state.db == "default" and not known._state.adding
    assert known.get_deferred_fields() == told.get_deferred_fields() == {"scenario"}
    assert {k: v for k, v in known.__dict__.items() if k != "_state"} == {
        k: v for k, v in told.__dict__.items() if k != "_state"
    }
    assert known.scenario == told.scenario and known.gm == told.gm
    known.name = "Another"
    known.save(update_fields=["name"])
    assert Game.objects.get(pk=game.pk).name == "Another"


@pytest.mark.django_db
def test_models_with_signal_listeners_are_built_by_django() -> None:
    def listener(**_: object) -> None: ...

    assert queries._is_plain(Outage)
    post_init.connect(listener, sender=Outage)
    try:
        assert not queries._is_plain(Outage)
    finally:
        post_init.disconnect(listener, sender=Outage)


# --- writes that wait for the next round trip (PostgreSQL; at once on other databases) ---


def later(pk: int, hours: int) -> prepared_sql.Question:
    delay = prepared_sql.Update(
        lambda pk, ended: (Outage.objects.filter(pk=pk), {"ended": ended}), int, datetime
    )
    return delay.question(pk, NOON + hours * HOUR)


def ends() -> list[int]:
    return [round((row.ended - NOON) / HOUR) for row in Outage.objects.order_by("pk")]


@pytest.mark.postgres
@pytest.mark.django_db
def test_what_is_written_later_goes_with_the_next_trip(django_assert_num_queries: Any) -> None:
    first, second = outages_of(0, 1)
    with transaction.atomic():
        with django_assert_num_queries(1), prepared_sql.gathered_writes():
            prepared_sql.queue_writes(later(first, 10))
            prepared_sql.queue_writes(later(second, 20))
            assert prepared_sql.run_batch(later(first, 11), later(second + 1, 0)) == [1, 0]
        assert ends() == [11, 20]
        with django_assert_num_queries(1), prepared_sql.gathered_writes():
            prepared_sql.queue_writes(later(first, 12))
        with django_assert_num_queries(0), prepared_sql.gathered_writes():
            prepared_sql.queue_writes()
    assert ends() == [12, 20]
    with django_assert_num_queries(1):
        prepared_sql.queue_writes(later(first, 13))  # no gathering here


@pytest.mark.django_db
@pytest.mark.parametrize("where", [pytest.param("postgresql", marks=pytest.mark.postgres), "sqlite"])
def test_other_queries_run_after_the_gathered_writes(where: str) -> None:
    assert connection.vendor == where
    first, second = outages_of(0, 1)
    with transaction.atomic(), prepared_sql.gathered_writes():
        prepared_sql.queue_writes(later(first, 10))
        assert ends() == [10, 2]
        prepared_sql.queue_writes(later(first, 11))
        Outage.objects.filter(pk=first).update(ended=NOON)
        with prepared_sql.gathered_writes():  # nested gathering changes nothing
            prepared_sql.queue_writes(later(second, 12))
        assert ends() == [0, 12]


@pytest.mark.django_db
@pytest.mark.parametrize("where", [pytest.param("postgresql", marks=pytest.mark.postgres), "sqlite"])
def test_gathered_writes_are_rolled_back_with_their_transaction(where: str) -> None:
    assert connection.vendor == where
    first, second = outages_of(0, 1)
    with pytest.raises(RuntimeError), transaction.atomic(), prepared_sql.gathered_writes():
        prepared_sql.queue_writes(later(first, 10))
        raise RuntimeError
    assert ends() == [1, 2]
    with transaction.atomic(), prepared_sql.gathered_writes():
        prepared_sql.queue_writes(later(first, 10))
        with pytest.raises(RuntimeError), transaction.atomic():
            prepared_sql.queue_writes(later(second, 20))
            raise RuntimeError
    assert ends() == [10, 2]
    prepared_sql.queue_writes(later(second, 30))
    assert ends() == [10, 30]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_writes_are_gathered_within_a_transaction_only() -> None:
    with pytest.raises(TransactionManagementError), prepared_sql.gathered_writes():
        pass
