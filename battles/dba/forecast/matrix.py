"""The odds of every troop type against every other, in good going and with no neighbouring elements."""

from __future__ import annotations

from functools import cache

from battles.dba.rules.odds import Odds, odds
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.troops import TYPES
from battles.dba.rules.validate import mistakes

_POST = {"Denizens": "bua", "Followers": "camp"}


def plain(mode: str, own: str, foe: str) -> Situation:
    """Return the situation in which two types meet frontally with no neighbouring elements. Denizens are in
    the built-up area, and camp followers in their camp.

    Artillery shoots in the enemy's bound, and targets do not shoot back.
    """
    active: Side = "b" if mode == "shooting" and own == "Art" else "a"
    return Situation(mode, _lone_contender(own), _lone_contender(foe), active)


@cache
def _lone_contender(kind: str) -> Contender:
    return Contender(kind, post=_POST.get(kind, "field"))


def cells(mode: str) -> dict[tuple[str, str], Odds | None]:
    """Compute the odds of every pair of types, without caching. A pair that cannot meet gets None."""
    found: dict[tuple[str, str], Odds | None] = {}
    for own in TYPES:
        for foe in TYPES:
            s = plain(mode, own, foe)
            found[own, foe] = None if mistakes(s) else odds(s)
    return found


@cache
def matrix(mode: str = "close") -> dict[tuple[str, str], Odds | None]:
    """Return the cached ``cells`` for close combat or for shooting, where the first type shoots at the
    second.
    """
    return cells(mode)
