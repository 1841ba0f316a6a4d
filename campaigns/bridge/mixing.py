"""Build an army from a box with limited pieces, within a points limit and in the proportions of a mix of
soldiers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


class Pieces:
    """The pieces left in a box while an army is built. ``sorts``: the pieces that can represent each kind of
    soldier, in order of preference. ``filling``: the kinds used once the army's own mix has no pieces
    left.
    """

    def __init__(
        self,
        sorts: Mapping[str, Sequence[str]],
        left: Mapping[str, int],
        cost: Mapping[str, int],
        filling: Sequence[str],
    ) -> None:
        self.sorts, self.left, self.cost, self.filling = sorts, dict(left), cost, filling

    def piece(self, sort: str) -> str:
        """Return the piece that represents a kind of soldier, or "" if none is left."""
        return next((one for one in self.sorts[sort] if self.left[one]), "")

    def use(self, piece: str) -> None:
        """Take one piece of this kind out of the box."""
        self.left[piece] -= 1

    def take(self, points: int, mix: Mapping[str, Any]) -> dict[str, int]:
        """Choose pieces for at most ``points`` in the proportions of the mix, and return the number of each.
        Each choice goes to the kind of soldier that is furthest behind its share. When the mix has no pieces
        left, the kinds in ``filling`` are used.
        """
        found: dict[str, int] = {}
        whole, spent = sum(map(Fraction, mix.values())), dict.fromkeys(mix, 0)
        left = points
        while True:
            able = [sort for sort in mix if self._can_take(sort, left)]
            if able:
                sort = max(able, key=lambda one: mix[one] * points / whole - spent[one])
            else:
                sort = next((one for one in self.filling if self._can_take(one, left)), "")
            if not sort:
                return found
            piece = self.piece(sort)
            self.use(piece)
            found[piece] = found.get(piece, 0) + 1
            spent[sort] = spent.get(sort, 0) + self.cost[piece]
            left -= self.cost[piece]

    def _can_take(self, sort: str, points: int) -> bool:
        piece = self.piece(sort)
        return bool(piece) and self.cost[piece] <= points
