"""A battle's page: the board with every piece, forms at their squares, the duel and the panels."""

from __future__ import annotations

import gzip
import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from battles.schiere.pages import board, chances, clashes, duels, naming, rampage, square_choices
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.pages.shooting import lines_of_fire
from battles.schiere.rules.chapters import CODEC, ORDER_KINDS
from battles.schiere.rules.melee import routing
from battles.schiere.rules.melee.charge import Receive
from battles.schiere.rules.melee.clash import BlowStruck, Lay
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.march import MoveAlong
from battles.schiere.rules.view import view
from engine.game import Choice, Option, Pick
from games import plugins, services
from games.models import Game
from tests.battles.schiere.begun import asked, do, play_on, stored_battle, to_a_duel
from tests.battles.schiere.boards import battle
from tests.battles.schiere.fights import Fight
from tests.flat import flat
from tests.found import some
from tests.maps.spaces import framed, spaces_of
from tests.web.cast import person, show_hands

pytestmark = pytest.mark.django_db


def shown(game: Game, query: str = "", *, user: Any = None, language: str = "en", **headers: str) -> str:
    client = Client()
    client.force_login(user or game.gm)
    show_hands(client, game)
    client.cookies["django_language"] = language
    with translation.override(language):  # requests leave their language active
        answer = client.get(game.get_absolute_url() + query, headers=headers)
    assert answer.status_code == 200
    return flat(html.unescape(answer.content.decode()))


def tapped(game: Game, query: str) -> str:
    """Return the HTML that a tap on the board loads."""
    return shown(game, query, HX_Request="true", HX_Target="chosen")


def test_the_page_of_a_fresh_battle_shows_every_square_in_both_languages() -> None:
    game = stored_battle()
    ground = services.table(game).rules.setting.ground
    for language, heading in (("en", "Legend"), ("it", "Legenda")):
        page = shown(game, language=language)
        assert heading in page and 'id="next"' in page
        assert spaces_of(page) == set(ground.squares)
        assert "%(" not in page and "style=" not in page and "onclick" not in page


@pytest.fixture
def game() -> Game:
    """Create a battle in its first turn, with an action due."""
    return play_on(stored_battle(options={"points": "20", "turns": "6"}), asked("act"))


def test_a_schiera_is_chosen_acts_and_marches_by_what_stands_at_its_squares(game: Game) -> None:
    table = services.table(game)
    seat = table.decisions()[0].seat
    choice = next(c for c in table.choices(seat) if c.kind == "take_action" and len(c.fields[0].options) > 2)
    units = [o.value for o in choice.fields[0].options]
    at = table.view(seat)["pieces"][units[0]]["at"]
    part = tapped(game, f"?seat={seat}&at={at}")
    assert f'data-at="{at}"' in part and 'id="map-marks"' in part and "map__svg" not in part
    assert len(re.findall(r'type="checkbox"[^>]* checked', part)) == len(units), "all of it acts"
    assert framed(part, "reach") > 4 and 'class="map-shade"' in part

    game = do(game, seat, {"kind": "take_action", "units": units})
    march = next(c for c in services.table(game).choices(seat) if c.kind == "move_along")
    goal, way = next((to, one) for to, one in square_choices.goals(march).items() if one.cost > 1)
    start = table.view(seat)["pieces"][march.fixed["lead"]]["at"]
    part = tapped(game, f"?seat={seat}&at={goal}&from={start}")
    assert f'name="f-way" value="{json.dumps(list(way.way))}"' in part and "map-way--march" in part
    assert part.count('<button name="f-facing"') == 2 * 4, "to go there, and to end the action there"
    page = shown(game, f"?seat={seat}")
    assert page.count('name="f-way"') == 0, "marches leg by leg are for whoever asks"
    assert 'name="f-way"' in shown(game, f"?seat={seat}&ways=1")


def test_a_look_back_shows_the_board_of_then_and_the_table_says_the_same(game: Game) -> None:
    client = Client()
    client.force_login(game.gm)
    show_hands(client, game)
    page = client.get(f"{game.get_absolute_url()}replay/?at={game.seq}&place=d4").content.decode()
    assert "map__svg" in page and 'data-at="d4"' in page and 'name="kind"' not in page
    table = shown(game, "?table=1")
    view = services.table(game).view(None)
    for piece in some(view["pieces"].values()):
        assert f">{piece['at']}</a>" in table


def test_looking_costs_few_queries_and_bytes(game: Game, django_assert_max_num_queries: Any) -> None:
    client = Client()
    client.force_login(game.gm)
    show_hands(client, game)
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(14):
        page = client.get(game.get_absolute_url() + "?at=h3").content
    assert len(gzip.compress(page)) < 25_000
    headers = {"HX-Request": "true", "HX-Target": "chosen"}
    with django_assert_max_num_queries(14):
        part = client.get(game.get_absolute_url() + "?at=h4", headers=headers).content
    assert len(part) * 3 < len(page)


def test_who_watches_sees_the_board_but_no_forms() -> None:
    page = shown(stored_battle(), "?at=d4", user=person("zoe"))
    assert 'id="m-d4"' in page and 'name="kind"' not in page


def test_a_duel_shows_what_both_have_left_and_no_card_that_lies_face_down() -> None:
    game = to_a_duel(stored_battle())
    page = shown(game, "?seat=rome")
    duel = page[page.index('id="duel"') :][:9000]
    assert duel.count("scard--small") == 10 and duel.count("scard--empty") == 2
    game = do(game, "rome", {"kind": "lay", "card": "sword3", "order": None, "then": []})
    page = shown(game, "?seat=carthage")
    duel = page[page.index('id="duel"') :][:9000]
    assert duel.count("scard--empty") == 1 and duel.count("scard--small") == 10, "a card lies there, unseen"
    game = do(game, "carthage", {"kind": "lay", "card": "shield", "order": None, "then": []})
    view = services.table(game).view(None)["duel"]
    assert view is None or ["sword3", "shield"] in view["played"] or ["shield", "sword3"] in view["played"]


@pytest.mark.parametrize(
    ("friend", "hindrance"),
    [("", ""), ("c6", "friends in between"), ("d6", "")],
)
def test_a_line_of_fire_says_what_stops_it(friend: str, hindrance: str) -> None:
    pieces = ["r1 archers c4n", "c1 punic_foot c8s", "r9 chief:solid h1n"]
    seen = seen_of(*pieces, *([f"r2 legionaries {friend}n"] if friend else []))
    (line,) = lines_of_fire(seen, "c4")
    assert (line.at, line.distance, line.hindrance) == ("c8", 4, hindrance)
    assert line.drawn == ("c4", "c6" if hindrance else "c8")


def test_chances_stand_on_the_buttons_exactly() -> None:
    seen = seen_of("r1 archers c4n", "c1 numidians c6s", "r9 chief:solid h1n")
    assert chances.shot_chances(seen, ["r1"], "c1") == "hits 1/3, 1 damage 1/9, 2 damage 1/9"
    assert chances.nerve(seen, "c1") == "stands 1/3, retreats 1/3, routs 1/3"


def test_a_square_is_no_piece_of_the_same_name() -> None:
    """Piece c10, Carthage's tenth, is not on square c10."""
    seen = seen_of("c10 libyans d4s 0 A", "c1 libyans c10s 0 A", "c9 chief:solid h9s")
    room = Choice("make_room", {"unit": "c1"}, (Pick("at", (Option("c9"), Option("b10"))),))
    assert square_choices.squares(seen, room) == {"c9", "b10", "c10"}
    hit = Choice("attack", {"unit": "c1"}, (Pick("target", (Option("c10"),)),))
    assert square_choices.squares(seen, hit) == {"c10", "d4"}
    assert naming.with_names(seen, "C10, C1: at c10") == "Libyan javelinmen and caetrati A (d4, c10): at c10"


def test_what_a_duel_may_come_to_is_told_before_the_charge() -> None:
    seen = seen_of("r1 legionaries c4n", "c1 libyans c7s", "r9 chief:solid c2n", "c9 chief:solid c9s")
    stands, charges = clashes.charge(seen, {"r1": "c6"}, "n")
    assert "if it stands: enemy lost" in stands and "if it charges too: enemy lost" in charges
    beside = seen_of("r1 legionaries c6n", "c1 libyans c7s", "r9 chief:solid c2n", "c9 chief:solid c9s")
    assert clashes.attack(beside, "r1", "c1").startswith("enemy lost ")
    assert clashes.charge(seen, {"r1": "c5"}, "n") == (), "they do not touch there"


def test_the_last_duel_is_shown_whole() -> None:
    fight = Fight(battle("r1 legionaries c4n", "c1 libyans c6s", "r9 chief:solid c2n", "c9 chief:solid c9s"))
    fight.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("c5",), "n"))
    fight.does("carthage", Receive(()))
    while view(fight.pos, None)["duel"] is not None:
        for seat, kind in fight.asked().items():
            hand = fight.offered(seat)[0].fields[0]
            fight.does(seat, Lay(hand.options[0].value) if kind == "blow" else routing.TestNerve(False))
    assert view(fight.pos, None)["duel"] is None
    told = [CODEC.write(event) for event in fight.told]
    found = duels.last_duel(ReadersBoard(fight.pos.setting, view(fight.pos, None)), [told], lambda event: "")
    assert found is not None and found.fresh and len(found.blows) == len(fight.happened(BlowStruck))
    cut = [event for event in told if event["kind"] != "duel_ended"]  # the duel ended the battle too
    assert (
        duels.last_duel(ReadersBoard(fight.pos.setting, view(fight.pos, None)), [cut], lambda event: "")
        == found
    )
    assert found.sides[1].harm == sum(blow.damage[1] or 0 for blow in found.blows) > 0


def test_the_board_shows_fronts_shields_schiere_and_commanders() -> None:
    seen = seen_of("r1 legionaries c4e 1 A", "r2 chief:solid c4e @r1", "c1 libyans c8s", "r3 velites a1n")
    piece = board.counter(seen, "r1")
    assert (piece.facing, piece.shields, piece.led, piece.symbol) == (90, (3, 4), 1, "legionaries")
    assert board.counter(seen, "c1").side.mark == "CA" and board.counter(seen, "c1").shields == (2, 2)
    assert (piece.swords, board.counter(seen, "r3").swords) == (seen.pos.attack("r1"), 1)
    told = board.describe_square(seen, "c4")
    assert "3 of 4 shields" in told and "Rome’s commander in chief, solid" in told


def seen_of(*pieces: str) -> ReadersBoard:
    """Return a board as a spectator sees it."""
    pos = battle(*pieces)
    return ReadersBoard(pos.setting, view(pos, None))


def test_every_kind_of_question_has_a_page() -> None:
    game, met = stored_battle(options={"points": "20", "turns": "6"}), set[str]()

    def new(table: Any) -> bool:
        return table.state.ended != "" or table.decisions()[0].kind not in met

    while not services.table(play_on(game, new)).state.ended:
        game.refresh_from_db()
        decision = services.table(game).decisions()[0]
        met.add(decision.kind)
        for language in ("en", "it"):
            page = shown(game, f"?seat={decision.seat}&at=d3", language=language)
            assert "%(" not in page and 'data-at="d3"' in page
    assert len(met) >= 8, met


def test_every_standing_order_has_a_name_and_its_page_opens() -> None:
    game = stored_battle()
    client = Client()
    client.force_login(game.gm)
    show_hands(client, game)
    page = flat(client.get(f"{game.get_absolute_url()}orders/?seat=rome").content.decode())
    names = {plugins.wording(game).order(kind) for kind in ORDER_KINDS}
    assert len(names) == len(ORDER_KINDS) > 3
    assert all(html.escape(name) in page for name in names), names


def test_where_elephants_would_run_is_drawn_behind_them() -> None:
    seen = seen_of("c1 elephants c8s", "r1 legionaries c4n", "c9 chief:solid h9s", "r9 chief:solid h1n")
    (way,) = rampage.bolts(seen, "c8")
    assert way.kind == "bolt" and way.places[:3] == ("c8", "c9", "c10") and way.places[-1] == "c16"
    assert list(rampage.bolts(seen, "c4")) == []


def test_the_button_at_a_square_names_its_deed() -> None:
    game = play_on(stored_battle(), lambda table: table.decisions()[0].kind == "place_camp")
    seat = services.table(game).decisions()[0].seat
    choice = next(c for c in services.table(game).choices(seat) if c.kind == "place_camp")
    at = choice.fields[0].options[0].value
    part = tapped(game, f"?seat={seat}&at={at}")
    assert f">Place the camp: {at}</button>" in part
