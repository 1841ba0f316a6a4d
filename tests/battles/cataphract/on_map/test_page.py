"""The board page of a battle on the map: what it marks, what a tap shows, and what its forms send."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation

from battles.cataphract.pages.board.preview import preview
from battles.cataphract.rules.battle.marching import March
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.ordering import OrderUnit
from battles.cataphract.rules.battle.position import read_stand
from battles.cataphract.rules.battle.reacting import React
from battles.cataphract.rules.system import CATAPHRACT
from battles.cataphract.wording import CataphractWording
from battles.cataphract.wording.on_map import place_text, reaction_text
from games import services
from games.models import Game
from games.services.creation import ME
from tests.battles.cataphract.on_map.tables import MapTable
from tests.found import some

OFFERED = (
    *("field-tricameron", "field-callinicum", "field-taginae"),
    *("field-casilinum", "field-utus", "field-catalaunian", "field-dara"),
)


@pytest.fixture
def anna() -> tuple[Client, User]:
    user = User.objects.create_user("anna")
    client = Client()
    client.force_login(user)
    return client, user


def begin(user: User, scenario: str) -> Game:
    """Begin a battle in which one person plays both sides. At Tricameron one roll in ten brings
    reinforcements, and the first decision is about them (L3411). In that case another battle is begun.
    """
    while True:
        game = services.create_game(
            gm=user,
            name="Map",
            system="cataphract",
            scenario_name=scenario,
            seats={"first": ME, "second": ME},
            now=timezone.now(),
        )
        game = services.start(game.pk, user, now=timezone.now())
        if services.table(game).decisions()[0].kind == "muster":
            return game


def read(client: Client, game: Game, **asked: str) -> str:
    response = client.get(f"/games/{game.pk}/", asked)
    assert response.status_code == 200
    return response.content.decode()


def tap(client: Client, game: Game, at: str, seat: str) -> str:
    """Return the answer to a tap on a hex."""
    headers: Any = {"HX-Request": "true", "HX-Target": "chosen"}
    response = client.get(f"/games/{game.pk}/", {"at": at, "seat": seat}, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def test_the_battles_are_among_the_new_games() -> None:
    assert set(OFFERED) <= set(CATAPHRACT.scenarios())


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", OFFERED)
def test_the_page_draws_every_unit_of_both_sides(anna: tuple[Client, User], scenario: str) -> None:
    client, user = anna
    game = begin(user, scenario)
    page = read(client, game, seat="first")
    board = services.table(game).state.board
    for place in some(board.places.values()):
        assert f'id="m-{place.at}"' in page
    first = {"field-catalaunian": "Roman heavy foot 1", "field-utus": "Thracian foot 1"}.get(
        scenario, "Thracian 1"
    )
    assert first in page  # the page says it in words as well


@pytest.mark.django_db
def test_a_tap_on_a_unit_shows_its_reach(anna: tuple[Client, User]) -> None:
    client, user = anna
    game = begin(user, "field-tricameron")
    told = tap(client, game, "5108", "first")
    assert "Thracian 3" in told
    assert "With an order it reaches" in told
    assert "map-frame--reach" in told


@pytest.mark.django_db
def test_a_tap_on_an_empty_hex_says_so(anna: tuple[Client, User]) -> None:
    client, user = anna
    game = begin(user, "field-tricameron")
    assert "Nobody is here" in tap(client, game, "1020", "first")


@pytest.mark.django_db
@pytest.mark.parametrize("at", ["", "9999", "x", "5108W", "<b>"])
def test_a_hex_that_is_none_does_no_harm(anna: tuple[Client, User], at: str) -> None:
    client, user = anna
    game = begin(user, "field-tricameron")
    assert 'data-at=""' in read(client, game, seat="first", at=at)


def test_a_preview_names_those_who_may_react_and_the_odds() -> None:
    # the Hun horse is faster than the lancers that come within two hexes (6.51)
    table = MapTable({"b1": "5010E", "a12": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    frame = table.state.stack[-1]
    assert isinstance(frame, Marching)
    found = preview(table.pos, frame, read_stand("5110E", False))
    assert found.answers == {"a12": ("5110", ("withdraw", "harry"))}
    assert found.way == ("5010", "5110")
    assert found.blows == ()


def test_a_preview_says_what_an_attack_would_meet() -> None:
    table = MapTable({"b1": "5010E", "a1": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    frame = table.state.stack[-1]
    assert isinstance(frame, Marching)
    found = preview(table.pos, frame, read_stand("5210E", False))
    assert [(blow.enemy, blow.aspect) for blow in found.blows] == [("a1", "front")]
    assert 0 < found.blows[0].goes < 1
    assert found.answers["a1"][0] == "5210"


def test_a_unit_that_could_react_can_be_told_to_stay() -> None:
    table = MapTable({"b1": "5010E", "a12": "5310W"}, "gelimer", {"gelimer": "5010"})
    table.do(OrderUnit("b1"))
    table.do(March("5110E"))
    assert table.asked == "react"
    assert table.refused(React(("a1|stay",)))[1] == "no_such_reaction"
    table.do(React(("a12|stay",)))
    assert table.at("a12") == "5310"


@pytest.mark.django_db
def test_italians_read_italian_facings(anna: tuple[Client, User]) -> None:
    client, user = anna
    game = begin(user, "field-tricameron")
    assert "facing W," in read(client, game)
    client.cookies["django_language"] = "it"
    page = read(client, game)
    assert "rivolta a O," in page
    assert "rivolta a W," not in page
    with translation.override("it"):
        assert place_text("5112NW") == "5112, rivolta a NO"
        assert reaction_text("turn", ["SW"], CataphractWording().names) == "Girati verso SO"
