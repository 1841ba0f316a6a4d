"""The front page and its entrances: one picture, one button, and systems and games with their pictures."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import plugins, services
from games.models import Game
from games.services import opening
from tests.battles.schiere.begun import stored_battle
from tests.found import some
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def test_a_stranger_finds_one_picture_and_begins_with_one_button(client: Client) -> None:
    page = client.get("/").content.decode()
    assert page.count('class="dusk__map"') == 1 and "front/dusk.svg" in page
    button, sign_up = (
        page.index("Play your first turn, no account"),
        page.index('btn--quiet" href="/account/signup/'),
    )
    assert button < sign_up, "signing up is the second thing"
    doors = page.partition('class="doors"')[2].partition("</div>\n    <p")[0]
    for one in some(opening.first_games()):
        assert f'name="system" value="{one.name}"' in doors, "every first game stands at a door"


def test_nobody_is_promised_a_game_where_guests_are_not_admitted(client: Client, settings: Any) -> None:
    settings.SIGNUP = "closed"
    page = client.get("/").content.decode()
    assert "Play your first turn" not in page and "/account/login/" in page


def test_every_system_that_can_be_played_has_a_picture_and_its_weight() -> None:
    for one in some([plugin for plugin in plugins.installed_plugins() if plugin.first]):
        assert one.shown is not None and (settings.BASE_DIR / "static" / one.shown.picture).is_file()


def test_a_new_game_begins_with_pictures_and_a_link_for_every_scenario(client: Client) -> None:
    client.force_login(person("anna"))
    page = client.get("/games/new/").content.decode()
    for system in some([plugins.system(one.name) for one in plugins.installed_plugins() if one.first]):
        for name in some(system.scenarios()):
            assert f'/games/new/{system.name}/?scenario={name}"' in page
    chosen = client.get("/games/new/schiere/?scenario=ford").content.decode()
    assert '<option value="ford" selected>' in chosen


def test_games_to_watch_show_their_board_turn_and_players_and_no_battle_of_a_campaign(client: Client) -> None:
    game = stored_battle(rival="bruno", public=True)
    hidden = stored_battle(rival="bruno", public=True)
    campaign = services.create_game(
        gm=person("anna"), now=timezone.now(), name="War", system="justinian", scenario_name="justinian"
    )
    sides = {"attacker": "byzantium", "defender": "barbarian"}
    campaign.battle_links.create(battle=hidden, opening={}, opened_seq=0, created_at=timezone.now(), **sides)
    Game.objects.filter(pk=hidden.pk).update(name="Within a campaign")
    page = client.get("/").content.decode()
    watched = page.partition("Games to watch")[2]
    assert f"/games/{game.pk}/" in watched and "map.svg" in watched and "bruno" in watched
    assert "Within a campaign" not in watched
