"""The messages page marks messages that need no further action."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import services
from tests.games.cast import HOLD, NOW, a_game, do

pytestmark = pytest.mark.django_db
SETTLED = "you have nothing left to do"


def test_an_answered_turn_is_marked_as_settled(owner: User, rival: User, client: Client) -> None:
    game = a_game(owner, {"red": owner, "blue": rival}, hours_per_decision=24)
    services.send_messages(NOW + timedelta(hours=1))
    client.force_login(rival)
    page = client.get("/account/messages/").content.decode()
    assert "Your turn" in page and SETTLED not in page
    do(game, rival, "blue", HOLD)
    assert SETTLED in client.get("/account/messages/").content.decode()
