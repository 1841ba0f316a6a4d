"""Lines of fire across squares: what blocks a shot, and what a unit can shoot from and over (L282,
L370-374).
"""

import pytest

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.shooting.lines import find_hindrance, lane, patch
from kit.grid.square import Board

BOARD = Board(16, 16)


def ground(**kinds: str) -> Ground:
    """Return a plain with these features, as in ground(wood="c3 c4")."""
    return Ground(BOARD, {square: kind for kind, squares in kinds.items() for square in squares.split()})


PLAIN = ground()
WOOD = ground(wood="c3 d3 c4 d4")
HEIGHT = ground(height="c3 d3 c4 d4")
RIVER = ground(river=" ".join(f"{column}5" for column in "abcdefghij"))


@pytest.mark.parametrize(
    ("there", "where", "target", "expected"),
    [
        (PLAIN, "a1", "a2", "too_near"),
        (PLAIN, "a1", "a3", ""),
        (PLAIN, "a1", "i9", ""),
        (PLAIN, "a1", "j1", "too_far"),
        (WOOD, "c1", "c6", "wood_between"),
        (HEIGHT, "c1", "c6", "height_between"),
        (HEIGHT, "b3", "f3", "height_between"),
        (WOOD, "c3", "c7", ""),  # the wood in which the shooter stands does not block
        (HEIGHT, "c3", "c8", ""),  # nor does the rest of the shooter's height
        (HEIGHT, "c1", "c4", ""),  # a target on a height can be shot at from below
        (WOOD, "b2", "b6", ""),  # the line passes the wood
        (WOOD, "b5", "e5", ""),
        (ground(height="a1", wood="a4"), "a1", "a6", "wood_between"),  # a wood blocks it even so
    ],
)
def test_what_the_ground_stops(there: Ground, where: str, target: str, expected: str) -> None:
    assert lane(there, where, target).hindrance == lane(there, target, where).hindrance == expected


def test_a_line_through_a_corner_is_stopped_by_two_squares() -> None:
    assert lane(ground(wood="a2"), "a1", "d4").hindrance == ""
    assert lane(ground(wood="a2 b1"), "a1", "d4").hindrance == "wood_between"


def test_terrain_of_the_shooter_and_along_the_line_of_fire() -> None:
    assert lane(PLAIN, "a1", "a4").stand == "open"
    assert lane(WOOD, "c4", "c8").stand == "in_wood"
    assert lane(RIVER, "a3", "a7").stand == "over_river"
    assert lane(ground(river="a5 c5", bridge="b5"), "b3", "b7").stand == "over_river"
    assert lane(ground(wood="a3", river="a5 b5"), "a3", "a7").hindrance == "wood_and_river"


def test_friends_stop_a_shot_but_from_a_height() -> None:
    """A unit can shoot over friends only from a height, and only if they are three squares from the target
    (C4).
    """
    high = ground(height="a1 b1 a2 b2")
    assert find_hindrance(PLAIN, "a1", "a7", {"a2"}) == "friends"
    assert find_hindrance(high, "a1", "a7", {"a4"}) == ""
    assert find_hindrance(high, "a1", "a7", {"a5"}) == "friends"
    assert find_hindrance(PLAIN, "a1", "a7", {"b2", "a8"}) == ""


def test_adjacent_wood_squares_form_one_wood() -> None:
    assert patch(WOOD, "c3") == {"c3", "d3", "c4", "d4"}
    assert patch(WOOD, "a1") == frozenset()
