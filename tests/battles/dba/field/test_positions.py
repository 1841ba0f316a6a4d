"""Bases and positions: geometric questions, over headings and places of every kind."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.dba.rules.board.questions import ASKED, Question
from battles.dba.rules.field import bases, convex, groups, sight, touch
from battles.dba.rules.field.bases import LINED_UP, Base
from battles.dba.rules.field.position import Placed, Position, sketch
from battles.dba.rules.troops import CODE_DEPTHS
from engine.game import InvalidAction
from tests.found import some

codes = st.sampled_from(sorted(CODE_DEPTHS))
places = st.integers(10_000, 50_000)
headings = st.integers(0, 719)
some_bases = st.builds(Base, codes, places, places, headings)


def test_a_step_is_five_millimetres_within_a_hundredth():
    for heading in some(range(720)):
        assert abs(hypot(*bases.vector_ahead(heading)) - bases.STEP) < 0.71


@given(some_bases)
def test_a_base_has_right_angles_and_the_size_of_its_code(base):
    left, right, behind_right, behind_left = base.corners
    across = (right[0] - left[0], right[1] - left[1])
    deep = (behind_left[0] - left[0], behind_left[1] - left[1])
    assert across[0] * deep[0] + across[1] * deep[1] == 0
    assert (behind_right[0] - behind_left[0], behind_right[1] - behind_left[1]) == across
    assert abs(hypot(*across) - 4000) < 6
    assert abs(hypot(*deep) - CODE_DEPTHS[base.code] * 100) < CODE_DEPTHS[base.code] * 100 / 500


@given(some_bases, codes, st.sampled_from(sorted(LINED_UP)))
def test_lined_up_bases_touch_with_a_corner_and_never_overlap(base, code, how):
    other = LINED_UP[how](base, code)
    assert not convex.overlap(base.corners, other.corners, 0)
    assert set(base.corners) & set(other.corners)
    assert touch.touch(base, other) is not None


@given(some_bases, codes, st.integers(1, 12))
def test_lining_up_there_and_back_never_drifts(base, code, times):
    here = base
    for _ in range(times):
        here = bases.base_behind(bases.right_of(here, code), base.code)
    for _ in range(times):
        here = bases.left_of(bases.base_before(here, code), base.code)
    assert here == base


@given(some_bases, codes)
def test_facing_is_mutual(base, code):
    foe = bases.facing(base, code)
    assert bases.facing(foe, base.code) == base
    assert touch.meets(base, foe) and touch.meets(foe, base)


@given(some_bases, some_bases)
def test_touching_is_mutual_and_excludes_overlapping(one, two):
    there, back = touch.touch(one, two), touch.touch(two, one)
    assert (there is None) == (back is None)
    assert not (there and convex.overlap(one.corners, two.corners))


@given(some_bases, some_bases)
def test_overlapping_agrees_with_a_count_of_points(one, two):
    """A grid of points samples the first base: if a point lies well inside the second one, they overlap."""
    left, right, _, rear = one.corners
    points = [
        (
            left[0] + (right[0] - left[0]) * i // 8 + (rear[0] - left[0]) * j // 8,
            left[1] + (right[1] - left[1]) * i // 8 + (rear[1] - left[1]) * j // 8,
        )
        for i in range(1, 8)
        for j in range(1, 8)
    ]
    if any(convex.contains(two.corners, point) for point in points):
        assert convex.overlap(one.corners, two.corners, 0)
    if not convex.is_within(one.corners, two.corners, 0):
        assert not convex.overlap(one.corners, two.corners, 0)


texts = st.builds(
    lambda red, blue: Position(
        {
            **{f"r{n}": Placed("red", base, n == 0) for n, base in enumerate(red)},
            **{f"b{n}": Placed("blue", base) for n, base in enumerate(blue)},
        }
    ),
    st.lists(some_bases, max_size=4),
    st.lists(some_bases, max_size=4),
)


@given(texts)
def test_a_position_is_read_as_it_is_printed(position):
    assert Position.parse(str(position)) == position


FULL = """\
r1 red 4Kn 200 300.25 12.5 general
r2 red 2Ps 240 300 0 in bua
camp red 240 580 0 80x40 held blue
terrain woods 300 200 100x80 turned 30
terrain river edge 4 wide 30 at 300 310 320 310 300
terrain bua 400 300 80x60
river hindering
denizens blue"""


def test_everything_in_a_position_prints_and_is_read_back():
    assert str(Position.parse(FULL)) == FULL


@pytest.mark.parametrize(
    "line",
    [
        "r1 green 4Kn 1 1 0",
        "r1 red 9Zz 1 1 0",
        "r1 red 4Kn 1 1 0.3",
        "r1 red 4Kn 1.234 1 0",
        "r1 red 4Kn beside b1",
        "r1 red 4Kn facing b9",
        "r1 red 4Kn 1 1 0 in heaven",
        "camp red 1 1 0 81x40",
        "terrain lake 1 1 40x40",
        "terrain river edge 1 wide 30 at 1 2",
        "river deep",
        "denizens nobody",
        "r1",
    ],
)
def test_a_line_that_means_nothing_is_named(line):
    with pytest.raises(InvalidAction) as refused:
        Position.parse(f"b1 blue 4Bd 100 100 0\n{line}")
    assert refused.value.facts["line"] == 2


def test_questions_print_and_are_read_back():
    for word, (count, _) in some(ASKED.items()):
        text = " ".join([word, "r1", "b1"][: count + 1])
        assert str(Question.parse(text)) == text


@pytest.mark.parametrize("text", ["who r1", "touch r1", "contacts r1"])
def test_unknown_questions_are_refused(text):
    with pytest.raises(InvalidAction):
        Question.parse(text)


@given(st.lists(codes, min_size=2, max_size=6), places, places, headings)
def test_a_line_is_a_group_at_any_heading_and_has_its_files(line, x, y, heading):
    base = Base(line[0], x, y, heading)
    found = {"r0": Placed("red", base)}
    for n, code in enumerate(line[1:], 1):
        base = bases.right_of(base, code)
        found[f"r{n}"] = Placed("red", base)
    position = Position(found)
    assert groups.group_of(position, "r0") == tuple(found)
    assert groups.files(position, found) == [[name] for name in found]


@given(some_bases)
def test_the_strip_before_a_front_is_a_base_width_deep_and_touches_only(base):
    strip = sight.front_strip(base)
    assert not convex.overlap(strip, base.corners, 0)
    ahead_of = bases.base_before(base, "El")  # the strip is as deep as a base is wide
    assert set(convex.hull(ahead_of.corners)) == set(convex.hull(strip))


def test_a_target_wholly_beside_the_arc_is_in_no_arc():
    """An edge that lies along the border of the arc is not in it."""
    position = Position.parse("r1 red 4Bw 280 300 0\nb1 blue 4Bd 360 400 90\nb2 blue 4Bd 400 280 0")
    assert sight.edges_in_arc(position, "r1", "b1") == sight.edges_in_arc(position, "r1", "b2") == []


def test_a_sketch_shows_names_and_headings():
    position = Position.parse("r1 red 4Bd 280 300 0\nb1 blue 3Bd facing r1")
    assert sketch(position).splitlines() == ["vvvb1vvv", "vvvvvvvv", "^^^r1^^^"]
