"""Boards of hexes, drawn by the same code as squares and provinces."""

from __future__ import annotations

import gzip
import re
import time
from html import unescape

from maps import drawing
from maps.grounds import GROUNDS
from maps.hexes import facing_to_corner, facing_to_side
from maps.key import entries, symbols_on
from maps.placement import placed_on_map
from maps.thumbnail import thumbnail
from maps.values import Links, Marks
from tests.found import some
from tests.maps.hexfields import COLUMNS, GROUND_AT, ROWS, ancients, cataphract
from tests.maps.overlapping import overlapping
from tests.maps.spaces import framed, spaces_of


def drawn(which: str = "rows") -> str:
    m, marks = ancients() if which == "rows" else cataphract()
    return drawing.svg(m, marks, Links("?at="))


def test_every_hex_can_be_looked_at_and_only_what_holds_something_has_a_node() -> None:
    m, marks = ancients()
    page = drawn()
    assert spaces_of(page) == {ROWS.name(at) for at in ROWS} and len(spaces_of(page)) == 113
    assert page.count("<a href=") == len({place.id for place in m.places} | set(marks.reach) | {marks.chosen})


def test_what_is_told_of_an_empty_hex_is_its_ground() -> None:
    found = unescape(re.findall(r'data-told="([^"]*)"', drawn())[0])
    assert '": woods": "E3 E4 F3 F1"' in found and "B3" not in found, "a unit stands in that marsh"


def test_each_ground_is_one_outline_and_has_a_motif_of_its_own() -> None:
    page = drawn()
    kinds = set(GROUND_AT.values())
    for kind in some(kinds):
        assert page.count(f'id="map-over-{kind}"') == 1 and page.count(f'id="map-on-{kind}"') == 1
    assert len({one.motif for one in GROUNDS.values()}) == len(GROUNDS) >= 13


def test_hexsides_and_sections_are_one_path_a_kind() -> None:
    page = drawn()
    for kind, lines in (("river", 2), ("rampart", 3), ("wall", 2), ("trench", 2), ("section", 2)):
        (path,) = re.findall(rf'id="map-line-{kind}" d="([^"]+)"', page)
        assert path.count("M") == lines, kind


def test_frames_and_states_are_told_apart() -> None:
    m, marks = ancients()
    page = drawing.draw_marks(m, marks)
    assert [framed(page, kind) for kind in ("can", "ordered", "reach", "target", "chosen")] == [2, 2, 3, 1, 1]
    for state in ("moved", "fights", "fought"):
        assert page.count(f'<use href="#map-{state}"') == 1


def test_counters_look_six_ways_and_bear_badges_at_fixed_corners() -> None:
    assert sorted(facing_to_corner(COLUMNS, n) for n in range(6)) == [30, 90, 150, 210, 270, 330]
    assert sorted(facing_to_side(COLUMNS, n) for n in range(6)) == [0, 60, 120, 180, 240, 300]
    assert facing_to_corner(ROWS, 0) == 0 and facing_to_side(ROWS, 2) == 90, "the east side"
    page = drawn("columns")
    for facing in (30, 90, 150, 210, 270, 330):
        assert f'class="map-wedge" transform="rotate({facing})"' in page
    assert 'class="map-badge map-badge--hurt" transform="translate(-13.5 12)"' in page


def test_pieces_stand_in_their_hexes_at_every_level() -> None:
    for m, _marks in (ancients(), cataphract()):
        for level in some(level for level in m.levels if level.scale > 0.3):
            assert overlapping(placed_on_map(m, level)) == []


def test_what_is_left_of_a_unit_is_shown_from_near_and_from_afar() -> None:
    m, _marks = ancients()
    page = drawing.svg(m, Marks(), Links("?at="))
    assert 'class="map-pips"' in page and 'class="map-pips-lost"' in page
    assert "map-piece--chip" in page and "map-dots" in page


def test_the_key_tells_of_grounds_lines_and_states() -> None:
    m, _marks = ancients()
    assert {"woods", "hill3", "rampart", "section", "can", "fights"} <= symbols_on(m)
    words = {"woods": "woods", "section": "border of a section"}
    assert {"woods", "border of a section", "has moved"} <= {text for _drawing, text in entries(m, words)}


def test_a_stamp_shows_the_board_and_both_sides() -> None:
    for m, _marks in (ancients(), cataphract()):
        stamp = thumbnail(m)
        assert len(stamp) < 20_000 and "#96201c" in stamp and "#2b4c8c" in stamp


def test_a_board_costs_by_what_is_on_it() -> None:
    """bench/board.py measures the cost. The time limit here allows for a busy machine. The size limits are
    far below the size of a page with an SVG element for every place.
    """
    drawn("columns")
    began = time.process_time()
    page = drawn("columns")
    assert time.process_time() - began < 0.3
    assert len(page.encode()) < 90_000 and len(gzip.compress(page.encode())) < 14_000
    bare, marks = cataphract(units=10)
    few = drawing.svg(bare, Marks(), Links("?at="))
    assert len(few) < len(drawing.svg(cataphract()[0], Marks(), Links("?at="))) / 2
