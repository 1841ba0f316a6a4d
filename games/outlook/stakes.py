"""Descriptions of the stakes of a battle: each seat's chances after a victory of either side, and the rules'
metrics a few turns later and at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game import SeatInfo
from engine.playouts import SOON, Counts, Tally, differ, differ_by_more
from games import access, plugins
from games.models import BattleLink, Game
from games.services.outlook import results
from games.services.tables import opening_of


@dataclass(frozen=True)
class Chances:
    """One seat's chances in percent, with a confidence interval, such as 52 (42 to 62)."""

    percent: int
    low: int
    high: int


@dataclass(frozen=True)
class Stake:
    """One seat's stake in a battle: its chances of winning the campaign if the attacker wins, and if the
    defender wins. ``tells``: whether the difference is significant for this number of play-outs.
    """

    info: SeatInfo
    attacker: Chances
    defender: Chances
    tells: bool
    said: str

    @property
    def both(self) -> tuple[Chances, Chances]:
        return self.attacker, self.defender


@dataclass(frozen=True)
class Mean:
    """The mean of a metric, with a confidence interval, such as 64.2 (62.0 to 66.4)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Gauge:
    """The mean of a metric if the attacker wins the battle, and if the defender wins. ``tells``: whether the
    two differ significantly.
    """

    what: str
    when: str
    attacker: Mean
    defender: Mean
    tells: bool
    said: str

    @property
    def both(self) -> tuple[Mean, Mean]:
        return self.attacker, self.defender


@dataclass(frozen=True)
class Stakes:
    """The stakes of a battle. ``games``: the number of play-outs after each outcome. ``whole``: whether all
    play-outs are done.
    """

    rows: Sequence[Stake]
    games: int
    whole: bool
    gauges: Sequence[Gauge] = ()

    @property
    def telling(self) -> Sequence[Stake | Gauge]:
        seats = [row for row in self.rows if row.tells]
        return [*seats, *(row for row in self.gauges if row.tells)]


def stakes(link: BattleLink, campaign: Game) -> Stakes | None:
    """Return the stakes of a campaign's battle, from its forecast. Return None while they are unknown, once
    a result is reported, and for an observer who sees an earlier position.
    """
    if link.opened_seq > campaign.seq or link.void or link.status == BattleLink.Status.REPORTED:
        return None
    found = results.stakes(link)
    if found is None:
        return None
    rows = [_stake(name_seat(info, campaign), found) for info in opening_of(campaign).rules.seats]
    games = min(found.attacker.games, found.defender.games)
    return Stakes(rows, games, found.whole, _gauges(found, campaign))


def describe_stakes(link: BattleLink | None, user: Any) -> Sequence[str]:
    """Describe the stakes on the battle's own page, for the seat with the most at stake. The result is empty
    for a reader who may not see the campaign.
    """
    if link is None or not access.can_see(user, link.campaign):
        return ()
    found = stakes(link, link.campaign)
    if found is None:
        return ()
    seats, counted = [row for row in found.rows if row.tells], [row for row in found.gauges if row.tells]
    most = max(seats, key=lambda row: abs(row.attacker.percent - row.defender.percent), default=None)
    return (most.said,) if most else tuple(row.said for row in counted[:1])


def _stake(info: SeatInfo, found: results.Stakes) -> Stake:
    after = [chances(tally, info.id) for tally in (found.attacker, found.defender)]
    tells = differ(found.attacker, found.defender, info.id)
    if tells:
        text = _(
            "Victory in the campaign, %(seat)s: %(attacker)s if the attacker wins here, else %(defender)s"
        )
    else:
        text = _("Victory in the campaign, %(seat)s: %(attacker)s, no matter who wins here")
    first = found.attacker if tells else found.attacker + found.defender
    words = {"attacker": in_ten(first, info.id), "defender": in_ten(found.defender, info.id)}
    return Stake(info, after[0], after[1], tells, text % {"seat": info.name, **words})


def _gauges(found: results.Stakes, campaign: Game) -> list[Gauge]:
    times = (
        (ngettext("%(n)s turn later", "%(n)s turns later", SOON) % {"n": SOON}, "soon"),
        (_("at the end"), "late"),
    )
    told, unit = [], plugins.wording(campaign).score_unit
    for when, which in times:
        one, other = getattr(found.attacker, which), getattr(found.defender, which)
        told += [
            _gauge(_count_name(key, campaign), when, one[key], other[key], unit)
            for key in one
            if key in other and min(one[key].games, other[key].games) >= results.LEAST
        ]
    return told


def _count_name(key: str, game: Game) -> str:
    name = score_name(key, game)
    if any(key == info.id for info in opening_of(game).rules.seats):
        return _("Points, %(seat)s") % {"seat": name}
    return name


def _gauge(what: str, when: str, attacker: Counts, defender: Counts, unit: int) -> Gauge:
    tells = differ_by_more(attacker, defender)
    both = (mean(attacker, unit), mean(defender, unit))
    facts = {"what": what[:1].upper() + what[1:], "when": when}
    facts |= {"attacker": number_format(both[0].mean, 1), "defender": number_format(both[1].mean, 1)}
    text = _("%(what)s %(when)s: %(attacker)s on average if the attacker wins here, else %(defender)s")
    return Gauge(facts["what"], when, *both, tells, text % facts)


def mean(counts: Counts, unit: int = 1) -> Mean:
    """Return the mean of a metric to one decimal place. ``unit``: how many counted units make a point."""
    found = counts.estimate()
    return Mean(*(round(one / unit, 1) for one in (found.middle, found.low, found.high)))


def score_name(key: str, game: Game) -> str:
    """Return the name of a score. A score that belongs to a seat has the seat's name."""
    info = next((one for one in opening_of(game).rules.seats if one.id == key), None)
    return plugins.wording(game).score(key) if info is None else name_seat(info, game).name


def chances(tally: Tally, seat: str) -> Chances:
    """Return a seat's chances as rounded percentages."""
    found = tally.chance(seat)
    return Chances(*(round(100 * share) for share in (found.middle, found.low, found.high)))


def in_ten(tally: Tally, seat: str) -> str:
    """Describe a seat's chance as "about n in 10", since there are too few play-outs for a percentage. An
    extreme chance is "very unlikely" or "almost certain".
    """
    share = tally.chance(seat).middle
    if share < 0.05:
        return _("very unlikely")
    if share > 0.95:
        return _("almost certain")
    return _("about %(n)s in 10") % {"n": round(10 * share)}


def name_seat(info: SeatInfo, game: Game) -> SeatInfo:
    """A seat with its name in the reader's language."""
    return replace(info, name=plugins.wording(game).seat(info))
