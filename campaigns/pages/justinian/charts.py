"""Charts over the turns, a point for each: treasury, SP by power, provinces by owner. As SVG."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from campaigns.pages.justinian.heraldry import Arms, arms
from campaigns.wording.justinian.names import Names

if TYPE_CHECKING:
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


Moment = dict[str, Any]  # turn and the numbers of one snapshot


def moments(game: Game, table: Any) -> list[Moment]:
    """The last stored moment of every turn so far and the present one.

    Of the states only those are read, and none twice: a snapshot never changes. Their turns come from the
    database; what a rewind took back is overtaken by later snapshots of the same turn.
    """
    now = table.view(None)
    stored = game.snapshots.filter(seq__lt=table.seq, state__turn__lt=now["turn"])
    last = {turn: seq for seq, turn in stored.order_by("seq").values_list("seq", "state__turn")}
    keys = {f"justinian-moment:{game.pk}:{seq}": seq for seq in last.values()}
    found: dict[str, Moment] = cache.get_many(keys)
    missing = {seq: key for key, seq in keys.items() if key not in found}
    if missing:
        states = game.snapshots.filter(seq__in=missing).values_list("seq", "state")
        read = table.system.codec.read
        fresh = {missing[seq]: _moment(table.rules.view(read(state), None)) for seq, state in states}
        cache.set_many(fresh, 86400)
        found = {**found, **fresh}
    return sorted([*found.values(), _moment(now)], key=lambda m: int(m["turn"]))


def _moment(view: Any) -> Moment:
    owners = Counter(owner for owner in view["control"].values() if owner != "nobody")
    return {"turn": view["turn"], "gold": view["gold"], "sp": dict(view["sp"]), "owners": dict(owners)}


def charts(found: list[Moment], names: Names) -> tuple[Chart, ...]:
    """The three charts; none before there are two moments to compare."""
    if len(found) < 2:
        return ()
    powers = ("byzantium", "persia", "vandals", "ostrogoths")
    return (
        _chart(_("Byzantine treasury in G"), found, {"byzantium": [m["gold"] for m in found]}, names),
        _chart(_("Land SP by power"), found, {p: [m["sp"].get(p, 0) for m in found] for p in powers}, names),
        _chart(
            _("Provinces by owner"), found, {p: [m["owners"].get(p, 0) for m in found] for p in powers}, names
        ),
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
