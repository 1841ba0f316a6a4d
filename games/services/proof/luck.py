"""Dice statistics: each seat's rolls compared with the expected values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.dice import SERVER
from games.models import BattleLink, Game
from games.services import history
from games.services.tables import LiveGame, table


@dataclass(frozen=True)
class DiceStatistics:
    """Dice of one kind that were rolled for one seat. ``typed``: whether people entered them, in which case
    the server cannot vouch for them. ``total``: the sum of the faces. ``low``: the lowest face of such a die.
    """

    seat: str
    typed: bool
    sides: int
    low: int
    count: int
    total: int

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def expected_mean(self) -> float:
        """The mean roll of a fair die."""
        return self.low + (self.sides - 1) / 2

    @property
    def deviation(self) -> float:
        """The deviation of the sum from its expected value, in standard deviations. By chance alone, one row
        in 20 deviates by more than 2.
        """
        spread = math.sqrt((self.sides * self.sides - 1) / 12 * self.count)
        return (self.total - self.count * self.expected_mean) / spread if self.sides > 1 else 0.0


def dice_statistics(at: LiveGame, eyes: str | None) -> tuple[DiceStatistics, ...]:
    """Return the dice statistics of a game for this viewer, by seat, the server's dice first. Undone dice
    are left out.
    """
    if at.head is None:
        return ()
    return at.remember(("luck", eyes), lambda: _falls(_rolls(at, eyes, {})))


def with_battles(at: LiveGame, eyes: str | None) -> tuple[DiceStatistics, ...]:
    """Return the dice statistics of a game as :func:`dice_statistics` does, but include the dice of its
    battles that were fought as separate games. Those dice count for the campaign seats that fought the
    battle. Battles that are void or were decided by the campaign's table are left out.
    """
    nothing = (BattleLink.Status.VOID, BattleLink.Status.TABLE)
    links = BattleLink.objects.filter(campaign=at.game, battle__isnull=False).exclude(status__in=nothing)
    rolls = list(_rolls(at, eyes, {}))
    for link in links.select_related("battle"):
        if isinstance(link.battle, Game) and link.muster:
            fought = table(link.battle)
            seats: Mapping[str, str] = link.muster["seats"]
            rolls += _rolls(fought, None, seats)
    return _falls(rolls)


DICE = frozenset({4, 6, 8, 10, 12, 20})  # rolls with other numbers of sides are random picks, not dice
Rolled = tuple[str, bool, int, int, int]  # seat, entered by people, sides, lowest face, face


def _rolls(at: LiveGame, eyes: str | None, seats: Mapping[str, str]) -> Iterator[Rolled]:
    if at.head is None:
        return
    for line in history.chronicle(at, eyes, at.seq + 1, before_seq=at.seq + 1):
        if line.undone or line.covert:  # the seat that gave a covert answer stays secret
            continue
        for roll in line.rolls:
            if roll["sides"] not in DICE:
                continue
            seat = str(roll.get("seat") or "")
            low = roll.get("low", 1)
            yield seats.get(seat, seat), roll["source"] != SERVER, roll["sides"], low, roll["face"]


def _falls(rolls: Iterable[Rolled]) -> tuple[DiceStatistics, ...]:
    sums: dict[tuple[str, bool, int, int], list[int]] = {}
    for seat, typed, sides, low, face in rolls:
        kept = sums.setdefault((seat, typed, sides, low), [0, 0])
        kept[0] += 1
        kept[1] += face
    return tuple(DiceStatistics(*key, *sums[key]) for key in sorted(sums))
