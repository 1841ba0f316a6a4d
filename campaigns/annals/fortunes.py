"""Turning points of a campaign, found in changes of the forecast odds from turn to turn
(games.services.outlook). Changes of the rules' measures count as well, because the odds of some campaigns
hardly change. Insignificant changes do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from campaigns.annals.charts import Chart, Curve, chart
from engine.playouts import STRICT, Tally, differ, differ_by_more
from games import pages, plugins
from games.outlook.stakes import Chances, Mean, chances, mean, score_name
from maps.values import Side

MOST: Final = 3  # how many turning points are shown


@dataclass(frozen=True)
class Swung:
    """A turn in which a seat's chance of winning rose significantly. ``before`` and ``after``: the chance in
    percent. If some turns were not simulated, the rise covers all turns after ``since`` up to this turn.
    """

    turn: int
    since: int
    whose: str
    before: Chances
    after: Chances

    @property
    def several(self) -> bool:
        """Whether the change covers more than one turn."""
        return self.turn - self.since > 1


def find_swings(by_turn: Mapping[int, Tally], seats: Sequence[str]) -> dict[int, Swung]:
    """Return, by turn number, the turns in which a seat's chance of winning rose most: at most three.
    Insignificant rises do not count. If the chances of several seats rose in a turn, the seat with the
    largest rise counts. ``by_turn``: the results of play-outs from the end of each turn, with 0 for the
    beginning.

    >>> even, ahead, lost = (Tally(80, {"a": n, "b": 80 - n}) for n in (40, 44, 8))
    >>> found = find_swings({0: even, 1: ahead, 2: lost, 3: lost}, ("a", "b"))
    >>> [(one.turn, one.whose, one.before.percent, one.after.percent) for one in found.values()]
    [(2, 'b', 45, 90)]
    """
    turns = sorted(by_turn)
    found = []
    for since, turn in zip(turns, turns[1:], strict=False):
        before, after = by_turn[since], by_turn[turn]
        rose = [(after.chance(seat).middle - before.chance(seat).middle, seat) for seat in seats]
        gain, whose = max(rose, key=lambda one: one[0])
        if gain > 0 and differ(before, after, whose, STRICT):
            found.append((gain, Swung(turn, since, whose, chances(before, whose), chances(after, whose))))
    most = sorted(found, key=lambda one: (-one[0], one[1].turn))[:MOST]
    return {one.turn: one for _gain, one in sorted(most, key=lambda one: one[1].turn)}


@dataclass(frozen=True)
class FortuneShift:
    """A turn in which an expected final count changed significantly. ``what``: the name of the count.
    ``before`` and ``after``: its average. If some turns were not simulated, the change covers all turns after
    ``since`` up to this turn.
    """

    turn: int
    since: int
    what: str
    before: Mean
    after: Mean

    @property
    def several(self) -> bool:
        return self.turn - self.since > 1


def shifts(by_turn: Mapping[int, Tally], unit: int = 1) -> dict[int, FortuneShift]:
    """Return, by turn number, the turns in which an expected final count changed most: at most three.
    Insignificant changes do not count. ``unit``: how many counted units make a point.
    >>> from engine.playouts import Counts
    >>> def tally(mean):
    ...     return Tally(80, {}, 0, {}, {"towns": Counts(80, 80 * mean, 80 * (mean * mean + 4))})
    >>> found = shifts({0: tally(60), 1: tally(60), 2: tally(52)})
    >>> [(one.turn, one.what, one.before.mean, one.after.mean) for one in found.values()]
    [(2, 'towns', 60.0, 52.0)]
    """
    turns = sorted(by_turn)
    found = []
    for since, turn in zip(turns, turns[1:], strict=False):
        before, after = by_turn[since].late, by_turn[turn].late
        both = [key for key in after if key in before and differ_by_more(before[key], after[key], STRICT)]
        if both:
            most = max(both, key=lambda key: abs(after[key].mean - before[key].mean))
            change = abs(after[most].mean - before[most].mean)
            found.append(
                (change, FortuneShift(turn, since, most, mean(before[most], unit), mean(after[most], unit)))
            )
    largest = sorted(found, key=lambda one: (-one[0], one[1].turn))[:MOST]
    return {one.turn: one for _change, one in sorted(largest, key=lambda one: one[1].turn)}


def count_chart(by_turn: Mapping[int, Tally], at: pages.Scene) -> Chart | None:
    """Return a chart of how the expected final counts change from turn to turn. Return None if fewer than two
    turns are known, or if no count is known for all of them.
    """
    turns = sorted(by_turn)
    keys = [key for key in by_turn[turns[0]].late if all(key in one.late for one in by_turn.values())]
    if len(turns) < 2 or not keys:
        return None
    unit = plugins.wording(at.game).score_unit
    drawn = [_counts(key, [mean(by_turn[turn].late[key], unit) for turn in turns], at) for key in keys]
    return chart(_("Expected at the end, on average"), turns, drawn)


def _counts(key: str, found: Sequence[Mean], at: pages.Scene) -> Curve:
    said = [
        f"{_format_value(one.mean)} ({_format_value(one.low)}–{_format_value(one.high)})" for one in found
    ]
    return Curve(score_name(key, at.game), Side(key, "", ""), [round(one.mean) for one in found], said=said)


def _format_value(value: float) -> str:
    return str(number_format(value, 1))


def curves(by_turn: Mapping[int, Tally], at: pages.Scene) -> Chart | None:
    """Return a chart of every seat's chance of winning, in percent, from turn to turn. Return None before
    there are two turns.
    """
    turns = sorted(by_turn)
    if len(turns) < 2:
        return None
    drawn = [_curve(place, [chances(by_turn[turn], place.key) for turn in turns]) for place in at.places]
    return chart(_("Chances of winning, in percent"), turns, drawn, top=100)


def _curve(place: pages.Place, found: Sequence[Chances]) -> Curve:
    side = Side(place.key, place.info.mark, place.info.colour)
    said = [f"{one.percent} ({one.low}–{one.high})" for one in found]
    return Curve(place.name, side, [one.percent for one in found], said=said)
