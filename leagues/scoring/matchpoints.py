"""Matchpoints: duplicate battles are scored as in bridge, comparing a side with the same side at other
tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class SideScore:
    """A side's result at a table, ordered so that greater is better. ``result``: 2 won, 1 drawn, 0 lost.
    ``margin``: its score minus the other side's, if the rules keep scores.
    """

    result: int
    margin: int = 0


@dataclass(frozen=True)
class Matchpoints:
    """The matchpoints of a side at a table. Each other table at which the same side did worse gives two
    points. Each at which it did equally well gives one. ``most``: the possible maximum.
    """

    points: int
    most: int

    @property
    def share(self) -> Fraction:
        """The share of the possible matchpoints, or half if there was nothing to compare with."""
        return Fraction(self.points, self.most) if self.most else Fraction(1, 2)

    @property
    def percent(self) -> int | None:
        """The share as a whole percentage, or None if there was nothing to compare with."""
        return (200 * self.points + self.most) // (2 * self.most) if self.most else None


def matchpoints(tables: Sequence[Mapping[str, SideScore]]) -> list[dict[str, Matchpoints]]:
    """Return the matchpoints of both sides at each finished table."""
    return [{seat: _matchpoints_at(at, seat, tables) for seat in table} for at, table in enumerate(tables)]


def _matchpoints_at(at: int, seat: str, tables: Sequence[Mapping[str, SideScore]]) -> Matchpoints:
    own = _worth(tables[at][seat])
    others = [_worth(table[seat]) for number, table in enumerate(tables) if number != at and seat in table]
    return Matchpoints(
        sum(2 if own > other else 1 if own == other else 0 for other in others), 2 * len(others)
    )


def _worth(scored: SideScore) -> tuple[int, int]:
    return scored.result, scored.margin
