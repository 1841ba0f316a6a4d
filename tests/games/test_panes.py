"""The page of a system with secrets is rendered without the state and without anything that only another seat
may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import pages, plugins, services
from games.access import NotYourSeat
from games.contract import Page
from games.models import Game
from tests.engine.example import FORDS
from tests.games.cast import a_game, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(db: Any) -> User:
    return a_user("gm")


def hiding(gm: User, owner: User, rival: User, scenario: str = "cards") -> Game:
    seats: dict[str, User | str] = {"red": owner, "blue": rival, "green": gm}
    return a_game(gm, seats, scenario=FORDS.scenario(scenario), public=True, battle_system="")


def scene(user: User, game: Game, seat: str) -> pages.Scene:
    return pages.redact_scene(pages.scene(user, game, seat))


def test_the_page_has_no_access_to_the_state(gm: User, owner: User, rival: User) -> None:
    table = scene(rival, hiding(gm, owner, rival), "blue").table
    for name in ("state", "head", "opened", "imagined", "worlds", "battle", "latest"):
        assert not hasattr(table, name)


def test_it_shows_its_own_seat_and_refuses_another(gm: User, owner: User, rival: User) -> None:
    game = hiding(gm, owner, rival)
    whole, table = services.table(game), scene(rival, game, "blue").table
    assert table.view("blue") == whole.view("blue") and table.choices("blue") == whole.choices("blue")
    for other in ("red", "gm", None):
        with pytest.raises(NotYourSeat):
            table.view(other)
        with pytest.raises(NotYourSeat):
            table.choices(other)
    assert {one.seat for one in table.decisions()} <= {"blue"}
    assert (table.seq, table.turn, table.outcome()) == (whole.seq, whole.turn, None)
    assert table.powers("red") == whole.powers("red")


def test_cached_page_parts_are_separate_for_each_seat(gm: User, owner: User, rival: User) -> None:
    game = hiding(gm, owner, rival)
    services.table(game).remember("theirs", lambda: "red's hand")
    red, blue = scene(owner, game, "red").table, scene(rival, game, "blue").table
    red.remember("page", lambda: "as red sees it")
    assert blue.remember("page", lambda: "as blue sees it") == "as blue sees it"
    assert blue.remember("theirs", lambda: "nothing") == "nothing"
    assert scene(owner, game, "red").table.remember("page", lambda: "anew") == "as red sees it"


def test_a_page_that_reads_the_state_fails_instead_of_leaking(
    gm: User, owner: User, rival: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Peeping(Page):
        def context(self, request: Any, scene: pages.Scene) -> Mapping[str, Any]:
            return {"told": scene.table.state.hands}

    game = hiding(gm, owner, rival)
    client.force_login(rival)
    assert client.get(game.get_absolute_url()).status_code == 200
    monkeypatch.setattr(plugins, "page", lambda system: Peeping())
    with pytest.raises(AttributeError, match="state"):
        client.get(game.get_absolute_url())


def test_where_nothing_is_hidden_or_not_any_more_the_page_has_the_whole_table(
    gm: User, owner: User, rival: User
) -> None:
    seats: dict[str, User | str] = {"north": owner, "south": rival}
    open_game = a_game(gm, seats, system="stroll", options={}, scenario_name="two")
    assert scene(owner, open_game, "north").table.state == services.table(open_game).state
    over = hiding(gm, owner, rival)
    Game.objects.filter(pk=over.pk).update(status=Game.Status.ENDED)
    over.refresh_from_db()
    assert scene(rival, over, "blue").table.state == services.table(over).state
