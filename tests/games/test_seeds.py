"""The secret seed of a game's dice: random in production, counted in tests."""

import secrets

from django.urls import reverse

from games.services.proof.chance import fresh_seed  # the real function, imported before tests replace it
from games.services.proof.seeds import seed_of
from tests.games.cast import a_game, a_user
from tests.seeds import WORLD, Counted


def test_the_seed_of_a_game_comes_from_the_systems_randomness_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv(WORLD, "1")
    assert len({fresh_seed() for _ in range(50)}) == 50
    monkeypatch.setattr(secrets, "token_bytes", lambda length: bytes(range(length)))
    assert fresh_seed() == bytes(range(32))


def test_games_under_test_roll_the_same_dice_in_every_run(db):
    owner = a_user("owner")
    first, second = a_game(owner), a_game(owner)
    expected = Counted()
    expected.begin("test")
    for game in (first, second):
        assert (game.pk, seed_of(game)) == (expected.id(), expected.seed())


def test_a_game_made_by_the_form_has_a_counted_id_too(client, db):
    client.force_login(a_user("owner"))
    page = client.get(reverse("new-game-of", args=["fords"])).content.decode()
    expected = Counted()
    expected.begin("test")
    assert f'name="key" value="{expected.id()}"' in page
