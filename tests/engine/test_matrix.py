"""Matrix games: nothing beats a best mixture, and both sides can secure the value."""

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from engine.matrix import solve, value


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    row = st.lists(st.integers(-4, 4), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


@given(matrices())
def test_each_side_holds_the_value_whatever_the_other_does(matrix: list[list[int]]) -> None:
    """Neither side can do better than the value, whatever it plays against the other's optimal mixture."""
    found = solve(matrix)
    columns = list(zip(*matrix, strict=True))
    of_columns = [sum(p * value for p, value in zip(found.rows, one, strict=True)) for one in columns]
    of_rows = [sum(q * value for q, value in zip(found.columns, one, strict=True)) for one in matrix]
    assert min(of_columns) == approx(found.value, abs=1e-9)
    assert max(of_rows) == approx(found.value, abs=1e-9)
    assert value(matrix) == found.value  # exact to the last bit, because it decides which cards are drawn
    for mixture in (found.rows, found.columns):
        assert sum(mixture) == approx(1) and min(mixture) >= -1e-12


def test_a_saddle_point_gives_a_pure_strategy() -> None:
    assert solve([[3, 1], [4, 2]]).rows == (0.0, 1.0)


def test_rock_paper_scissors_is_even() -> None:
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.value == approx(0) and found.rows == approx((1 / 3,) * 3)
