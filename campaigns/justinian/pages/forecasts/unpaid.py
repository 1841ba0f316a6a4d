"""The risks of leaving groups unpaid (5.25, 8.27)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.pages.forecasts.panels import average, percent
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.turn.maintenance import groups
from campaigns.justinian.rules.turn.sequence import RANDOMS
from campaigns.justinian.wording.names import Names


@dataclass(frozen=True)
class Risk:
    """The risk of leaving a group unpaid: a description, and the SP lost on average."""

    text: str
    sp: Fraction
    rule: str


def risks(pos: Position, names: Names) -> dict[str, Risk]:
    """Return the risk of not paying each unit: pillage after a victory (8.27), or desertion (5.25)."""
    deserts = odds.desertion_chance(RANDOMS)
    found: dict[str, Risk] = {}
    for unit, group in groups(pos.state).items():
        if not unit.army:
            told = _("deserts in %(chance)s of turns") % {"chance": percent(deserts)}
            found[unit] = Risk(told, deserts * group.sp, "5.25")
            continue
        army = pos.state.armies[unit.army]
        lost = odds.pillage_after_victory(control_rating(pos.setting, army), army.total)
        values = {"chance": percent(1 - lost.get(0, Fraction(0))), "sp": average(lost.expectation())}
        told = _("after a victory %(chance)s that SP go home, %(sp)s on average") % values
        found[unit] = Risk(told, lost.expectation(), "8.27")
    return found
