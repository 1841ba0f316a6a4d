"""Exact chances of all clashes of a segment together.

Clashes affect each other only through an undisciplined army, all of whose units can lose heart when one of
them routs (11.2). As long as it keeps heart, the clashes are independent. Each clash is therefore followed
separately: once without a loss of heart elsewhere, and once for each moment at which another clash can cause
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Final

from battles.cataphract.forecast.odds import Chances, Member, blank, chances, courses, tally
from battles.cataphract.rules.shock.fight import Reckoned, Resolution
from battles.cataphract.rules.shock.report import Roll
from battles.cataphract.rules.shock.situation import SIDES, Army, Clash, Segment, Side

POINTS: Final = (1, 2, 3)  # moments of routs: after the charge, after the clash, after the last checks
BEFORE, AFTER = "before", "after"  # before or after the clash's own routs at the same point
Event = tuple[int, str]
MOMENTS: Final[tuple[Event, ...]] = tuple((point, when) for point in POINTS for when in (BEFORE, AFTER))


@dataclass(frozen=True)
class SegmentChances:
    """The chances of a segment. ``clashes``: those of each clash; ``loses_heart``: the chance that the
    undisciplined army loses heart in this segment.
    """

    clashes: tuple[Chances, ...]
    loses_heart: Fraction = Fraction(0)


def segment_chances(segment: Segment) -> SegmentChances:
    """Return the exact chances of a segment with at most one undisciplined army. With two, each clash is
    calculated independently.
    """
    bold = [side for side in SIDES if segment.armies[side].undisciplined]
    if len(bold) != 1:
        return SegmentChances(tuple(chances(one, dict(segment.armies)) for one in segment.clashes))
    followed = [_ClashTree(one, segment.armies[bold[0]], bold[0], segment) for one in segment.clashes]
    found = tuple(one.weigh_chances(followed[:n], followed[n + 1 :]) for n, one in enumerate(followed))
    return SegmentChances(found, 1 - prod((one.keeps(3) for one in followed), start=Fraction(1)))


class _DisheartenedClash(Resolution):
    """A clash in which its army loses heart at a given moment because of a rout elsewhere. ``own``: the point
    at which the clash's own rout caused the loss; ``void``: that was before the given moment.
    """

    def __init__(
        self, segment: Segment, roll: Roll, side: Side, moment: Event | None, known: Reckoned
    ) -> None:
        super().__init__(segment, lambda asked: [roll(one) for one in asked], known)
        self.side, self.moment = side, moment
        self.own, self.void, self.pressed = 0, False, False

    def fall_all(self, clashes: Iterable[int], step: str) -> None:
        point = 1 if step == "charge" else 2
        self.press((point, BEFORE), step)
        super().fall_all(clashes, step)
        self.note(point)
        self.press((point, AFTER), step)

    def break_all(self, failed: dict[int, list[Member]]) -> None:
        self.press((3, BEFORE), "collapse")
        super().break_all(failed)
        self.note(3)
        self.press((3, AFTER), "collapse")

    def note(self, point: int) -> None:
        if self.side not in self.bonus and not self.own and not self.pressed:
            self.own = point

    def press(self, moment: Event, step: str) -> None:
        if moment != self.moment:
            return
        if self.side not in self.bonus:
            self.void = True
            return
        self.pressed = True
        self.bonus.discard(self.side)
        self.lose_heart(self.side, step)


class _ClashTree:
    """One clash with every sequence of its dice, for each moment at which heart can be lost elsewhere."""

    def __init__(self, clash: Clash, army: Army, side: Side, segment: Segment) -> None:
        self.clash, self.side = clash, side
        self.segment = Segment((clash,), segment.armies)
        self.known: Reckoned = {}
        self.free = list(self.courses(None))
        self.lost = {
            point: sum((chance for chance, one in self.free if one.own == point), Fraction(0))
            for point in POINTS
        }

    def courses(self, moment: Event | None) -> Iterable[tuple[Fraction, _DisheartenedClash]]:
        def resolve(segment: Segment, roll: Roll) -> _DisheartenedClash:
            one = _DisheartenedClash(segment, roll, self.side, moment, self.known)
            for _name in one.steps():
                pass
            return one

        return courses(self.segment, resolve)

    def keeps(self, point: int) -> Fraction:
        """Return the chance that no rout of this clash has cost the army its heart up to a point."""
        return 1 - sum((self.lost[one] for one in POINTS if one <= point), Fraction(0))

    def weigh_chances(self, earlier: Sequence[_ClashTree], later: Sequence[_ClashTree]) -> Chances:
        """Return this clash's chances in combination with the others. At each point the routs of earlier
        clashes come first.
        """
        found = blank(self.clash)
        before = {
            point: _all(one.keeps(point) for one in earlier) * _all(one.keeps(point - 1) for one in later)
            for point in POINTS
        }
        after = {point: _all(one.keeps(point) for one in (*earlier, *later)) for point in POINTS}
        for chance, one in self.free:
            weight = before[one.own] if one.own else after[POINTS[-1]]
            tally(found, self.clash, one.tell_all(), chance * weight)
        for point, when in MOMENTS:
            so_far = after[point - 1] if point > 1 else Fraction(1)
            weight = so_far - before[point] if when == BEFORE else before[point] - after[point]
            if weight:
                for chance, one in self.courses((point, when)):
                    if not one.void:
                        tally(found, self.clash, one.tell_all(), chance * weight)
        return found


def _all(chances: Iterable[Fraction]) -> Fraction:
    return prod(chances, start=Fraction(1))


# --- the unit by which a side is judged (9.15) --------------------------------------------------------------


def by_reference(clash: Clash, armies: dict[Side, Army]) -> list[tuple[int, Chances]]:
    """Return the units by which the defender can be judged, each with its chances, best first. The best unit
    gives the defenders the fewest routs, less those of the attackers.
    """
    found = []
    for n in range(len(clash.defenders)):
        judged = replace(clash, reference={**clash.reference, "d": n})
        found.append((n, chances(judged, armies)))
    return sorted(found, key=lambda one: (_worth(one[1]), one[0]))


def _worth(found: Chances) -> Fraction:
    return sum(
        (chance if side == "d" else -chance for (side, _n), chance in found.routs.items()), Fraction(0)
    )
