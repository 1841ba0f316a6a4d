"""Queries written once: the same objects as Django's own, and Django's own where it is another Django."""

from datetime import UTC, datetime, timedelta

import django
import pytest
from django.db.models import F, Q

from games import prepared, services
from games.models import Outage, Snapshot
from games.services import entries, tables
from games.services.proof import seeds
from tests.games.cast import a_game, a_user


def test_the_django_here_is_the_one_whose_inner_ways_are_known() -> None:
    """With another one everything works, and every step asks for longer: look at games/prepared.py, then
    name the version there."""
    assert django.VERSION[:2] == prepared.KNOWN == (5, 2)


@pytest.mark.django_db
def test_another_django_gives_the_same_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game(a_user("owner"))
    asked = [(tables._STANDING, ("", "")), (seeds._SECRET, ()), (entries._CLAIMED, ())]
    known = [query.one(game.pk, *more) for query, more in asked]
    monkeypatch.setattr(prepared, "VERSION", (6, 1, 0, "final", 0))
    monkeypatch.setattr(prepared.Prepared, "_write", None)  # nothing of Django's inside is touched
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
        monkeypatch.setattr(prepared, "VERSION", (6, 1, 0, "final", 0))


def outages_of(*hours: int) -> list[int]:
    rows = [Outage.objects.create(began=NOON + n * HOUR, ended=NOON + (n + 1) * HOUR) for n in hours]
    return [row.pk for row in rows]


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_a_moment_may_stand_in_a_query_earlier_or_later_than_it_was_given() -> None:
    def build(now: datetime, then: datetime) -> object:
        near = Q(ended__gt=now - 3 * HOUR, began__lt=then + 2 * HOUR)
        return Outage.objects.filter(near).order_by("began")

    query = prepared.Prepared(build, datetime, datetime)
    outages_of(*range(-10, 10))
    for now, then in [(NOON, NOON), (NOON - 5 * HOUR, NOON), (NOON, NOON - 4 * HOUR), (NOON + HOUR, NOON)]:
        assert query(now, then) == list(build(now, then))
    assert len(query(NOON, NOON)) == 5


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_a_column_is_what_django_gives_for_it() -> None:
    moments = prepared.Values(
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

    put_back = prepared.Update(build, datetime, int)
    first, second, third = outages_of(-9, 0, 9)
    assert [put_back(NOON, pk) for pk in (first, second, third, third + 1)] == [1, 0, 1, 0]
    began = dict(Outage.objects.values_list("pk", "began"))
    assert began == {first: NOON - HOUR, second: NOON, third: NOON - HOUR}


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 13, 40])
def test_of_several_finds_as_many_as_are_asked_for(count: int) -> None:
    query = prepared.OfSeveral(lambda pks: Outage.objects.filter(pk__in=pks), int)
    pks = outages_of(*range(41))
    assert {row.pk for row in query(set(pks[:count]))} == set(pks[:count])
    assert {row.pk for row in query(set(pks[1 : count + 1]))} == set(pks[1 : count + 1])


@pytest.mark.django_db
@pytest.mark.usefixtures("either")
def test_a_written_update_goes_with_others() -> None:
    delay = prepared.Update(
        lambda pk, now: (Outage.objects.filter(pk=pk), {"ended": now + HOUR}), int, datetime
    )
    first, second = outages_of(0, 1)
    assert prepared.together(delay.asked(first, NOON), delay.asked(second + 1, NOON)) == [1, 0]
    assert Outage.objects.get(pk=first).ended == NOON + HOUR
