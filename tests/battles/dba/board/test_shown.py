"""A position as others see it: replayed step by step, on a screen, as a thumbnail, on paper."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from battles.dba.muster.clubs import MUSTERS
from battles.dba.pages import motion
from battles.dba.pages.board import static_board
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Position
from battles.dba.rules.system import DBA
from games import services
from games.motion.values import PieceMove
from tests.battles.dba.board.begun import board_battle, do, play_on
from tests.found import some
from tests.web.cast import browser

GAME = DBA.scenario("board")


def placed(**places: tuple[int, int]) -> dict[str, Any]:
    bases = {n: {"code": "4Bd", "x": x, "y": y, "heading": 0} for n, (x, y) in places.items()}
    return {"kind": "elements_placed", "places": bases, "told": []}


def test_each_element_moves_from_where_it_stood_step_by_step() -> None:
    field = motion.Field({"r5": Base("4Bd", 30_000, 40_000, 0)}, static_board.COLOURS)
    entries = [[placed(r5=(30_000, 30_000))], [placed(r5=(30_000, 20_000))]]
    first, second = motion.motions(entries, GAME, frozenset(), ground=field)
    (one,), (two,) = first, second
    assert isinstance(one, PieceMove) and isinstance(two, PieceMove)
    assert one.way[1] == two.way[0] and (one.mark, one.colour) == ("RE", static_board.COLOURS["red"])
    points = static_board.Points()
    assert points[one.way[0]].y - points[one.way[1]].y == 100, "a hundred millimetres ahead"
    assert "somewhere" not in points and "r5" not in points


def test_elements_without_a_known_start_show_no_motion() -> None:
    field = motion.Field({}, static_board.COLOURS)
    assert motion.motions([[placed(r5=(30_000, 30_000))]], GAME, frozenset(), ground=field) == [[]]


def test_bases_are_drawn_with_their_codes_and_a_table_has_none() -> None:
    position = Position.parse("r1 red 3Cv 200 300 0 general\nb1 blue 4Sp facing r1")
    drawn = static_board.draw_bases(position, static_board.COLOURS)
    assert drawn.count(">3Cv<") == drawn.count(">4Sp<") == 1 and "#e8c15a" in drawn
    assert static_board.position_in({}) is None and static_board.position_in({"position": []}) is None


@pytest.mark.django_db
def test_spectators_replay_screen_picture_and_paper_show_the_position() -> None:
    game = play_on(board_battle(), lambda state: state.phase == "moves" and state.bound == 2)
    table = services.table(game)
    order = next(c.fixed["order"] for c in table.rules.choices(table.state, table.state.active) if c.fixed)
    before = game.seq
    do(game, table.state.active, {"kind": "move_on_board", "order": order, "dismount": False})
    visitor = browser("")
    (stride,) = visitor.get(reverse("game-motion", args=[game.pk]), {"after": before}).json()["strides"]
    assert len(stride["motions"]) == len(order.partition(":")[0].split())
    assert all(len(one["way"]) == 2 for one in some(stride["motions"]))
    number = len(services.table(game).state.board.places)
    screen = visitor.get(reverse("battles:dba-screen", args=[game.pk])).content.decode()
    assert screen.count('text-anchor="middle" stroke="#2a1e12"') == number
    replay = visitor.get(reverse("game-replay", args=[game.pk]), {"at": before}).content.decode()
    assert "battles/board" in replay and "maps/map" in replay and replay.count("data-element=") == number
    sheets = reverse("battles:dba-field-print", args=[game.pk])
    with_armies = visitor.get(sheets, {"what": "position"}).content.decode()
    assert with_armies.count('stroke-opacity=".55" stroke-width="2"') == number
    assert 'value="position"' in visitor.get(reverse("battles:dba-field", args=[game.pk])).content.decode()
    assert visitor.get(reverse("battles:dba-terrain", args=[game.pk])).status_code == 404


@pytest.mark.django_db
def test_a_players_previews_are_hidden_from_the_other_side() -> None:
    """The server previews a move for one player but stores nothing, so the other side cannot learn of it."""
    game = play_on(board_battle(rival="bruno"), lambda state: state.phase == "moves" and state.bound == 2)
    table = services.table(game)
    seat = table.state.active
    names = {seat.key: seat.user.username for seat in game.seats.all() if seat.user}
    mover, other = browser(names[seat]), browser(names["blue" if seat == "red" else "red"])
    order = next(c.fixed["order"] for c in table.rules.choices(table.state, seat) if c.fixed)
    before = other.get(game.get_absolute_url()).content
    assert "dghost--plan" in mover.get(game.get_absolute_url(), {"at": order}).content.decode()
    after = other.get(game.get_absolute_url()).content
    assert _without_keys(before) == _without_keys(after) and b"dghost" not in after
    assert str(order) not in html.unescape(after.decode())


def _without_keys(page: bytes) -> str:
    """Return a page without the keys and tokens of its forms, which differ in every response."""
    text = re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", page.decode())
    return re.sub(r"(X-CSRFToken|nonce|X-CSRFTOKEN)[^>]*", "", text)


def test_a_league_on_the_board_keeps_it_with_the_armies_that_players_bring() -> None:
    rules = DBA.open(MUSTERS.scenario(DBA.scenario("board"), {}), {})
    assert isinstance(rules, BoardRules)
