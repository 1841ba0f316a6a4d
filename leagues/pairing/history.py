"""Earlier rounds in the form that the pairing code needs. Numbers represent people, and seats are named as
in the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

Table = Mapping[str, int | None]  # seat -> its player, or None for the bot


@dataclass(frozen=True)
class Draw:
    """The pairings of a round: its tables, and the people who have a bye."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class History:
    """The earlier rounds and everybody's points."""

    rounds: tuple[Draw, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)

    def points_of(self, person: int) -> int:
        return self.points.get(person, 0)

    def rank_people(self, people: Sequence[int]) -> list[int]:
        """Return the people, best first. Among equals, the first to join comes first."""
        return sorted(people, key=lambda one: (-self.points_of(one), one))

    def count_meetings(self, one: int, other: int) -> int:
        """Return how often two people have been at one table."""
        return self._meetings[min(one, other), max(one, other)]

    @cached_property
    def _meetings(self) -> Counter[tuple[int, int]]:
        return Counter(pair for table in self._tables for pair in combinations(sorted(_people(table)), 2))

    @cached_property
    def byes(self) -> Counter[int]:
        return Counter(one for draw in self.rounds for one in draw.byes)

    @cached_property
    def seats(self) -> Counter[tuple[int, str]]:
        """The number of times that each person has played each seat."""
        return Counter(
            (who, seat) for table in self._tables for seat, who in table.items() if who is not None
        )

    def last_seat(self, person: int) -> str:
        """Return the seat that a person played last, or "" for a person who has not played."""
        sat = [seat for table in self._tables for seat, who in table.items() if who == person]
        return sat[-1] if sat else ""

    @property
    def _tables(self) -> list[Table]:
        return [table for draw in self.rounds for table in draw.tables]


def _people(table: Table) -> Iterator[int]:
    return (who for who in table.values() if who is not None)
