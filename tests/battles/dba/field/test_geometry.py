"""Distances between whole-number outlines, compared with exact circles."""

from math import cos, hypot, radians, sin

from hypothesis import given
from hypothesis import strategies as st

from battles.dba.rules.field import geometry
from tests.found import some

FAR = 10**6
near = st.integers(-20_000, 20_000)
sizes = st.integers(2_000, 20_000)


@given(near, near, sizes, sizes)
def test_circles_are_apart_by_their_middles_less_their_radii(x, y, one, two):
    a = geometry.ellipse((0, 0), one, one, 0)
    b = geometry.ellipse((x, y), two, two, 30)
    true = hypot(x, y) - one / 2 - two / 2
    found = geometry.distance(a, b, closed=(True, True), most=FAR)
    off = 0.0022 * (one + two) + 5  # an outline of 48 corners lies slightly inside its circle
    assert found == 0 if true <= -off else -5 <= found - max(true, 0) <= off


@given(near, near, st.integers(0, 359), sizes, sizes)
def test_a_turned_rectangle_keeps_its_corners(x, y, turn, long, short):
    corner = geometry.rectangle((x, y), long, short, turn)[2]
    a = radians(turn)
    right = (
        x + cos(a) * (long // 2) - sin(a) * (short // 2),
        y + sin(a) * (long // 2) + cos(a) * (short // 2),
    )
    assert hypot(corner[0] - right[0], corner[1] - right[1]) < 2


def test_the_distance_to_an_enclosed_shape_is_zero():
    large, small = geometry.ellipse((0, 0), 9000, 9000, 0), geometry.ellipse((100, 0), 900, 900, 0)
    for one, two in ((large, small), (small, large)):
        assert geometry.distance(one, two, closed=(True, True), most=FAR) == 0


def test_a_curve_goes_through_its_stations_and_a_straight_one_stays_straight():
    curve = geometry.smooth([0, 500, 100, 900, 300], 6)
    assert curve[::6] == [0, 500, 100, 900, 300]
    assert geometry.smooth([700] * 5, 6) == [700] * 25
    assert geometry.smooth([0, 600, 1200, 1800, 2400], 6) == list(range(0, 2401, 100))


@given(st.lists(st.integers(0, 60_000), min_size=5, max_size=5))
def test_a_curve_stays_between_its_stations(values):
    curve = geometry.smooth(values, 6)
    for at in some(range(24)):
        low, high = sorted(values[at // 6 : at // 6 + 2])
        assert low <= curve[at] <= high


def test_a_part_of_an_outline_is_cut_off_at_a_line():
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert geometry.box(geometry.clip_outline(square, 0, 4, -1)) == (0, 0, 4, 10)
    assert geometry.box(geometry.clip_outline(square, 1, 4, 1)) == (0, 4, 10, 10)
    assert geometry.clip_outline(square, 0, 20, 1) == ()
