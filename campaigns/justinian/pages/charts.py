"""Charts over the turns, a point for each: treasury, SP by power, provinces by owner. As SVG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _

from campaigns.justinian.pages.heraldry import FOLLOWED, Arms, arms
from campaigns.justinian.pages.moments import Moment, moment, read
from campaigns.justinian.rules.ground.position import Position
from campaigns.justinian.wording.names import Names
from games import services

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules
    from games.models import Game

WIDE, HIGH = 320.0, 120.0  # drawing units of the plot
DASHES = ("", "6 3", "2 2", "8 2 2 2", "1 3")


@dataclass(frozen=True)
class Line:
    """One curve: its points for an SVG polyline, its name and its last value. Told apart by dashes too."""

    name: str
    arms: Arms
    points: str
    dash: str
    first: int
    last: int


@dataclass(frozen=True)
class Chart:
    """A chart with its scale; ``rows`` are the same numbers as a table."""

    title: str
    top: int
    lines: tuple[Line, ...]
    turns: tuple[tuple[int, str], ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int, ...]], ...]


def history(game: Game, live: Any) -> list[Moment]:
    """Every turn so far before the step that ended it, and the present moment."""
    now = moment(Position(cast("JustinianRules", live.rules).setting, live.state))
    last = services.last_entries(live)
    ends = [seq - 1 for turn, seq in last.items() if turn < now["turn"]]
    past = read(game, live, ends)
    return sorted([*past.values(), now], key=lambda m: int(m["turn"]))


def charts(found: list[Moment], names: Names) -> tuple[Chart, ...]:
    """The three charts; none before there are two moments to compare."""
    if len(found) < 2:
        return ()
    sp = {p: [m["sp"].get(p, 0) for m in found] for p in FOLLOWED}
    provinces = {p: [m["owners"].get(p, 0) for m in found] for p in FOLLOWED}
    return (
        _chart(_("Byzantine treasury in G"), found, {"byzantium": [m["gold"] for m in found]}, names),
        _chart(_("Land SP by power"), found, sp, names),
        _chart(_("Provinces by owner"), found, provinces, names),
    )


def _chart(title: str, found: list[Moment], series: dict[str, list[int]], names: Names) -> Chart:
    series = {k: v for k, v in series.items() if any(v)} or series
    top = max(max(values) for values in series.values()) or 1
    step = WIDE / (len(found) - 1)
    lines = tuple(
        Line(
            name=names.power(power),
            arms=arms(power),
            points=" ".join(f"{i * step:.1f},{HIGH - HIGH * v / top:.1f}" for i, v in enumerate(values)),
            dash=DASHES[n % len(DASHES)],
            first=values[0],
            last=values[-1],
        )
        for n, (power, values) in enumerate(series.items())
    )
    ends = {m["turn"]: i for i, m in enumerate(found)}  # the last moment of each turn
    return Chart(
        title=title,
        top=top,
        lines=lines,
        turns=tuple((turn, f"{i * step:.1f}") for turn, i in ends.items()),
        heads=tuple(line.name for line in lines),
        rows=tuple((turn, tuple(v[i] for v in series.values())) for turn, i in ends.items()),
    )
