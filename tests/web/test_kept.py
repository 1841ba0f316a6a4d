"""Test the limits that protect the page cache and the counters of attempts from abuse by strangers."""

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import caches
from django.http import QueryDict
from django.test import RequestFactory
from django.urls import resolve, reverse

from accounts.limits import LOGINS_AS, Limit
from accounts.models import Counter
from campaigns.justinian.pages import PAGE
from games import limits
from games.caches import page_cache
from games.views import replay
from tests.battles.dba.table.stored import a_battle
from tests.campaigns.justinian.begun import campaign
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Any:
    caches["pages"].clear()
    yield
    caches["pages"].clear()


def held() -> int:
    """Return the number of cached pages."""
    return sum(f"page:{place}" in caches["pages"] for place in range(page_cache.PLACES))


def test_parameters_that_mean_nothing_keep_no_further_page() -> None:
    game = running(public=True)
    address = reverse("game-replay", args=[game.pk])
    for number in range(20):
        for query in (
            {"at": 0, "x": number},
            {"at": f"{'0' * number}0"},
            {"at": 0, "seat": f"none-{number}"},
        ):
            assert browser().get(f"{address}?{urlencode(query)}").status_code == 200
    assert held() == 1


def test_query_parameters_of_one_reader_are_not_cached_for_another() -> None:
    game = campaign()
    address = reverse("game-replay", args=[game.pk])
    browser().get(f"{address}?at=0&seat=planted-seat&x=planted-x&army={'planted-army' * 20}")
    assert held() == 1
    assert "planted" not in browser().get(f"{address}?at=0").content.decode()


def test_the_page_cache_never_exceeds_its_size() -> None:
    for number in range(3 * page_cache.PLACES):
        page_cache.put(f"{number * 7919:08x}", f"page {number}")
    assert held() <= page_cache.PLACES
    assert page_cache.get(f"{(3 * page_cache.PLACES - 1) * 7919:08x}") == f"page {3 * page_cache.PLACES - 1}"
    assert page_cache.get(f"{1 * 7919:08x}") is None  # evicted, not confused


def test_a_page_that_is_too_large_is_not_kept() -> None:
    page_cache.put(
        "ff", "".join(chr(40_000 + one) for one in random.Random(1).choices(range(10_000), k=100_000))
    )
    assert page_cache.get("ff") is None


class Read(QueryDict):
    """A query that records which of its parameters are read."""

    asked: set[str] = set()  # shared by all instances

    def __getitem__(self, key: Any) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        self.asked.add(key)
        return super().__contains__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def getlist(self, key: Any, default: Any = None) -> Any:
        self.asked.add(key)
        return super().getlist(key, default)


@pytest.mark.parametrize("system", ["fords", "dba", "justinian"])
def test_a_picture_depends_on_nothing_but_what_its_page_names(system: str) -> None:
    """A page's picture depends only on the parameters that the page lists in ``looks``. If it read any other
    parameter, everyone would get the same cached picture.
    """
    games = {"fords": running, "dba": lambda: a_battle()[0], "justinian": campaign}
    game = games[system]()
    request = RequestFactory().get(reverse("game-replay", args=[game.pk]))
    request.user, request.resolver_match = person("gm"), resolve(request.path)
    request.GET = Read("what=1&charts=1&table=1")
    Read.asked.clear()
    replay._context(request, game, game.seq)
    looks = getattr(PAGE, "looks", ()) if system == "justinian" else ()
    assert Read.asked <= {"at", "seat", *looks}, "name them in the page's `looks`"


def test_counters_are_where_no_page_can_push_them_out() -> None:
    LOGINS_AS.count("somebody")
    for number in range(2000):
        caches["default"].set(f"x{number}", number)
    caches["pages"].clear()
    caches["default"].clear()
    assert Counter.objects.get().count == 1


def test_expired_counters_are_swept_away_and_begin_anew() -> None:
    brief = Limit("brief", 2, 0)
    brief.count("a")
    assert not brief.is_reached("a")
    brief.count("b")
    assert Counter.objects.count() == 1  # only b's; a's had expired
    limits.LETTERS.count("c")
    assert [one.key.partition(":")[0] for one in Counter.objects.all()] == ["letters"]
