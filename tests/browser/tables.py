"""Table battles for browser tests."""

from typing import Any

from django.utils import timezone

from armies.dba.roster import ready_roster
from battles.dba.muster.scenario import battle
from games import services
from games.models import Game
from tests.browser.steps import choose, form, send, tap_dice
from tests.web.cast import person


def table_battle() -> Game:
    """Create a battle with a table laid out by the players: owner leads and plays red, rival plays blue."""
    now, owner = timezone.now(), person("owner")
    game = services.create_game(
        gm=owner,
        name="On the table",
        system="dba",
        options={"setup": "quick"},
        dice_mode="mixed",
        public=True,
        players_rewind=True,
        now=now,
    )
    for seat, name in (("red", "owner"), ("blue", "rival")):
        link = services.invite(game.pk, owner, seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    services.start(game.pk, owner, now=now)
    return game


def roll_first_pips(red: Any, game: Game) -> None:
    """Confirm the table as it is laid out, and roll five PIPs for the invader's first bound."""
    red.goto(game.get_absolute_url())
    table = form(red, "set_table", bua=False, invader="red")
    choose(table, "river", "false")
    send(red, table)
    send(red, form(red, "roll_pips"))
    tap_dice(red, red.locator("form:has([name^=face])").first, 5)


def guided_battle() -> Game:
    """Create Carthage (red, the owner) against Rome (blue, the rival) with real dice, before any set-up."""
    now, owner, rival = timezone.now(), person("owner"), person("rival")
    red, blue = ready_roster("later_carthaginian"), ready_roster("polybian_roman")
    game = services.create_game(
        gm=owner,
        name="By the river",
        system="dba",
        scenario=battle(red, blue, "By the river", ("Later Carthaginian", "Polybian Roman")),
        dice_mode="physical",
        now=now,
    )
    for seat, who in (("red", owner), ("blue", rival)):
        services.take_seat(game.pk, who, seat, now=now) if who is owner else services.accept(
            services.invite(game.pk, owner, seat=seat, now=now).token, who, now=now
        )
    services.start(game.pk, owner, now=now)
    return game
