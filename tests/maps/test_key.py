"""The legend of a map explains everything on it and nothing else."""

from maps.key import common_meanings, entries, symbols_on
from maps.values import Level, Map, Outlines, Piece, Place, Side

RED, PLAIN = Side("red", "RE", "#900"), Side("plain", "", "#fff")
OUTLINES = Outlines("", 100, 100, {"rome": (10, 10)}, ())
WORDS = {"block": "army", "ship": "fleet", "city": "city", "holder": "who holds it", "port": ""}


def drawn(*places: Place) -> Map:
    return Map("", OUTLINES, places, (Level(1, play=True),), plain=PLAIN)


def told(m: Map) -> set[str]:
    return {text for _drawing, text in entries(m, WORDS)}


def test_only_what_stands_on_the_map_is_told() -> None:
    bare = drawn(Place("rome", "land", 10, 10, "Rome", "", holder=PLAIN))
    assert told(bare) == {common_meanings()[name] for name in ("chosen", "reach", "target")}
    army = Place(
        "rome", "land", 10, 10, "Rome", "", holder=RED, sign="city", pieces=(Piece("block", RED, 3),)
    )
    assert told(drawn(army)) - told(bare) == {"army", "city", "who holds it"}
    assert "fleet" not in told(drawn(army)) and "lozenge" not in symbols_on(drawn(army))
