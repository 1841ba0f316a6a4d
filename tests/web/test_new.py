"""The form of a new game, and the effect of its choices on the game master's desk."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from engine.choices import share_bounds
from engine.game import Choice, Option, Share
from features.desk import views as desk
from games import contract, forms, services
from games.models import Game
from games.services import creation
from tests.engine.example.system import FORDS
from tests.flat import flat
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db
REWIND = 'name="players_rewind" checked'


def test_at_a_table_players_may_take_steps_back_unless_the_box_is_cleared() -> None:
    """Players correct mistakes at a table by undo; in a campaign the game master corrects them."""
    page = flat(browser("owner").get(reverse("new-game-of", args=["duel"])).content.decode())
    assert REWIND in page
    assert REWIND not in flat(browser("owner").get(reverse("new-game-of", args=["fords"])).content.decode())
    sent = {"name": "", "scenario": "none of these"}
    refused = browser("owner").post(reverse("new-game-of", args=["duel"]), sent)
    assert refused.status_code == 422 and REWIND not in flat(refused.content.decode())


def test_whoever_sits_down_is_told_of_a_scenario_file_of_the_game_masters() -> None:
    """The page of a new game says that it uses the game master's own scenario file, although the form also
    named a built-in scenario.
    """
    scenario = json.dumps(FORDS.scenario("even")).encode()
    sent = {
        "name": "Own",
        "scenario": "even",
        "f-rounds": "6",
        "file": SimpleUploadedFile("own.json", scenario),
    }
    made = browser("owner").post(reverse("new-game-of", args=["fords"]), sent)
    page = browser("owner").get(made["Location"]).content.decode()
    assert "the game master&#x27;s own file" in page


@pytest.mark.parametrize("possible", [True, False])
def test_the_desk_offers_only_battle_systems_that_the_game_allows(
    possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running()
    monkeypatch.setattr(desk, "can_open", lambda game: possible)
    page = browser("gm").get(reverse("game-desk", args=[game.pk])).content.decode()
    assert ('name="battle_system"' in page) is possible


def test_one_possible_total_is_told_as_one_number() -> None:
    share = Share("gold", (Option("p", high=11), Option("q", high=11)), 11, 11)
    assert share_bounds(share, share.options[0]) == (0, 11)
    with pytest.raises(forms.BadForm) as bad:
        forms.read(Choice("pay", {}, (share,)), {"f-gold-p": "3"})
    assert "exactly 11" in contract.Wording.mistake(bad.value.mistakes[0])


def test_commands_that_do_one_thing_say_nothing_of_jobs(capsys: Any) -> None:
    person("gm")
    game = running()
    call_command("export", str(game.pk))
    assert "W001" not in capsys.readouterr().err


def create(**sent: str) -> Game:
    form = {"name": "First", "scenario": "even", "f-rounds": "6", "seat-red": "me", "seat-blue": "bot"}
    key = "7b6f4d8e-1111-4222-8333-444455556666"
    made = browser("owner").post(reverse("new-game-of", args=["fords"]), {**form, "key": key, **sent})
    assert made.status_code == 302
    return Game.objects.get(pk=made["Location"].split("/")[-2])


def test_the_same_form_sent_twice_makes_one_game_and_moves_nobody() -> None:
    game = create()
    services.leave_seat(game.pk, person("owner"), "red", now=timezone.now())
    services.set_bot(game.pk, person("owner"), "blue", False, now=timezone.now())
    assert create() == game
    assert not any(seat.user or seat.is_bot for seat in game.seats.all())


@pytest.mark.parametrize(
    "changed", [{"name": "Second"}, {"f-rounds": "3"}, {"hours": "24"}, {"dice": "mixed"}, {"public": "on"}]
)
def test_the_form_one_went_back_to_and_changed_makes_another_game(changed: dict[str, str]) -> None:
    game = create()
    other = create(**changed)
    assert other != game and Game.objects.count() == 2
    assert other.seats.get(key="red").user == person("owner")


def test_two_simultaneous_requests_create_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two requests with the same form create one game, even if the second looks for the game before the first
    has stored it.
    """
    first, look = create(), creation._made_before
    answers = iter([lambda game: None, look])
    monkeypatch.setattr(creation, "_made_before", lambda game: next(answers)(game))
    assert create() == first and Game.objects.count() == 1


def test_an_option_names_the_scenarios_that_use_it() -> None:
    """The page hides the options that the chosen scenario does not use. Options that every scenario uses are
    never hidden.
    """
    page = flat(browser("owner").get(reverse("new-game-of", args=["dba"])).content.decode())
    assert page.count('<div data-only-in="board board_laid">') == 1
    assert 'name="f-nightfall"' in page and page.count("data-only-in=") == 3
    assert "data-only-in" not in browser("owner").get(reverse("new-game-of", args=["fords"])).content.decode()
