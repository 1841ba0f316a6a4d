"""Place small garrisons as bait, so that the enemy loses time over them and ends where he does little harm.

A player who takes everything near and easy is drawn to a garrison of one SP in a province that is not
needed: he fights there, marks it, and has no MP left for the City behind it. Tribesmen drawn out of a City
leave next turn (5.12).
"""

from __future__ import annotations

from campaigns.justinian.bot.foresight import Foresight
from campaigns.justinian.rules.state.position import Position

MOST = 4  # garrisons at a time
PRICE = 0.06  # the cost of a garrison, in SP


def posts(pos: Position, sp: int) -> list[str]:
    """Return the places for at most ``sp`` garrisons, the most useful first."""
    if not sp:
        return []
    foresight = Foresight(pos)
    threats = foresight.threats
    chosen: list[str] = []
    while len(chosen) < min(sp, MOST):
        harms = [foresight.harm(t, frozenset(chosen)) for t in threats]
        seen = frozenset().union(*(harm.seen for harm in harms))
        best, post = -PRICE, ""
        for place in sorted((seen & foresight.posts).difference(chosen)):
            baits = frozenset((*chosen, place))
            change = sum(
                foresight.harm(t, baits).cost - harm.cost
                for t, harm in zip(threats, harms, strict=True)
                if place in harm.seen
            )
            if change < best:
                best, post = change, place
        if not post:
            break
        chosen.append(post)
    return chosen
