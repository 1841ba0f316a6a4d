"""A battle on DBA's board against the bot, with a keyboard alone and with a finger on a phone: moves, a
sandbox, the replay, sheets to print, and two games with changed sides.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from games.services import opening
from tests.browser.dba_player import WAYS, Player
from tests.browser.steps import overflow
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begun() -> Game:
    """Begin a battle on a field that is laid already. The bot plays the other side."""
    plugin = next(one for one in opening.first_games() if one.name == "dba")
    return opening.first_game(person("anna"), plugin, "Board", timezone.now(), "board_laid")


def play_a_bound(player: Player, game: Game) -> None:
    """Play the player's first bound: roll, move a group, end the bound."""
    page, seat = player.page, game.seats.get(user__username="anna").key
    player.open(game.get_absolute_url())
    page.wait_for_selector("[data-map][data-ready]")
    while services.table(refreshed(game)).state.phase != "moves":
        player.send("#acts form.act button")
    state = services.table(refreshed(game)).state
    choices = services.table(game).rules.choices(state, seat)
    order = next(str(one.fixed["order"]) for one in choices if " ahead " in str(one.fixed.get("order")))
    player.choose(order.split()[0].rstrip(":"))
    page.wait_for_selector("#board-move button")  # a good move of its group is ready at once
    assert overflow(page) <= 0
    player.send("#board-move button")
    while services.table(refreshed(game)).state.bound == state.bound:
        player.send("#acts form.act button")
    assert game.entries.filter(action__kind="move_on_board").exists()


def refreshed(game: Game) -> Game:
    game.refresh_from_db()
    return game


@WAYS
def test_a_bound_and_all_that_follows_it(visit: Any, way: str) -> None:
    game, player = begun(), Player(visit, way)
    play_a_bound(player, game)
    page = player.page

    player.open(reverse("game-replay", args=[game.pk]) + "?at=1#play")  # nothing to show in the set-up
    page.wait_for_selector(".motion:not([hidden]) [data-motion-next]:not([hidden])")
    rolled = game.entries.filter(action__kind="roll_pips").order_by("seq")[0].seq
    player.open(reverse("game-replay", args=[game.pk]) + f"?at={rolled}")
    page.wait_for_selector(".motion:not([hidden]) [data-do=step]:enabled")
    player.use("[data-do=step]")
    page.wait_for_selector("[data-motion-count]:not(:empty)")

    player.open(reverse("battles:dba-field-print", args=[game.pk]))
    sheets = page.locator("svg[width$=mm]")
    assert sheets.count(), "sheets to scale have their size in millimetres"

    player.open(reverse("game-try", args=[game.pk]))
    player.follow("main form .actions button")
    tryout = Game.objects.get(tried_from=game)
    assert tryout.get_absolute_url() in page.url and page.locator("[data-element]").count()


@WAYS
def test_a_battle_is_played_as_a_match_of_two(visit: Any, way: str) -> None:
    person("anna")
    player = Player(visit, way)
    player.open(reverse("new-game-of", args=["dba"]))
    page = player.page
    page.select_option("#scenario", "board_laid")
    page.evaluate("document.getElementById('variants').open = true")
    page.select_option("#match", "both")
    page.check("[name='seat-blue'][value=bot]")
    player.follow("main form > .actions button")
    assert overflow(page) <= 0
    if Game.objects.get().status == Game.Status.GATHERING:
        player.follow("main button[value=start]")
    first, second = Game.objects.order_by("created_at")
    assert (first.match, second.match) == (Game.Match.BOTH, Game.Match.SECOND)
