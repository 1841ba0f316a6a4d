"""The score sheet, with every nation's points in each round and each player's total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.annals import moments
from campaigns.annals.moments import Moment
from campaigns.italia.pages.annals.moments import measure_position
from campaigns.italia.pages.board import nation_label
from campaigns.italia.pages.heraldry import side
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.wording.names import halves
from engine.game import Facts
from games import services
from games.models import Game
from games.scene import Place
from maps.values import Side


@dataclass(frozen=True)
class Row:
    """A line for a nation, or for a player's total if ``side`` is None. It has the points of each round,
    their sum, and the points that the next charts would give now.
    """

    name: str
    side: Side | None
    rounds: tuple[str, ...]
    total: str
    now: str


@dataclass(frozen=True)
class Sheet:
    rounds: tuple[int, ...]
    players: tuple[tuple[Place, Row, tuple[Row, ...]], ...]


def sheet(game: Game, live: Any, scn: Scenario, view: Facts, seats: Sequence[Place]) -> Sheet:
    """Return the score sheet, computed from the positions at the end of each round. Each position is measured
    only once, because its measures are cached.
    """
    ends = {turn: seq for turn, seq in services.last_entries(live).items() if turn < view["round"]}
    known = moments.read(game, live, ends.values(), measure_position)
    rounds = [turn for turn in sorted(ends) if ends[turn] in known]
    past: list[Moment] = [known[ends[turn]] for turn in rounds]
    points = [moment["points"] for moment in past]
    points.append({key: one["half_points"] for key, one in view["nations"].items()})
    coming = view["scoring"]["nations"]

    def row(name: str, flag: Side | None, keys: Sequence[str]) -> Row:
        totals = [sum(one.get(key, 0) for key in keys) for one in points]
        gains = [after - before for before, after in zip([0, *totals], totals, strict=False)]
        now = sum(coming[key]["halves"] for key in keys if key in coming)
        told = tuple(halves(one) if one else "" for one in gains)
        return Row(name, flag, told, halves(totals[-1]), halves(now) if now else "")

    found = []
    for seat in seats:
        mine = [key for key in scn.nations if scn.nations[key].seat == seat.key]
        shown = [key for key in mine if key in view["nations"] or any(one.get(key) for one in points)]
        rows = tuple(row(nation_label(key), side(scn, key), [key]) for key in shown)
        found.append((seat, row(seat.name, None, mine), rows))
    return Sheet((*rounds, view["round"]), tuple(found))
