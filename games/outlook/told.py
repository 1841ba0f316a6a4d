"""What a battle decides, in words: the chances of each seat if one side wins it, and if the other does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.game import SeatInfo
from engine.playouts import Tally, differ
from games import access, plugins
from games.models import BattleLink, Game
from games.services.outlook import reading
from games.services.tables import opening_of


@dataclass(frozen=True)
class Chances:
    """Of one seat, in percent: "52" and "42 to 62"."""

    percent: int
    low: int
    high: int


@dataclass(frozen=True)
class Stake:
    """Of one seat of the campaign: its chances to win that when the attacker wins the battle, and when the
    defender does. ``tells``: they differ by more than so few games leave to luck."""

    info: SeatInfo
    attacker: Chances
    defender: Chances
    tells: bool
    said: str

    @property
    def both(self) -> tuple[Chances, Chances]:
        return self.attacker, self.defender


@dataclass(frozen=True)
class Stakes:
    """What hangs on a battle. ``games``: play-outs of each end; ``whole``: no more are coming."""

    rows: Sequence[Stake]
    games: int
    whole: bool

    @property
    def telling(self) -> Sequence[Stake]:
        return [row for row in self.rows if row.tells]


def stakes(link: BattleLink, campaign: Game) -> Stakes | None:
    """What hangs on a battle of a campaign; None as long as it is not known, and for whoever does not know of
    the battle yet (an observer who sees the campaign as it was)."""
    if link.opened_seq > campaign.seq:
        return None
    found = reading.stakes(link)
    if found is None:
        return None
    rows = [_stake(named(info, campaign), found) for info in opening_of(campaign).rules.seats]
    return Stakes(rows, min(found.attacker.games, found.defender.games), found.whole)


def on_the_field(link: BattleLink | None, user: Any) -> Sequence[str]:
    """The same for the page of the battle itself, of the seat for which most hangs on it; nothing for who may
    not see the campaign."""
    if link is None or not access.can_see(user, link.campaign):
        return ()
    found = stakes(link, link.campaign)
    telling = found.telling if found else ()
    most = max(telling, key=lambda row: abs(row.attacker.percent - row.defender.percent), default=None)
    return (most.said,) if most else ()


def _stake(info: SeatInfo, found: reading.Stakes) -> Stake:
    after = [chances(tally, info.id) for tally in (found.attacker, found.defender)]
    tells = differ(found.attacker, found.defender, info.id)
    if tells:
        text = _(
            "Victory in the campaign, %(seat)s: %(attacker)s if the attacker wins here, else %(defender)s"
        )
    else:
        text = _("Victory in the campaign, %(seat)s: %(attacker)s, whoever wins here")
    first = found.attacker if tells else found.attacker + found.defender
    words = {"attacker": in_ten(first, info.id), "defender": in_ten(found.defender, info.id)}
    return Stake(info, after[0], after[1], tells, text % {"seat": info.name, **words})


def chances(tally: Tally, seat: str) -> Chances:
    """In percent."""
    found = tally.chance(seat)
    return Chances(*(round(100 * share) for share in (found.middle, found.low, found.high)))


def in_ten(tally: Tally, seat: str) -> str:
    """As people say it: so few games tell no percent."""
    share = tally.chance(seat).middle
    if share < 0.05:
        return _("hardly likely")
    if share > 0.95:
        return _("all but certain")
    return _("about %(n)s in 10") % {"n": round(10 * share)}


def named(info: SeatInfo, game: Game) -> SeatInfo:
    """A seat with its name in the reader's language."""
    return replace(info, name=plugins.wording(game).seat(info))
