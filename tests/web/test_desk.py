"""The game master's desk and the lobby: revoking links, and agreements."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from tests.flat import flat
from tests.web.cast import browser, lobby, person, running

pytestmark = pytest.mark.django_db


def desk(game: Game) -> str:
    return flat(browser("gm").get(reverse("game-desk", args=[game.pk])).content.decode())


def test_battles_are_spoken_of_where_games_of_their_own_fight_them() -> None:
    assert "<h2>Battles</h2>" not in desk(running())


@pytest.mark.parametrize(
    ("table", "dice", "told"),
    [
        (True, "mixed", "At one table: anyone may correct typed dice"),
        (True, "virtual", "your own moves until dice are rolled"),
        (False, "mixed", "your own moves until dice are rolled"),
    ],
)
def test_the_lobby_tells_how_steps_are_taken_back(table: bool, dice: str, told: str) -> None:
    game = lobby(players_rewind=table, dice_mode=dice)
    assert told in browser("gm").get(game.get_absolute_url()).content.decode()


def test_only_who_is_not_logged_in_is_sent_to_log_in() -> None:
    address = "/games/00000000-0000-0000-0000-000000000000/"
    assert "log in first" in browser().get(address).content.decode()
    assert "log in first" not in browser("owner").get(address).content.decode()


def test_a_game_that_is_over_offers_neither_seats_nor_invitations_nor_orders() -> None:
    game = running()
    orders = reverse("game-orders", args=[game.pk])
    assert orders in browser("owner").get(game.get_absolute_url()).content.decode()
    assert "Free the seat" in desk(game) and "Invitation links" in desk(game)
    services.abandon(game.pk, person("gm"), now=timezone.now())
    told = desk(game)
    assert "Free the seat" not in told and "Invitation links" not in told
    assert orders not in browser("owner").get(game.get_absolute_url()).content.decode()
    assert "Nobody answers for you any more" in browser("owner").get(orders).content.decode()


def settings_of(game: Game) -> str:
    return desk(game).split("<h2>Settings</h2>", 1)[1].split("</form>", 1)[0]


def test_a_long_time_for_an_answer_is_told_in_days() -> None:
    game = lobby(hours_per_decision=168)
    assert "7 days" in browser("gm").get(game.get_absolute_url()).content.decode()
    new = flat(browser("gm").get(reverse("new-game-of", args=["fords"])).content.decode())
    for told in (new, settings_of(running())):
        options = [f'<option value="{hours}"' in told for hours in (12, 24, 48, 72, 168)]
        assert all(options) and "168 hours" not in told
        assert "24 hours</option>" in told and "2 days</option>" in told and "7 days</option>" in told


def test_saving_the_settings_keeps_a_time_that_the_list_does_not_offer() -> None:
    game = running(hours_per_decision=60)
    assert '<option value="60" selected>60 hours</option>' in settings_of(game)


def test_the_settings_of_a_game_that_is_over_are_those_that_still_mean_something() -> None:
    game = running(hours_per_decision=24, players_rewind=True, dice_mode="mixed")
    assert 'name="hours_per_decision"' in settings_of(game)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED, ended_at=timezone.now())
    told = settings_of(game)
    assert 'name="name"' in told and 'name="public"' in told and 'name="players_rewind"' in told
    assert 'name="hours_per_decision"' not in told and 'name="battle_system"' not in told
    browser("owner").get(reverse("game-verify", args=[game.pk]))  # shows the secret number
    assert 'name="players_rewind"' not in settings_of(game)
    sent = {"do": "settings", "name": "The war of the fords", "public": "on"}
    browser("gm").post(reverse("game-desk", args=[game.pk]), sent)
    game.refresh_from_db()
    assert (game.name, game.public) == ("The war of the fords", True)
    assert (game.hours_per_decision, game.players_rewind) == (24, True)


def test_the_default_extension_is_the_games_answer_time() -> None:
    told = desk(running(hours_per_decision=48)).split('id="extend"', 1)[1].split("</select>", 1)[0]
    assert '<option value="48" selected>' in told and told.count("selected") == 1


def test_a_link_for_any_free_seat_is_offered_where_there_is_one() -> None:
    game = running()
    assert 'value="invite"' not in desk(game) and "All seats are taken." in desk(game)
    services.leave_seat(game.pk, person("owner"), "red", now=timezone.now())
    assert desk(game).count('value="invite"') == 2 and "All seats are taken." not in desk(game)


def test_open_pages_learn_at_once_that_a_player_has_left() -> None:
    game = running()
    services.leave_seat(game.pk, game.seats.get(key="blue").user, "blue", now=timezone.now())
    assert Game.objects.get(pk=game.pk).version > game.version


@pytest.mark.parametrize(
    ("scenario", "told", "untold"),
    [
        ("board", "Bot on the board", "Who enters the events"),
        ("romans_carthaginians", "Who enters the events", "Bot on the board"),
    ],
)
def test_the_lobby_tells_only_options_that_matter_in_the_scenario(
    scenario: str, told: str, untold: str
) -> None:
    game = services.create_game(
        gm=person("gm"),
        name="evening",
        system="dba",
        now=timezone.now(),
        scenario_name=scenario,
        options={"setup": "guided", "hands": "any", "nightfall": 12, "bot": "fair"},
    )
    page = browser("gm").get(game.get_absolute_url()).content.decode()
    assert told in page and untold not in page
