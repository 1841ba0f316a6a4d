"""The picture of the layers matches the linter's rules."""

import xml.etree.ElementTree as ElementTree

from tests.found import some
from tools import layers


def test_the_picture_of_the_layers_is_up_to_date() -> None:
    assert layers.PICTURE.read_text("utf-8") == layers.draw_layers(), "run python -m tools.layers"


def test_every_room_of_the_linter_is_drawn_above_what_it_may_import() -> None:
    allowed = layers.packages_below()
    height = {room: level for level, row in enumerate(layers.levels(allowed)) for room in row}
    assert set(height) == set(layers.ROOMS)
    assert allowed["engine"] == set() and "campaigns" not in allowed["battles"]
    for room, under in some(allowed.items()):
        assert all(height[one] < height[room] for one in under)
        assert not under & layers.forbidden_imports().get(room, set())


def test_the_picture_is_told_in_words_too() -> None:
    svg = ElementTree.parse(layers.PICTURE).getroot()
    told = svg.find("{http://www.w3.org/2000/svg}desc")
    assert told is not None and "games imports accounts, engine" in (told.text or "")
