"""The cheap tests that come before the exact ones: they never change an answer."""

from random import Random

from battles.dba.rules.board import moves, orders
from battles.dba.rules.board.moves import STRIDE, is_lawful, shorten_move
from battles.dba.rules.board.orders import Move
from battles.dba.rules.field import convex
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import ellipse
from battles.dba.rules.field.position import Placed, Position


def a_shape(chance):
    middle = (chance.randrange(20_000), chance.randrange(20_000))
    kind = chance.randrange(4)
    if kind == 0:
        return Base("4Bd", *middle, chance.randrange(720)).corners
    if kind == 1:
        return ellipse(middle, chance.randrange(1, 15_000), chance.randrange(1, 9_000), chance.randrange(360))
    beyond = [(middle[0] + chance.randrange(9_000), middle[1] + chance.randrange(9_000)) for _ in range(6)]
    return convex.hull(beyond) if kind == 2 else (middle, beyond[0])


def overlap_by_every_axis(one, two, slack):
    """Return whether two outlines overlap, testing every side of both as a separating axis. None of the
    shortcuts under test is used.
    """
    for outline in (one, two):
        for (ax, ay), (bx, by) in convex.sides(outline):
            axes = [(by - ay, ax - bx)] + [(bx - ax, by - ay)] * (len(outline) == 2)
            for x, y in axes if (ax, ay) != (bx, by) else ():
                a, b = ([px * x + py * y for px, py in shape] for shape in (one, two))
                deep = min(max(a), max(b)) - max(min(a), min(b))
                if deep <= 0 or deep * deep <= slack * slack * (x * x + y * y):
                    return False
    return True


def test_two_outlines_overlap_exactly_where_every_axis_says_so():
    chance, found = Random(5), {True: 0, False: 0}
    for _ in range(3_000):
        one, two, slack = a_shape(chance), a_shape(chance), chance.choice((0, convex.TOUCH))
        wide = max(slack, convex.TOUCH) * (len(one) == 2 or len(two) == 2)  # boxes need some width
        if wide:
            continue
        answer = overlap_by_every_axis(one, two, slack)
        assert convex.overlap(one, two, slack) is answer, (one, two)
        found[answer] += 1
    assert min(found.values()) > 100


def a_position(chance):
    placed, taken = {}, []
    while len(placed) < 10:
        seat = chance.choice(("red", "blue"))
        base = Base(chance.choice(("4Bd", "2Ps", "3Cv")), *(chance.randrange(5_000, 30_000) for _ in "xy"), 0)
        base = base.move_to(base.corner, chance.choice((0, 90, 360, 500)))
        if not any(convex.overlap(base.corners, other) for other in taken):
            placed[f"{seat[0]}{len(placed)}"] = Placed(seat, base)
            taken.append(base.corners)
    return Position(placed)


def shortened_by_trying_all(position, move):
    (leg,) = move.legs
    trials = [Move(move.who, (one,)) for one in (leg, *moves._shorter(leg))][1:]
    for at in [*range(0, len(trials), STRIDE), len(trials) - 1]:
        if trials and is_lawful(position, trials[at]):
            nearer = trials[max(0, at - STRIDE + 1) : at]
            return next((trial for trial in nearer if is_lawful(position, trial)), trials[at])
    return None


def test_a_move_is_cut_where_trying_every_length_would_cut_it():
    chance, cut = Random(7), 0
    for _ in range(12):
        position = a_position(chance)
        for name in position.elements:
            move = Move((name,), (orders.Ahead(10_000),))
            found = shorten_move(position, move)
            assert found == shortened_by_trying_all(position, move), (str(position), name)
            cut += found is not None
    assert cut > 30
