"""Solve zero-sum games in which both sides choose once and simultaneously. The solution is the game's value
and both sides' optimal mixed strategies.

The rows are the choices of the maximising side, the columns those of the minimising side.

>>> found = solve([[1, -1], [-1, 1]])
>>> found.value, found.rows, found.columns
(0.0, (0.5, 0.5), (0.5, 0.5))
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import dataclass

Matrix = Sequence[Sequence[float]]
_SMALL = 1e-12


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a game, and each side's optimal mixed strategy."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(matrix: Matrix) -> MatrixSolution:
    """Solve a game by its saddle point if it has one, otherwise by mixed strategies."""
    floors = [min(row) for row in matrix]
    ceilings = [max(column) for column in zip(*matrix, strict=True)]
    best, least = max(floors), min(ceilings)
    if best >= least:  # a saddle point: each side's cautious choice is the best reply to the other's
        return MatrixSolution(
            float(best), _pure(len(floors), floors.index(best)), _pure(len(ceilings), ceilings.index(least))
        )
    if len(floors) == len(ceilings) == 2:
        return _solve_two_by_two(matrix)
    return _solve_by_simplex(matrix)


def value(matrix: Matrix) -> float:
    """Return the value of a game without computing its strategies. It equals the value of :func:`solve` to
    the last bit.
    """
    best = max([min(row) for row in matrix])
    if best >= min([max(column) for column in zip(*matrix, strict=True)]):
        return float(best)
    if len(matrix) == len(matrix[0]) == 2:
        (a, b), (c, d) = matrix
        return (a * d - b * c) / (a - b - c + d)
    return _solve_by_simplex(matrix).value


def _pure(size: int, chosen: int) -> tuple[float, ...]:
    return tuple(float(i == chosen) for i in range(size))


def _solve_two_by_two(matrix: Matrix) -> MatrixSolution:
    """Solve a 2x2 game without a saddle point. Each side mixes its choices so that the other side's choice
    makes no difference.
    """
    (a, b), (c, d) = matrix
    sum_of = a - b - c + d
    row, column = (d - c) / sum_of, (d - b) / sum_of
    return MatrixSolution((a * d - b * c) / sum_of, (row, 1 - row), (column, 1 - column))


def _solve_by_simplex(matrix: Matrix) -> MatrixSolution:
    """Solve a game by the simplex method: maximise the sum of x subject to (matrix raised above zero) x <= 1.

    The maximum is one over the value. Scaled by the value, x is the mixture of columns, and the prices of the
    rows are the mixture of rows. Bland's rule prevents cycling. Variables are numbered: the columns first,
    then each row's slack. The table holds only the variables outside the basis; a variable that leaves the
    basis takes the place of the one that enters.
    """
    lift = 1 - min([min(row) for row in matrix])
    height, width = len(matrix), len(matrix[0])
    table = [[*(entry + lift for entry in row), 1.0] for row in matrix]
    gain = [1.0] * width + [0.0]
    outside, basis = list(range(width)), list(range(width, width + height))
    while (entering := _find_entering(gain, outside)) is not None:
        leaving = min(
            (row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > _SMALL
        )[2]
        pivot, table[leaving][entering] = table[leaving][entering], 1.0
        pivoted = table[leaving] = [entry / pivot for entry in table[leaving]]
        for i, row in enumerate(table):
            if i != leaving:
                table[i] = _less(row, pivoted, entering)
        gain = _less(gain, pivoted, entering)
        basis[leaving], outside[entering] = outside[entering], basis[leaving]
    whole = -gain[-1]  # 1 / the value of the matrix raised above zero
    columns, rows = [0.0] * width, [0.0] * height
    for row, number in zip(table, basis, strict=True):
        if number < width:
            columns[number] = row[-1] / whole
    for entry, number in zip(gain, outside, strict=False):
        if number >= width:
            rows[number - width] = max(0.0, -entry) / whole
    return MatrixSolution(1 / whole - lift, tuple(rows), tuple(columns))


def _find_entering(gain: Sequence[float], outside: Sequence[int]) -> int | None:
    """Return the index in ``outside`` of the first variable (by number) that would raise the sum if it
    entered the basis. Return None if the sum is already at its maximum.
    """
    best = min((number for number, g in zip(outside, gain, strict=False) if g > _SMALL), default=None)
    return None if best is None else outside.index(best)


def _less(row: list[float], pivoted: Sequence[float], entering: int) -> list[float]:
    factor, row[entering] = row[entering], 0.0
    return [entry - factor * r for entry, r in zip(row, pivoted, strict=True)] if factor else row
