"""Counters with a symbol, terrain on top of fillings, and places with several outlines."""

from __future__ import annotations

import re

from maps import drawing
from maps.counters import layers
from maps.placement import stack_pieces
from maps.values import Level, Links, Map, Marks, Outlines, Piece, Place, Side

RED = Side("red", "RE", "#8c1c13", "M0 2H8")


def piece(symbol: str, strength: int = 1, shape: str = "unit") -> Piece:
    return Piece(shape, RED, strength, lettered=True, symbol=symbol)


def drawn(*places: Place, chosen: str = "") -> str:
    outlines = Outlines("map.svg", 200, 200, {"a": (50, 50), "b": (150, 150)}, ())
    symbols = {"foot": "M0 0H4", "horse": "M0 0V4"}
    m = Map("A map", outlines, places, (Level(1, play=True),), symbols=symbols)
    return drawing.svg(m, Marks(chosen), Links("?at="))


def test_a_stack_keeps_the_symbol_that_all_share() -> None:
    (same,) = stack_pieces([piece("foot", 2), piece("foot", 1), piece("", 0, "disc")])
    assert (same.symbol, same.strength, same.count) == ("foot", 3, 3)
    (mixed,) = stack_pieces([piece("foot", 2), piece("horse", 1)])
    assert (mixed.symbol, mixed.strength) == ("", 3)


def test_ships_stand_apart_from_what_marches() -> None:
    land, sea = stack_pieces([piece("foot", 2), piece("", 1, "hull")])
    assert (land.strength, sea.strength, sea.shape) == (2, 1, "hull")


def test_a_counter_bears_letters_symbol_and_number() -> None:
    found = drawn(Place("a", "land", 50, 50, "A", "A", pieces=(piece("horse", 3),)))
    counter = found[found.index("map-piece--unit") :]
    assert 'href="#map-symbol-horse"' in counter and ">RE<" in counter and ">3<" in counter
    assert 'id="map-symbol-horse"' in found


def test_a_leader_over_other_pieces_shows_a_number_or_an_initial_but_not_both() -> None:
    leader = Piece("disc", RED, lettered=True, label="B")
    (stack,) = stack_pieces([leader, Piece("square", RED, 3)])
    written = [re.findall(r">(\w+)</text>", "".join(layers(one))) for one in (leader, stack)]
    assert written == [["B"], ["3"]]


def test_ground_lies_over_the_filling_and_a_place_may_consist_of_several_outlines() -> None:
    place = Place("a", "land", 50, 50, "A", "A", holder=RED, ground="highland", outlines=("a", "b"))
    found = drawn(place, chosen="a")
    for outline in ("a", "b"):
        assert f'<use fill="url(#map-of-red)" href="map.svg#{outline}"/>' in found
        assert f'fill="url(#map-on-highland)" href="map.svg#{outline}"/>' in found
        assert f'class="map-frame map-frame--chosen" href="map.svg#{outline}"/>' in found
    assert found.count('id="map-on-') == 1 and found.count('<a href="?at=a#map"') == 1
