"""Names, signs and pieces never cover one another, at any level of any map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.placement import lines, placed_on_map, stack_pieces, width
from maps.values import Level, Map, Piece, Place
from tests.found import some
from tests.maps.crowds import LEVELS, SIDES, crowd
from tests.maps.overlapping import overlapping

SEEDS = range(12)


@pytest.mark.parametrize("level", LEVELS, ids=lambda one: str(one.scale))
@pytest.mark.parametrize("seed", SEEDS)
def test_no_names_or_pieces_overlap(seed: int, level: Level) -> None:
    laid = placed_on_map(crowd(seed), level)
    assert laid and overlapping(laid) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_at_the_closest_zoom_everything_is_drawn_near_its_place(seed: int) -> None:
    m, level = crowd(seed), LEVELS[-1]
    laid = {one.place.id: one for one in placed_on_map(m, level) if one.place}
    for place in some(m.places):
        parts = laid[place.id].parts
        assert [part.piece for part in parts if part.piece] == list(place.pieces)
        assert " ".join(part.text for part in parts if part.kind in ("name", "sea")) == place.name
        middle = (
            min(part.box.x for part in parts) + max(part.box.x for part in parts)
        ) / 2 - place.x * level.scale
        assert abs(middle) < 60


@pytest.mark.parametrize("level", LEVELS, ids=lambda one: str(one.scale))
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_stands_beyond_the_edge(seed: int, level: Level) -> None:
    m = crowd(seed)
    for part in some(part for one in placed_on_map(m, level) for part in one.parts):
        assert part.box.is_within(m.outlines.width * level.scale, m.outlines.height * level.scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_zooming_in_never_hides_names(seed: int) -> None:
    m = crowd(seed)
    told = [sum(one.place is not None for one in placed_on_map(m, level)) for level in LEVELS]
    assert told == sorted(told) and told[-1] == len(m.places)


def test_pieces_of_a_side_are_shown_as_one_with_all_their_strength() -> None:
    a, b = SIDES[0], SIDES[1]
    shown = stack_pieces(
        (
            Piece("block", a, 10, lettered=True),
            Piece("square", a, 3, wrong=True),
            Piece("ship", a, 2),
            Piece("block", b, 7, lettered=True),
        )
    )
    assert shown == (
        Piece("block", a, 13, lettered=True, wrong=True, count=2),
        Piece("ship", a, 2),
        Piece("block", b, 7, lettered=True),
    )


def test_where_there_is_no_room_the_weaker_is_left_out() -> None:
    m = crowd(3)
    x, y = 300.0, 200.0
    weak, strong = (
        place_at(m, i, x + i, y, Piece("block", SIDES[1], strength, lettered=True))
        for i, strength in enumerate((4, 30))
    )
    narrow = Map("", m.outlines, (weak, strong), (Level(0.1, regions=True),))
    shown = placed_on_map(narrow, narrow.levels[0])
    assert [one.place.id for one in shown if one.place] == [strong.id]


def place_at(m: Map, index: int, x: float, y: float, piece: Piece) -> Place:
    return replace(m.places[index], kind="land", x=x, y=y, pieces=(piece,))


def test_long_names_are_broken_and_numerals_stay_with_their_word() -> None:
    assert lines("Venetia et Histria") == ("Venetia et", "Histria")
    assert lines("Aegyptus II") == ("Aegyptus II",)
    assert width("Roma", 10, bold=True) > width("Roma", 10) > width("il", 10) > 0
