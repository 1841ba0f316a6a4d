"""The booklet's conditions for a drawn battlefield: each limit is tested from just inside and just
outside.
"""

from dataclasses import replace

import pytest

from battles.dba.rules.field import checks, shapes
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.sections import section
from tests.found import some

WOODS = DrawnPiece("woods", 150, 150, 150, 100)
RIVER = DrawnPiece("river", width=30, edge=4, course=(220,) * 5)
SEA = DrawnPiece("waterway", width=20, edge=3, course=(120,) * 5)
ROAD = DrawnPiece("road", width=20, edge=4, course=(250,) * 5)
BUA = DrawnPiece("bua", 300, 150, 120, 80)


def codes(*drawing, home=""):
    return {fault.code for fault in checks.faults(drawing, home)}


def test_a_piece_in_order_has_nothing_against_it():
    for one in some([WOODS, RIVER, SEA, ROAD, BUA]):
        assert codes(one) == set(), one


@pytest.mark.parametrize(
    ("good", "bad", "code"),
    [
        # area_features: the sides of the enclosing rectangle add up to at most 36 cm
        (replace(WOODS, length=220, width=140), replace(WOODS, length=221, width=140), "area_too_large"),
        # neither side is more than twice the other, except for marsh and rough going
        (replace(WOODS, length=200), replace(WOODS, length=201), "area_too_long"),
        (DrawnPiece("marsh", 200, 200, 260, 100), DrawnPiece("dunes", 200, 200, 260, 100), "area_too_long"),
        (DrawnPiece("rough", 200, 200, 260, 100), DrawnPiece("oasis", 200, 200, 260, 100), "area_too_long"),
        # the piece is at least as wide as a base
        (replace(WOODS, length=60, width=40), replace(WOODS, length=60, width=39), "narrower_than_base"),
        # the piece lies on the board
        (replace(WOODS, x=75), replace(WOODS, x=73), "off_the_board"),
        (replace(WOODS, y=550), replace(WOODS, y=552), "off_the_board"),
        # D9: within 20 cm of one edge and more than 20 cm from the other three
        (replace(BUA, y=240), replace(BUA, y=242), "bua_far_from_edges"),
        (replace(BUA, x=262), replace(BUA, x=259), "bua_near_two_edges"),
        # linear_features: the river
        (replace(RIVER, width=40), replace(RIVER, width=41), "river_too_wide"),
        (replace(RIVER, course=(166,) * 5), replace(RIVER, course=(165,) * 5), "river_near_edge"),
        (replace(RIVER, course=(220,) * 5), replace(RIVER, course=(290,) * 5), "linear_two_quarters"),
        (
            replace(RIVER, course=(180, 270, 180, 270, 180)),
            replace(RIVER, course=(160, 440, 160, 440, 160)),
            "river_too_winding",
        ),
        # the waterway: 8 to 24 cm inwards, at most 16 cm along half of it, a beach of up to 5 cm
        (replace(SEA, course=(80,) * 5), replace(SEA, course=(79,) * 5), "waterway_shallow"),
        (
            replace(SEA, course=(100, 100, 100, 240, 240)),
            replace(SEA, course=(100,) * 4 + (241,)),
            "waterway_deep",
        ),
        (replace(SEA, course=(160, 160, 160, 230, 230)), replace(SEA, course=(200,) * 5), "waterway_half"),
        (replace(SEA, width=50), replace(SEA, width=51), "beach_too_deep"),
        # the road stays in two quarters
        (ROAD, replace(ROAD, course=(100, 200, 300, 400, 500)), "linear_two_quarters"),
    ],
)
def test_limits_of_a_single_piece(good, bad, code):
    assert code not in codes(good)
    assert code in codes(bad)


@pytest.mark.parametrize(
    ("one", "good", "bad", "code"),
    [
        # area pieces are a base width apart: the wood's edge is at 225
        (
            WOODS,
            DrawnPiece("marsh", 315, 150, 100, 60),
            DrawnPiece("marsh", 313, 150, 100, 60),
            "gap_too_narrow",
        ),
        (
            WOODS,
            DrawnPiece("marsh", 315, 150, 100, 60),
            DrawnPiece("marsh", 270, 150, 100, 60),
            "pieces_overlap",
        ),
        (
            WOODS,
            DrawnPiece("marsh", 150, 290, 80, 100, 90),
            DrawnPiece("marsh", 150, 150, 60, 50),
            "pieces_overlap",
        ),
        # ... and as far from a river's bank (205) or the sea (480)
        (
            RIVER,
            DrawnPiece("woods", 115, 300, 100, 60),
            DrawnPiece("woods", 117, 300, 100, 60),
            "gap_too_narrow",
        ),
        (
            SEA,
            DrawnPiece("woods", 300, 410, 100, 60),
            DrawnPiece("woods", 300, 412, 100, 60),
            "gap_too_narrow",
        ),
        # F2: a town may touch a bank but not lie in the river
        (RIVER, DrawnPiece("bua", 154, 300, 100, 60), DrawnPiece("bua", 200, 300, 100, 60), "pieces_overlap"),
        # F3: a road bends around other pieces; it may touch them, and it may cross a town
        (
            ROAD,
            DrawnPiece("woods", 189, 300, 100, 60),
            DrawnPiece("woods", 230, 300, 100, 60),
            "pieces_overlap",
        ),
        (
            ROAD,
            DrawnPiece("bua", 250, 300, 100, 60),
            DrawnPiece("marsh", 250, 300, 100, 60),
            "pieces_overlap",
        ),
        # a river may end in the sea but not run along the shore
        (SEA, RIVER, replace(RIVER, edge=3, course=(110,) * 5), "pieces_overlap"),
        (
            SEA,
            replace(RIVER, edge=3, course=(176,) * 5),
            replace(RIVER, edge=3, course=(172,) * 5),
            "gap_too_narrow",
        ),
    ],
)
def test_limits_between_two_pieces(one, good, bad, code):
    together = [[fault.code for fault in checks.check_pair(0, one, 1, two)] for two in (good, bad)]
    assert together[0] == []
    assert together[1] == [code]


def test_a_road_crosses_a_river_and_another_road():
    across = replace(ROAD, edge=1)
    assert codes(RIVER, across) == codes(ROAD, across) == set()


def test_the_gap_is_told_in_millimetres_and_so_is_what_is_missing():
    (fault,) = checks.check_pair(0, WOODS, 1, DrawnPiece("marsh", 306, 150, 100, 60))
    assert (fault.facts["mm"], fault.facts["more"], fault.pieces) == (31, 9, (0, 1))


def test_turned_pieces_are_measured_as_they_lie():
    """A narrow wood that points at its neighbour is nearer than one that lies parallel to it."""
    beside = DrawnPiece("woods", 300, 300, 160, 80, 90)
    other = DrawnPiece("marsh", 420, 300, 80, 60)
    assert not list(checks.check_pair(0, beside, 1, other))
    assert [f.code for f in checks.check_pair(0, replace(beside, turn=0), 1, other)] == ["pieces_overlap"]


def test_quarters_are_those_that_a_piece_reaches_into():
    assert shapes.quarters(WOODS) == (1,)
    assert shapes.quarters(replace(WOODS, x=300, y=450)) == (3, 4)
    assert shapes.quarters(replace(WOODS, x=300, y=300)) == (1, 2, 3, 4)
    assert shapes.quarters(DrawnPiece("woods", 260, 260, 120, 80, 45)) == (1, 2, 3, 4)
    assert shapes.quarters(DrawnPiece("woods", 260, 260, 120, 80, 135)) == (1, 2, 4)
    assert [shapes.quarters(replace(RIVER, edge=edge)) for edge in (1, 2, 3, 4)] == [
        (1, 2),
        (2, 3),
        (3, 4),
        (1, 4),
    ]


def test_the_choice_is_counted_by_the_drawing_too():
    """The rules for choosing terrain also apply to drawn battlefields: features in three quarters, obstacles
    in two, and no two areas of the same size.
    """
    alone = (BUA, replace(WOODS, x=480, y=150), DrawnPiece("gentle_hill", 480, 260, 90, 80))
    assert "two_hard_quarters" in codes(*alone, home="arable")
    twins = (BUA, WOODS, DrawnPiece("woods", 150, 480, 100, 150))
    same = [fault for fault in checks.faults(twins, "arable") if fault.code == "areas_same_size"]
    assert same[0].pieces == (1, 2) and same[0].rule == "area_features"
    assert "compulsory_number" in codes(WOODS, home="arable")


def test_every_fault_names_a_section_of_the_book():
    wild = [
        DrawnPiece("woods", 10, 10, 300, 30),
        DrawnPiece("bua", 300, 300, 50, 50),
        DrawnPiece("river", width=60, edge=1, course=(10, 590, 10, 590, 10)),
        DrawnPiece("waterway", width=90, edge=1, course=(300, 10, 300, 300, 300)),
    ]
    for fault in some(list(checks.faults(wild, "forest"))):
        assert section(fault.rule).en
