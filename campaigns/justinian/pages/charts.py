"""Charts by turn: the treasury, SP by power and provinces by owner."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.annals.charts import Chart, Curve, chart
from campaigns.annals.moments import Moment
from campaigns.justinian.pages.heraldry import FOLLOWED, arms
from campaigns.justinian.wording.names import Names
from maps.values import Side


def charts(found: list[Moment], names: Names) -> tuple[Chart, ...]:
    """Return the three charts, or none if there are fewer than two positions to compare."""
    if len(found) < 2:
        return ()
    turns = [int(m["turn"]) for m in found]
    sp = [_curve(p, [m["sp"].get(p, 0) for m in found], names) for p in FOLLOWED]
    provinces = [_curve(p, [m["owners"].get(p, 0) for m in found], names) for p in FOLLOWED]
    gold = [_curve("byzantium", [m["gold"] for m in found], names)]
    return (
        chart(_("Byzantine treasury in G"), turns, gold),
        chart(_("Land SP by power"), turns, sp),
        chart(_("Provinces by owner"), turns, provinces),
    )


def _curve(power: str, values: list[int], names: Names) -> Curve:
    flag = arms(power)
    return Curve(names.power(power), Side(power, flag.mark, flag.colour), values, flag.pattern)
