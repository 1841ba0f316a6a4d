"""An action of a battle costs few statements, even if shots and reactions follow it by themselves."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.schiere.rules.system import SCHIERE
from engine.dice import Seeded
from games import services
from games.models import Game
from games.services.proof.audit import verify_game
from tests.battles.schiere.begun import stored_battle
from tests.web.cast import show_hands

MOST = 20  # on SQLite, with the session, the user, BEGIN and COMMIT


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rival", ["", "bruno"], ids=["one player", "two players"])
def test_a_submit_costs_at_most_twenty_statements(rival: str) -> None:
    game = stored_battle(rival=rival)
    browsers = {}
    for seat in game.seats.select_related("user"):
        browsers[seat.key] = Client()
        browsers[seat.key].force_login(seat.user)
    followed = 0
    for number in range(120):
        cache.clear()  # the limit of requests a minute is not the subject
        game = Game.objects.get(pk=game.pk)
        table = services.table(game)
        decision = table.decisions()[0]
        browser = browsers[decision.seat]
        show_hands(browser, game)
        action = table.rules.bot(table.state, decision.seat, Seeded(b"statements", "bot", number))
        body = {"seat": decision.seat, "seq": game.seq, "key": str(uuid.uuid4())}
        with CaptureQueriesContext(connection) as asked:
            answer = browser.post(
                reverse("game-act", args=[game.pk]),
                json.dumps({**body, "action": SCHIERE.codec.write(action)}),
                content_type="application/json",
            )
        assert answer.status_code == 200, answer.content
        told: list[Any] = [query["sql"][:80] for query in asked.captured_queries]
        assert len(told) <= MOST, told
        followed += Game.objects.get(pk=game.pk).seq > game.seq + 1
    assert followed >= 3, "no answer followed by itself, so nothing was proved"
    assert verify_game(Game.objects.get(pk=game.pk)).ok
