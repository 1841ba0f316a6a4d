"""Exact chances of all clashes in a segment together.

Clashes affect each other only through an undisciplined army, whose units all lose quality if it loses
heart after a rout (11.2). As long as the army keeps heart, the clashes are independent. Each clash is
therefore followed separately: once without a loss of heart elsewhere, and once for each moment at which
another clash can cause one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Final

from battles.cataphract.forecast.odds import Chances, Member, blank, chances, follow_dice, tally
from battles.cataphract.rules.shock.fight import Reckoned, Resolution
from battles.cataphract.rules.shock.report import Roll
from battles.cataphract.rules.shock.situation import SIDES, Army, Clash, Segment, Side

POINTS: Final = (1, 2, 3)  # when units can rout: after the charge, after the clash, after the last checks
BEFORE, AFTER = "before", "after"  # whether the army loses heart before or after a clash's own routs
Event = tuple[int, str]
MOMENTS: Final[tuple[Event, ...]] = tuple((point, when) for point in POINTS for when in (BEFORE, AFTER))


@dataclass(frozen=True)
class SegmentChances:
    """The chances in a segment.

    ``clashes``: the chances of each clash. ``loses_heart``: the chance that the undisciplined army
    loses heart in this segment.
    """

    clashes: tuple[Chances, ...]
    loses_heart: Fraction = Fraction(0)


def segment_chances(segment: Segment) -> SegmentChances:
    """Return the exact chances of a segment with at most one undisciplined army.

    If both armies are undisciplined, each clash is calculated independently.
    """
    bold = [side for side in SIDES if segment.armies[side].undisciplined]
    if len(bold) != 1:
        return SegmentChances(tuple(chances(one, dict(segment.armies)) for one in segment.clashes))
    followed = [_ClashTree(one, segment.armies[bold[0]], bold[0], segment) for one in segment.clashes]
    found = tuple(one.weigh_chances(followed[:n], followed[n + 1 :]) for n, one in enumerate(followed))
    return SegmentChances(found, 1 - prod((one.keeps(3) for one in followed), start=Fraction(1)))


class _DisheartenedClash(Resolution):
    """A clash in which the army loses heart at a given moment because of a rout in another clash.

    ``own``: the point at which the army lost heart because of this clash, or 0. ``void``: whether the
    army had already lost heart before the given moment, in which case the outcome does not count.
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
    """One clash of a segment, with the outcome of every sequence of its dice. The outcomes differ with the
    moment at which a rout in another clash makes the army lose heart, if one does.
    """

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

        return follow_dice(self.segment, resolve)

    def keeps(self, point: int) -> Fraction:
        """Return the chance that this clash has not made the army lose heart by a given point."""
        return 1 - sum((self.lost[one] for one in POINTS if one <= point), Fraction(0))

    def weigh_chances(self, earlier: Sequence[_ClashTree], later: Sequence[_ClashTree]) -> Chances:
        """Return this clash's chances, given that a rout in another clash of the segment can make the army
        lose heart. ``earlier`` and ``later``: the other clashes, by whether their routs come before or after
        the routs of this clash at the same point of the segment.
        """
        found = blank(self.clash)
        before = {
            point: _multiply(one.keeps(point) for one in earlier)
            * _multiply(one.keeps(point - 1) for one in later)
            for point in POINTS
        }
        after = {point: _multiply(one.keeps(point) for one in (*earlier, *later)) for point in POINTS}
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


def _multiply(chances: Iterable[Fraction]) -> Fraction:
    return prod(chances, start=Fraction(1))


# --- the unit by which a side is judged (9.15) -------------------------------------------------------------


def rank_references(clash: Clash, armies: dict[Side, Army]) -> list[tuple[int, Chances]]:
    """Return the defending units that could set the defender's values (9.15), best first. Each is given by
    its number in the clash, with the resulting chances.

    The best unit minimises the expected number of defenders that rout minus that of attackers.
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
