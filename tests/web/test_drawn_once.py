"""Cached parts of a page are equal to freshly rendered ones."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game
from games.services import tables

pytestmark = pytest.mark.django_db

ALWAYS_FRESH = re.compile(r'name="(csrfmiddlewaretoken|key|drawn_for)" value="[^"]*"')


@pytest.fixture
def game() -> Game:
    owner, rival = (User.objects.create_user(name, password="x") for name in ("owner", "rival"))
    now = timezone.now()
    campaign = services.create_game(gm=owner, name="Once", system="justinian", now=now)
    services.take_seat(campaign.pk, owner, "byzantium", now=now)
    link = services.invite(campaign.pk, owner, seat="barbarian", now=now)
    services.accept(link.token, rival, now=now)
    return services.start(campaign.pk, owner, now=now)


def page(game: Game, name: str, query: str = "", **headers: str) -> str:
    client = Client()
    client.force_login(User.objects.get(username=name))
    answer = client.get(f"{game.get_absolute_url()}{query}", **headers)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return ALWAYS_FRESH.sub("", answer.content.decode())


@pytest.mark.parametrize("query", ["", "?at=italia_suburbicaria", "?zoom=2", "?table=1&charts=1"])
def test_every_reader_is_shown_what_was_drawn_for_them(game: Game, query: str) -> None:
    readers = [(name, lang) for name in ("owner", "rival") for lang in ("en", "it")]
    first = [page(game, name, query, HTTP_ACCEPT_LANGUAGE=lang) for name, lang in readers]
    again = [page(game, name, query, HTTP_ACCEPT_LANGUAGE=lang) for name, lang in readers]
    alone = []
    for name, lang in readers:
        tables._heads.clear()  # like another process, which has rendered nothing yet
        alone.append(page(game, name, query, HTTP_ACCEPT_LANGUAGE=lang))
    assert first == again == alone
    assert len(set(first)) == len(readers)


def test_a_step_is_seen_at_once(game: Game) -> None:
    before = page(game, "owner")
    at = services.table(game)
    decision = at.decisions()[0]
    actor = User.objects.get(username="owner" if decision.seat == "byzantium" else "rival")
    action = at.system.codec.write(decision.default)
    now = timezone.now()
    services.submit(game.pk, decision.seat, action, drawn_seq=game.seq, key="a", user=actor, now=now)
    after = page(game, "owner")
    tables._heads.clear()
    assert after == page(game, "owner") != before
