"""The distances of tactical moves (section "distances")."""

from __future__ import annotations

from functools import lru_cache

from battles.dba.rules.tables import load
from battles.dba.rules.troops import TROOPS, is_camel, is_mounted
from engine.values import dataclass


@dataclass(frozen=True)
class Reach:
    """How far a base may move in each kind of terrain, in paces, or None where it cannot go. ``sand``: dunes
    and oases, which are good going for camels (section "area_features").
    """

    good: int
    bad: int | None
    sand: int | None
    road: int


@lru_cache(maxsize=256)
def reach(troop: str, code: str = "") -> Reach:
    """Return how far a troop type may move in good going, in bad going, in dunes and oases, and on a road.

    >>> reach("LH"), reach("LH", "2Cm").sand, reach("Ps").bad, reach("Art").bad
    (Reach(good=500, bad=200, sand=200, road=500), 500, 300, None)
    """
    move, good = load("distances")["move"], TROOPS[troop].move
    bad: int | None = move["bad_mounted"] if is_mounted(troop) else good
    if troop in load("distances")["never_in_bad"]["types"]:
        bad = None
    sand = good if is_camel(troop, code) else bad
    return Reach(good, bad, sand, move["road_light_horse"] if troop == "LH" else move["road"])


def fording() -> int:
    """Return how many paces the head of a column may move when it fords a river (section "distances")."""
    return int(load("distances")["move"]["fording_head"])


def measures() -> dict[str, dict[str, int]]:
    """Return the tables of ``data/distances.toml``. Besides moves, they hold the distances for groups, camps
    and deployment.
    """
    return load("distances")


def centimetres(paces: int) -> float:
    """Convert paces to centimetres on the table.

    >>> centimetres(300), centimetres(100)
    (7.5, 2.5)
    """
    return float(paces / load("distances")["paces_per_mm"] / 10)
