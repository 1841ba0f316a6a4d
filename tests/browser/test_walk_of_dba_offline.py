"""A battle on DBA's board at one table, with real dice, is taken offline: a move by keys and by touch."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games import services
from games.models import Game
from tests.battles.dba.board.begun import board_battle, play_on
from tests.browser.dba_player import WAYS, Player, moving, orders
from tests.browser.offline_page import browser_python, played_in, said

__all__ = ["browser_python"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@WAYS
def test_a_move_is_made_offline_and_uploaded(visit: Any, way: str, complaints: list[str]) -> None:
    game = play_on(board_battle(), moving)
    Game.objects.filter(pk=game.pk).update(dice_mode=Game.DiceMode.PHYSICAL)  # only such games go offline
    seat = services.table(game).state.active
    name = next(one for one in orders(game, seat) if " ahead " in one).partition(":")[0].split()[0]
    player = Player(visit, way)
    page = player.page
    player.open(reverse("game-away", args=[game.pk]))
    player.use("[data-do=prepare]")
    player.frame = played_in(page)
    said(page, "Ready: you can go offline")
    page.context.set_offline(True)
    player.choose(name)
    player.send("#board-move button")
    page.wait_for_selector("[data-bar-steps]:has-text('not yet uploaded: 1')")
    page.context.set_offline(False)
    said(page, "Uploaded: all moves played here are now in the game")
    assert game.entries.filter(kind="action").order_by("-seq")[0].action["kind"] == "move_on_board"
    complaints.clear()  # the browser logs the missing connection
