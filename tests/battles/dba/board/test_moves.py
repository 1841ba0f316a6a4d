"""Moves over random lines: no bases overlap, nothing moves too far, and groups keep their shape."""

from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.dba.rules.board import moves, orders
from battles.dba.rules.board.orders import Move
from battles.dba.rules.field import bases, convex, groups
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Placed, Position
from engine.game import IllegalAction
from tests.found import some

codes = st.sampled_from(["4Bd", "4Sp", "3Kn", "3Cv", "2LH", "2Ps", "4Ax", "3Wb", "El", "Art", "WWg", "4Bw"])


@st.composite
def positions(draw):
    """Draw a red line near the middle and a blue line facing it, perhaps at an angle."""
    red = line(draw, "r", Base("4Bd", draw(at), draw(at), draw(st.integers(0, 719))))
    away = red["r0"].base.move_by(draw(st.integers(0, 9000)), draw(st.integers(-6000, 6000)))
    turn = draw(st.sampled_from([360, 360, 360, 350, 380, 180, 540, 0]))
    blue = line(draw, "b", Base("4Bd", *away.corners.front_right, (away.heading + turn) % 720))
    position = Position({**red, **blue})
    bad = [a for a, b in combinations(position.elements, 2) if overlap(position, a, b)]
    return position.remove_elements(*(name for name in bad if name.startswith("r") or len(bad) < 4))


at = st.integers(20_000, 40_000)


def line(draw, letter, base):
    found = {}
    for n in range(draw(st.integers(1, 4))):
        base = bases.right_of(base, draw(codes)) if n else base
        found[f"{letter}{n}"] = Placed("red" if letter == "r" else "blue", base)
    if draw(st.booleans()):
        found[f"{letter}9"] = Placed(
            found[f"{letter}0"].seat, bases.base_behind(found[f"{letter}0"].base, "2Ps")
        )
    return found


def overlap(position, a, b):
    return convex.overlap(position.base(a).corners, position.base(b).corners)


legs = st.one_of(
    st.builds(orders.Ahead, st.integers(-3000, 12_500)),
    st.builds(orders.Wheel, st.sampled_from(["left", "right"]), st.integers(1, 90)),
    st.builds(orders.Shift, st.integers(-2500, 2500)),
    st.builds(
        orders.Onto, st.just("r0"), st.sampled_from(["b0", "b1"]), st.sampled_from(sorted(orders.ONTO))
    ),
    st.builds(orders.Close, st.just("b0")),
    st.builds(orders.To, at, at, st.integers(0, 719)),
    st.builds(orders.Column, st.just("r0")),
)


@st.composite
def orders_in(draw):
    position = draw(positions())
    red = [n for n in position.elements if n.startswith("r")]
    who = tuple(draw(st.lists(st.sampled_from(red), min_size=1, unique=True))) if red else ()
    if red and draw(st.booleans()):
        who = groups.group_of(position, red[0])
    return position, Move(who, tuple(draw(st.lists(legs, min_size=1, max_size=2))))


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
@given(orders_in())
def test_a_lawful_move_overlaps_nobody_and_goes_no_farther_than_allowed(drawn):
    position, move = drawn
    if not move.who or any(overlap(position, a, b) for a, b in combinations(position.elements, 2)):
        return
    known = {*position.elements}
    if any(isinstance(leg, orders.Onto | orders.Close) and leg.enemy not in known for leg in move.legs):
        return
    if any(isinstance(leg, orders.Onto) and leg.who not in move.who for leg in move.legs):
        return
    try:
        done = moves.execute(position, move)
    except IllegalAction as refusal:
        assert refusal.rule and refusal.code
        return
    after = done.position
    assert not [pair for pair in combinations(after.elements, 2) if overlap(after, *pair)]
    turns = any(isinstance(leg, orders.Onto) and leg.where in ("left", "right") for leg in move.legs)
    assert turns or all(done.used[name] <= done.allowed[name] + 1 for name in move.who)
    narrowed = any(isinstance(leg, orders.Column) for leg in move.legs)
    if len(move.who) > 1 and not narrowed and not done.turned:
        shapes = [local(where, move.who) for where in (position, after)]
        assert shapes[0] == shapes[1]
    if len(move.who) > 1 and not done.turned:
        assert groups.is_group(after, move.who)


def local(position, who):
    """Return the position of each front corner relative to the first element, as distances ahead and to the
    right.
    """
    first = position.base(who[0])
    (fx, fy), (rx, ry) = bases.vector_ahead(first.heading), bases.rightwards(first.heading)
    whole = fx * fx + fy * fy
    found = []
    for name in who:
        base = position.base(name)
        dx, dy = base.x - first.x, base.y - first.y
        found.append(((dx * fx + dy * fy) / whole, (dx * rx + dy * ry) / whole, base.heading - first.heading))
    return found


@given(
    st.lists(legs, min_size=1, max_size=3), st.lists(st.sampled_from(["r0", "r1"]), min_size=1, unique=True)
)
def test_an_order_is_read_as_it_is_printed(chosen, who):
    move = Move(tuple(who), tuple(chosen))
    assert Move.parse(str(move)) == move


@settings(max_examples=60, deadline=None)
@given(orders_in())
def test_the_part_of_a_move_that_is_offered_is_lawful(drawn):
    position, move = drawn
    if not move.who or any(overlap(position, a, b) for a, b in combinations(position.elements, 2)):
        return
    offered = moves.shorten_move(position, move) if not moves.is_lawful(position, move) else None
    assert offered is None or moves.is_lawful(position, offered)


def test_moves_into_contact_are_offered_and_lawful():
    position = Position.parse("r0 red 4Bd 280 300 0\nr1 red 4Bd right of r0\nb0 blue 4Sp facing r0 by 30")
    for move in some(moves.contacts_in_reach(position, ("r0", "r1"))):
        assert moves.is_lawful(position, move)
