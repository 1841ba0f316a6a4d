"""Capitals can be named at any time, even by players who owe no decision (8.1)."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from campaigns.italia.rules.system import ITALIA
from engine.game import IllegalAction
from games import services
from games.models import Game
from tests.campaigns.italia.begun import campaign

pytestmark = pytest.mark.django_db


def name(game: Game, seat: str, nation: str, area: str) -> Game:
    action = {"kind": "name_capital", "nation": nation, "area": area}
    now, key = timezone.now(), str(uuid.uuid4())
    sent = services.submit(game.pk, seat, action, drawn_seq=game.seq, key=key, user=game.gm, now=now)
    return sent.game


def unasked(table: Any) -> tuple[str, str, str]:
    """Return a seat that owes no decision, one of its nations, and an area that it can name as that nation's
    capital.
    """
    asked = {decision.seat for decision in table.decisions()}
    for seat in table.rules.seats:
        for choice in table.rules.choices(table.state, seat.id) if seat.id not in asked else ():
            assert (choice.kind, choice.decision) == ("name_capital", None)
            return seat.id, choice.fixed["nation"], choice.fields[0].options[0].value
    raise AssertionError("everybody is asked something")


def test_who_is_not_asked_names_a_capital_and_nobodys_question_changes() -> None:
    game = campaign()
    before = services.table(game)
    seat, nation, area = unasked(before)
    game = name(game, seat, nation, area)
    after = services.table(game)
    assert after.rules.position(after.state).capital(nation) == area
    assert [d.id for d in after.decisions()] == [d.id for d in before.decisions()]
    assert services.verify_game(game).ok


def test_nobody_names_a_capital_of_another_player() -> None:
    game = campaign()
    seat, nation, area = unasked(services.table(game))
    other = next(s.id for s in ITALIA.open(game.scenario, {}).seats if s.id != seat)
    with pytest.raises(IllegalAction) as refused:
        name(game, other, nation, area)
    assert refused.value.code == "not_your_nation"
