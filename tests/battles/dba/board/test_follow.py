"""After random combats the board matches the combat's result, and no bases overlap."""

from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.dba.rules.board import clash, flights, recoils, shooting
from battles.dba.rules.field import bases, convex, sight, touch
from battles.dba.rules.field.bases import LINED_UP, Base
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.validate import mistakes

KINDS = [
    "4Bd",
    "4Sp",
    "3Kn",
    "3Cv",
    "2LH",
    "2Ps",
    "4Ax",
    "3Wb",
    "El",
    "4Pk",
    "WWg",
    "4Bw",
    "SCh",
    "7Hd",
    "8Bw",
]
codes = st.sampled_from(KINDS)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def melees(draw):
    """Draw two opponents in combat, with friends and enemies lined up around them on every side."""
    heading = draw(st.sampled_from([0, 90, 180, 37, 301, 553]))
    x, y = draw(st.integers(2_000, 58_000)), draw(st.integers(2_000, 58_000))
    red = Base(draw(st.sampled_from([k for k in KINDS if k != "WWg"])), x, y, heading)
    position = Position({"r0": Placed("red", red), "b0": Placed("blue", bases.facing(red, draw(codes)))})
    for n in range(1, draw(st.integers(1, 7))):
        seat = draw(st.sampled_from(["red", "blue"]))
        beside = position.base(draw(st.sampled_from(sorted(position.elements))))
        base = LINED_UP[draw(st.sampled_from(sorted(LINED_UP)))](beside, draw(codes))
        base = base.move_steps(
            draw(st.sampled_from([0, 0, 0, -1, -3])), draw(st.sampled_from([0, 0, 0, 2, 4]))
        )
        outline = base.corners
        if any(convex.overlap(outline, one.base.corners) for one in position.elements.values()):
            continue
        position = Position({**position.elements, f"{seat[0]}{n}": Placed(seat, base)})
    return position


def overlapping(position):
    return [
        pair
        for pair in combinations(position.elements, 2)
        if convex.overlap(position.base(pair[0]).corners, position.base(pair[1]).corners)
    ]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(melees(), dice)
def test_the_board_carries_out_what_the_combat_says(position, faces):
    chosen = clash.close_combat(position, "r0", "b0")
    assert mistakes(chosen.situation) == ()
    done, followed = clash.fight(position, chosen, faces)
    after = followed.position
    for name, fate in (("r0", done.fate_a), ("b0", done.fate_b)):
        assert (name in after.elements) == (fate not in ("destroyed", "surrender")), (name, fate)
    assert overlapping(after) == []
    assert set(after.elements) <= set(position.elements)
    dead = {change.name for change in followed.changes if change.how == "dies"}
    assert dead == set(position.elements) - set(after.elements)
    still = [n for n in after.elements if after.base(n) == position.base(n)]
    moved = {change.name for change in followed.changes if change.how == "goes"}
    turned = {one.name for one in followed.turned}
    assert set(after.elements) - set(still) <= moved | turned


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(melees())
def test_a_recoil_goes_straight_back_by_the_depth_or_behind_a_friend(position):
    before = position.base("b0")
    done = recoils.recoil(position, "b0")
    if done.died:
        assert "b0" not in done.position.elements
        return
    after = done.position.base("b0")
    assert after.heading == before.heading
    assert after == before.move_steps(-before.deep) or any(
        after.corners.front_left == bases.base_behind(done.position.base(friend), after.code).corner
        or convex.is_within(after.corners, done.position.base(friend).corners, 600)
        for friend in done.position.friends("b0")
    )


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(melees())
def test_a_flight_ends_free_and_no_farther_than_a_move(position):
    found = flights.flight(position, "b0")
    if found.end == "blocked":
        assert found.base == position.base("b0")
        return
    others = [one.base.corners for name, one in position.elements.items() if name != "b0"]
    assert not any(convex.overlap(found.base.corners, other) for other in others)
    start, end = (
        flights.turn_base(flights.turn_about(position.base("b0")), found.turn).middle,
        found.base.middle,
    )
    far = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
    assert far <= flights.reach(position, "b0") + 5


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(melees())
def test_who_shoots_is_free_has_range_and_arc_and_nobody_between(position):
    for shooter in [n for n in position.elements if sight.range_of(position.base(n))]:
        for target in shooting.targets(position, shooter):
            assert not touch.opponents(position, shooter) and not touch.opponents(position, target)
            assert convex.is_within(
                position.base(shooter).corners,
                position.base(target).corners,
                sight.range_of(position.base(shooter)),
            )
            assert not sight.between_them(position, shooter, target)
    pairs = shooting.mutual(position)
    assert len(set(pairs)) == len(pairs)
    for one, two in pairs:
        assert two in shooting.targets(position, one) and one in shooting.targets(position, two)
