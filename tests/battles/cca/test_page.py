"""The generic page shows a battle's question, its choices and the player's own hand, never the rival's."""

import pytest
from django.utils import timezone

from battles.cca.rules.system import CCA
from battles.cca.wording.names import card
from engine.dice import Seeded
from games import services
from games.models import Game
from tests.battles.cca.reading import read
from tests.battles.schiere.begun import do
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def stored_battle(name: str = "akragas") -> Game:
    """Create a stored battle of Anna (bottom) against Ben (top)."""
    now, anna = timezone.now(), person("anna")
    game = services.create_game(
        gm=anna, now=now, name="Akragas", system="cca", scenario_name=name, public=True
    )
    services.take_seat(game.pk, anna, "bottom", now=now)
    link = services.invite(game.pk, anna, seat="top", now=now)
    services.accept(link.token, person("ben"), now=now)
    return services.start(game.pk, anna, now=now)


def test_a_player_is_offered_the_cards_of_their_hand() -> None:
    game = stored_battle()
    hand = services.table(game).state.armies["bottom"].hand
    page = read(game, "anna")
    able = set(hand) - {"counter_attack"}  # no card has been played yet that it could copy
    assert able and all(f"Play {card(name)}" in page for name in able)
    assert "Play Counter Attack" not in page


def test_nobody_reads_the_hand_of_the_rival() -> None:
    game = stored_battle()
    state = services.table(game).state
    secret = set(state.armies["bottom"].hand) - set(state.armies["top"].hand)
    page = read(game, "ben")
    assert secret and not any(card(name) in page or name in page for name in secret)


def test_a_turn_is_played_in_italian_too() -> None:
    game = stored_battle()
    assert "Gioca una carta." in read(game, "anna", "it")
    for number in range(12):
        table = services.table(game)
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"page", "bot", number))
        game = do(game, decision.seat, CCA.codec.write(action))
    page = read(game, "anna", "it")
    assert "Siracusani" in page and "Cartaginesi" in page
