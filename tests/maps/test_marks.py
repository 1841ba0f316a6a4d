"""Marks on a map: ports and the waters between them, coastlines, and land without an owner."""

from maps.drawing import draw_marks, svg
from maps.values import Level, Links, Map, Marks, Outlines, Place, Side

NOBODY = Side("", "", "#888")
POINTS = {"rome": (10.0, 10.0), "sea": (20.0, 20.0), "utica": (30.0, 40.0)}


def sea_and_ports(*, relief: bool = False, own: bool = False) -> Map:
    places = tuple(
        Place(key, "sea" if key == "sea" else "land", *at, key, key, own=own) for key, at in POINTS.items()
    )
    outlines = Outlines("/map.svg", 100, 100, POINTS, (), relief=relief)
    return Map("", outlines, places, (Level(1, play=True),), plain=NOBODY)


def test_ports_and_the_waters_between_them_are_marked() -> None:
    links = frozenset({("rome", "sea"), ("sea", "utica")})
    drawn = draw_marks(sea_and_ports(), Marks("rome", ports=frozenset({"utica"}), links=links))
    assert 'class="map-sail" d="M10 10L20 20M20 20L30 40"' in drawn
    assert drawn.count("map-frame--port") == 1 and "#utica" in drawn
    assert "map-sail" not in draw_marks(sea_and_ports(), Marks("rome"))


def test_destinations_stay_linked_even_with_own_pieces_there() -> None:
    kept = svg(sea_and_ports(own=True), Marks(), Links("?at=", "&from=rome", frozenset({"utica"})))
    assert 'href="?at=utica&amp;from=rome#map"' in kept and 'href="?at=sea#map"' in kept


def test_coasts_mountains_and_land_without_a_colour() -> None:
    plain = svg(sea_and_ports(), Marks(), Links("?at="))
    assert plain.count("#shore") == 2 and "#relief" not in plain and "data-bare" in plain
    assert "#relief" in svg(sea_and_ports(relief=True), Marks(), Links("?at="))
