"""Games of one simultaneous choice, what one side wins the other loses: their value and best mixtures.

The rows are the choices of whoever wants much, the columns those of whoever wants little.

>>> found = solve([[1, -1], [-1, 1]])
>>> found.value, found.rows, found.columns
(0.0, (0.5, 0.5), (0.5, 0.5))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Matrix = Sequence[Sequence[float]]
_SMALL = 1e-12


@dataclass(frozen=True)
class Solved:
    """The value, and how often each side chooses what: nobody does better by choosing otherwise."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def solve(matrix: Matrix) -> Solved:
    """Solve a game by its saddle point, where it has one, else by the simplex method."""
    floors = [min(row) for row in matrix]
    ceilings = [max(column) for column in zip(*matrix, strict=True)]
    best, least = max(floors), min(ceilings)
    if best >= least:  # the cautious choice of each is the answer to that of the other
        return Solved(
            float(best), _pure(len(floors), floors.index(best)), _pure(len(ceilings), ceilings.index(least))
        )
    if len(floors) == len(ceilings) == 2:
        return _two_by_two(matrix)
    return _simplex(matrix)


def _pure(size: int, chosen: int) -> tuple[float, ...]:
    return tuple(float(i == chosen) for i in range(size))


def _two_by_two(matrix: Matrix) -> Solved:
    """Without a saddle point both mix so that the other does not care."""
    (a, b), (c, d) = matrix
    sum_of = a - b - c + d
    row, column = (d - c) / sum_of, (d - b) / sum_of
    return Solved((a * d - b * c) / sum_of, (row, 1 - row), (column, 1 - column))


def _simplex(matrix: Matrix) -> Solved:
    """Maximise the sum of x with (matrix raised above zero) x <= 1: that is one over the value, x the mixture
    of the columns and the prices of the rows that of the rows. Bland's rule keeps it from going in circles.
    """
    lift = 1 - min(min(row) for row in matrix)
    height, width = len(matrix), len(matrix[0])
    table = [
        [value + lift for value in row] + [float(i == j) for j in range(height)] + [1.0]
        for i, row in enumerate(matrix)
    ]
    gain = [1.0] * width + [0.0] * (height + 1)
    basis = [width + i for i in range(height)]
    while (entering := next((j for j, g in enumerate(gain[:-1]) if g > _SMALL), None)) is not None:
        ratios = [
            (table[i][-1] / table[i][entering], basis[i], i)
            for i in range(height)
            if table[i][entering] > _SMALL
        ]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        row = table[leaving] = [value / pivot for value in table[leaving]]
        for i in range(height):
            factor = table[i][entering]
            if i != leaving and factor:
                table[i] = [value - factor * r for value, r in zip(table[i], row, strict=True)]
        factor = gain[entering]
        gain = [value - factor * r for value, r in zip(gain, row, strict=True)]
        basis[leaving] = entering
    whole = -gain[-1]  # one over the lifted value
    columns = [0.0] * width
    for i, j in enumerate(basis):
        if j < width:
            columns[j] = table[i][-1] / whole
    rows = tuple(max(0.0, -gain[width + i]) / whole for i in range(height))
    return Solved(1 / whole - lift, rows, tuple(columns))
