"""The HTML that a tap on the board loads."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from battles.cca.pages.position import ReadersBoard, goals_of
from battles.cca.rules.cards import CARDS
from battles.cca.rules.terrain.board import NAMES
from battles.cca.rules.turn.orderable_units import objection
from battles.cca.wording import names
from games import services
from games.models import Game
from games.pages import scene
from games.services import tables
from games.wording.narration import describe_entries
from tests.battles.cca.begun import asked, do, play_on, shown, stored_battle
from tests.found import some
from tests.maps.spaces import framed, spaces_of
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def tapped(game: Game, query: str) -> str:
    """Return the HTML that a tap on the board loads."""
    return shown(game, query, HX_Request="true", HX_Target="chosen")


def test_the_page_shows_every_hex_and_the_hand_in_both_languages() -> None:
    game = stored_battle()
    seat = services.table(game).decisions()[0].seat
    hand = services.table(game).view(seat)["armies"][seat]["hand"]
    for language, heading in (("en", "Your hand"), ("it", "La tua mano")):
        page = shown(game, f"?seat={seat}", language)
        assert heading in page and spaces_of(page) == set(NAMES.values())
        assert page.count('class="ccard ccard--') == len(hand) > 3
        assert "%(" not in page and "style=" not in page and "onclick" not in page


def test_a_card_shows_whom_it_could_order_and_orders_just_them() -> None:
    game = stored_battle()
    table = services.table(game)
    seat = table.decisions()[0].seat
    cards = [
        str(one.fixed["card"])
        for one in table.choices(seat)
        if CARDS[str(one.fixed["card"])].kind == "section"
    ]
    for card in some(cards[:1]):
        part = tapped(game, f"?seat={seat}&card={card}")
        assert "map__svg" not in part and framed(part, "can") > 0
        said = re.search(r"Could order: ([A-I0-9, ]+)", part)
        assert said is not None
        game = do(game, seat, {"kind": "play_card", "card": card})
        now: Any = services.table(game)
        pos = now.rules.position(now.state)
        able = [at for at in pos.units_of(seat) if objection(pos, at, False) is None]
        assert set(able) <= set(said[1].strip().split(", "))


def test_a_unit_is_ordered_and_moved_by_taps() -> None:
    game = play_on(stored_battle(), asked("command"))
    seat = services.table(game).decisions()[0].seat
    choices = services.table(game).choices(seat)
    move = next(one for one in choices if one.kind == "move")
    at, goal = str(move.fixed["at"]), goals_of(move)[0]
    part = tapped(game, f"?seat={seat}&at={at}")
    assert f'data-at="{at}"' in part and framed(part, "reach") == len(goals_of(move))
    part = tapped(game, f"?seat={seat}&at={goal}&from={at}")
    assert f'value="{goal}"' in part and "map-way--march" in part and f">Move from {at} → {goal}<" in part
    game = do(game, seat, {"kind": "move", "at": at, "to": goal})
    if seat in {one.seat for one in services.table(game).decisions()}:
        page = shown(game, f"?seat={seat}")
        assert framed(page, "ordered") >= 1


def test_an_attack_bears_its_exact_chance() -> None:
    game = play_on(stored_battle(), asked("battle"))
    table: Any = services.table(game)
    seat = table.decisions()[0].seat
    fights = [one for one in table.choices(seat) if one.kind in ("attack", "fire")]
    page = shown(game, f"?seat={seat}")
    seen = ReadersBoard(table.rules.setting, table.view(seat))
    for choice in some(fights):
        found = seen.chances(choice)
        assert found is not None and 0 <= found.eliminated <= found.leaves <= 1 and found.dice > 0
    assert page.count("% </button>") + len(re.findall(r"– [<0-9]+\s?%", page)) >= len(fights)


def test_the_dice_that_fell_last_are_drawn_as_symbols() -> None:
    game = play_on(stored_battle(), lambda table: table.state.turn.rolls or table.state.last.rolls)
    page = shown(game)
    assert 'class="cdie cdie--' in page and 'id="cface-SWORDS"' in page


def test_the_rivals_hand_is_in_no_page() -> None:
    """With two players, neither the page nor its responses to taps name a card that only the rival holds."""
    game = play_on(stored_battle(rival="bruno"), asked("command"))
    table = services.table(game)
    hands = {seat: set(table.view(seat)["armies"][seat]["hand"]) for seat in ("bottom", "top")}
    told = {*table.view(None)["discards"], table.view(None)["card"], table.view(None)["last"]["card"]}
    for user, seat, other in (("anna", "bottom", "top"), ("bruno", "top", "bottom"), ("zoe", "", "bottom")):
        page = shown(game, user=person(user))
        for card in some(sorted(hands[other] - hands.get(seat, set()) - told)):
            assert names.card(card) not in page, (user, card)


def test_looking_costs_few_queries_and_bytes(django_assert_max_num_queries: Any) -> None:
    game = play_on(stored_battle(), asked("battle"))
    client = Client()
    client.force_login(game.gm)
    tables._heads.clear()  # like a process that did not take the moves itself
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(10):
        page = client.get(game.get_absolute_url()).content
    assert len(gzip.compress(page)) < 45_000, len(gzip.compress(page))


def test_a_look_back_the_table_print_and_the_stamp_show_the_board() -> None:
    game = play_on(stored_battle(), asked("battle"))
    client = Client()
    client.force_login(game.gm)
    page = client.get(f"{game.get_absolute_url()}replay/?at={game.seq}&place=E7").content.decode()
    assert "map__svg" in page and 'name="kind"' not in page
    table = shown(game, "?table=1")
    for at in some(services.table(game).view(None)["units"]):
        assert f">{at}</a>" in table
    assert "data-print" in shown(game, "?paper=1")


def test_an_answer_that_gave_itself_is_told_of_nobody(client: Client) -> None:
    """First Strike's hidden question is answered automatically if the card is not held, and no page
    mentions it.
    """
    game = play_on(
        stored_battle(), lambda table: table.game.entries.filter(action__kind="hold_back").exists()
    )
    usual = game.entries.filter(action__kind="hold_back").first()
    assert usual is not None and usual.covert
    with connection.cursor() as cursor:  # application code never changes a log entry
        cursor.execute("UPDATE games_entry SET reason = 'default' WHERE id = %s", [usual.pk])
    client.force_login(game.gm)
    page = client.get(f"{game.get_absolute_url()}chronicle/?seat={usual.seat}").content.decode()
    assert "the default answer" not in page and " roll " in page
    assert client.get(f"{game.get_absolute_url()}motion.json?seat={usual.seat}&turn=1").status_code == 200
    assert "end their moves." in page and "no immediate effect" not in page


def test_the_cards_drawn_at_set_up_are_one_sentence_a_side() -> None:
    game = stored_battle()
    at = scene(game.gm, game)
    first = describe_entries(at, services.chronicle(at.table, None, limit=500))[-1]
    told = [line.text for line in first.lines]
    assert told[:2] == ["The Syracusans draw a card. × 6", "The Carthaginians draw a card. × 5"]
