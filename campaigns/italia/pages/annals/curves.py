"""Charts of every player's points, areas, units and gold from round to round."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.annals.charts import Chart, Curve, chart
from campaigns.annals.moments import Moment
from campaigns.italia.rules.scenario.types import Scenario
from games.scene import Place
from maps.values import Side


def curves(found: list[Moment], scn: Scenario, seats: Sequence[Place]) -> tuple[Chart, ...]:
    """Return the four charts, or () before there are two positions to compare."""
    if len(found) < 2:
        return ()
    turns = [int(m["turn"]) for m in found]

    def drawn(title: str, what: str, unit: int = 1) -> Chart:
        return chart(title, turns, [_curve(found, scn, seat, what, unit) for seat in seats])

    return (
        drawn(_("Points"), "points", 2),
        drawn(_("Areas"), "held"),
        drawn(_("Land units"), "units"),
        drawn(_("Gold"), "gold"),
    )


def _curve(found: list[Moment], scn: Scenario, seat: Place, what: str, unit: int) -> Curve:
    mine = [key for key, card in scn.nations.items() if card.seat == seat.key]
    values = [sum(_worth(moment[what].get(key, 0)) for key in mine) for moment in found]
    return Curve(seat.name, Side(seat.key, seat.info.mark, seat.info.colour), values, unit=unit)


def _worth(value: int | Sequence[str]) -> int:
    return value if isinstance(value, int) else len(value)
