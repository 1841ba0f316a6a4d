"""Where a campaign turned: by the change of the chances to win from turn to turn, which the program has
played out (games.services.outlook). A change that so few games leave to luck is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from campaigns.annals.charts import Chart, Curve, chart
from engine.playouts import STRICT, Tally, differ
from games import pages
from games.outlook.told import Chances, chances
from maps.values import Side

MOST: Final = 3  # turns at which a campaign turned


@dataclass(frozen=True)
class Swung:
    """A turn (or the turns after ``since`` up to it, where only some were played out) in which the chances of
    a seat rose more than luck with so few games explains: in percent, before and after."""

    turn: int
    since: int
    whose: str
    before: Chances
    after: Chances

    @property
    def several(self) -> bool:
        """Whether it was somewhere in more than one turn."""
        return self.turn - self.since > 1


def swings(by_turn: Mapping[int, Tally], seats: Sequence[str]) -> dict[int, Swung]:
    """The turns in which the chances of a seat rose most, by turn; of seats that rose together that which
    rose most. ``by_turn``: play-outs from the end of each, 0 for the beginning.

    >>> even, ahead, lost = (Tally(80, {"a": n, "b": 80 - n}) for n in (40, 44, 8))
    >>> found = swings({0: even, 1: ahead, 2: lost, 3: lost}, ("a", "b"))
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


def curves(by_turn: Mapping[int, Tally], at: pages.Scene) -> Chart | None:
    """The chances of every seat over the turns, in percent."""
    turns = sorted(by_turn)
    if len(turns) < 2:
        return None
    drawn = [_curve(place, [chances(by_turn[turn], place.key) for turn in turns]) for place in at.places]
    return chart(_("Chances to win in percent"), turns, drawn, top=100)


def _curve(place: pages.Place, found: Sequence[Chances]) -> Curve:
    side = Side(place.key, place.info.mark, place.info.colour)
    said = [f"{one.percent} ({one.low}–{one.high})" for one in found]
    return Curve(place.name, side, [one.percent for one in found], said=said)
