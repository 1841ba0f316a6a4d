"""A board of squares drawn by the same code as a map of provinces."""

from __future__ import annotations

import re

from maps import drawing
from maps.placement import placed_on_map
from maps.values import Links, Marks
from tests.found import some
from tests.maps.overlapping import overlapping
from tests.maps.skirmish import BOARD, MOVER, PIECES, WOODS, skirmish
from tests.maps.spaces import framed, spaces_of


def test_every_square_is_a_link_with_what_stands_there() -> None:
    m, marks = skirmish()
    drawn = drawing.svg(m, marks, Links("?at="))
    assert spaces_of(drawn) == {str(square) for square in some(BOARD)}
    linked = {str(square) for square in PIECES} | set(marks.reach)
    for square in some(linked):
        assert f'<a href="?at={square}#map" id="m-{square}"' in drawn
    assert drawn.count('<a href="?at=') == len(linked), "an empty square has no node"
    assert f'id="m-{MOVER}" data-own><title>b2: red 8</title>' in drawn
    assert drawn.count('fill="url(#map-of-wood)"') == 1 and len(WOODS) == 3, "one outline for all woods"


def test_a_square_higher_up_the_board_is_higher_up_the_drawing() -> None:
    m, _marks = skirmish()
    points = m.outlines.points
    assert points["a6"][1] < points["a1"][1] and points["a1"][0] < points["h1"][0]
    assert [text for text, _x, _y in m.edges] == [*"abcdefgh" * 2, *"123456" * 2], "on all four sides"


def test_pieces_stand_in_their_squares_and_look_somewhere() -> None:
    m, _marks = skirmish()
    laid = placed_on_map(m, m.levels[-1])
    assert overlapping(laid) == []
    for one in some(laid):
        for part in one.parts:
            assert one.place and abs(part.box.x - one.place.x) < 28 and abs(part.box.y - one.place.y) < 28
    shown = [part.piece for one in laid for part in one.parts if part.piece]
    assert len(shown) == len(PIECES)
    assert ") rotate(45)" in drawing.svg(m, Marks(), Links("?at="))


def test_reach_with_costs_and_a_line_of_sight_past_a_wood() -> None:
    m, marks = skirmish("f2")
    drawn = drawing.draw_marks(m, marks)
    assert "map-way--sight" in drawn and framed(drawn, "reach") == len(marks.reach) - 1
    assert framed(drawn, "chosen") == 1 and re.search(r">4</text>", drawn)
    assert not skirmish("f6")[1].ways, "behind the wood"
