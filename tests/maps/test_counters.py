"""Counters in a battle on squares: facing, remaining strength, and leaders."""

from __future__ import annotations

import re

from kit.grid.square import Board, Square
from maps import drawing
from maps.placement import placed_on_map
from maps.squares import board_map
from maps.values import Level, Links, Map, Marks, Piece, Side, Way
from tests.found import some
from tests.maps.overlapping import overlapping
from tests.maps.spaces import spaces_of

RED, BLUE = Side("red", "RE", "#96201c", "M0 4H8"), Side("blue", "BL", "#2b4c8c", "M4 0V8")
BOARD = Board(8, 4)
LIES = [square for square in BOARD if square.column < 7]
LEVELS = (Level(0.4), Level(0.8, play=True))


def counter(side: Side = RED, left: int = 3, facing: int = 0, **more: object) -> Piece:
    return Piece("counter", side, facing=facing, shields=(left, 4), symbol="foot", **more)  # type: ignore[arg-type]


def board(**pieces: Piece) -> Map:
    placed = {Square.parse(at): (piece,) for at, piece in pieces.items()}
    return board_map(
        "A line",
        BOARD,
        placed,
        str,
        levels=LEVELS,
        symbols={"foot": "M-3 0H3"},
        lies=LIES,
    )


def drawn(m: Map, marks: Marks | None = None) -> str:
    return drawing.svg(m, marks or Marks(), Links("?at="))


def test_a_front_bears_a_shield_for_each_that_is_left_and_an_empty_one_for_each_that_is_lost() -> None:
    found = drawn(board(b2=counter(left=3)))
    block = found[found.index("map-piece--counter") :]
    (full,), (lost,) = (re.findall(rf'class="map-{kind}" d="([^"]+)"', block) for kind in ("shields", "lost"))
    assert full.count("M") == 3 and lost.count("M") == 1
    assert ">RE<" in block and "#map-symbol-foot" in block and "#map-base-red" in block


def test_the_block_turns_and_what_is_written_on_it_stands_upright() -> None:
    found = drawn(board(b2=counter(facing=90, label="A")))
    turned = found.index('transform="rotate(90)"')
    assert turned < found.index("</g>", turned) < found.index(">A<")


def test_sides_differ_in_pattern_and_letters_too() -> None:
    found = drawn(board(b2=counter(), c2=counter(BLUE)))
    assert 'id="map-worn-red"' in found and 'id="map-worn-blue"' in found
    assert RED.motif in found and BLUE.motif in found and ">RE<" in found and ">BL<" in found


def test_stars_and_cards_stand_at_the_back() -> None:
    found = drawn(board(b2=counter(led=1, covered=True), c2=counter(led=2)))
    assert found.count('href="#map-star"') == 2 and found.count("map-led--wing") == 1
    assert found.count('class="map-card"') == 1


def test_a_line_shoulder_to_shoulder_lies_in_its_squares_at_both_levels() -> None:
    line = {
        f"{column}2": counter(facing=turn) for column, turn in zip("abcd", (0, 90, 180, 270), strict=True)
    }
    m = board(**line)
    for level, shapes in zip(LEVELS, ("square", "counter"), strict=True):
        laid = placed_on_map(m, level)
        assert overlapping(laid) == []
        found = [(one.place, part) for one in laid for part in one.parts if part.piece]
        assert len(found) == 4 and all(part.piece and part.piece.shape == shapes for _place, part in found)
        for place, part in some(found):
            assert place and abs(part.box.x - place.x * level.scale) < 0.1


def test_a_board_need_not_be_whole() -> None:
    found = drawn(board(b2=counter()))
    assert "g1" in spaces_of(found) and "h1" not in spaces_of(found)


def test_what_is_watched_over_is_shaded_and_a_line_that_is_stopped_ends_in_a_cross() -> None:
    marks = Marks("b2", ways=(Way(("b2", "d2"), "stopped"),), shaded=frozenset({"c2", "c3"}))
    found = drawing.draw_marks(board(b2=counter()), marks)
    (shade,) = re.findall(r'class="map-shade" d="([^"]+)"', found)
    assert shade.count("M") == 1, "two squares above each other have one outline"
    assert "map-way--stopped" in found and "url(#map-stop)" in found


def test_swords_stand_on_the_back() -> None:
    (swords,) = re.findall(r'class="map-swords" d="([^"]+)"', drawn(board(b2=counter(swords=3))))
    assert swords.count("M") == 3
