"""Small garrisons as bait. They cost enemy armies time, and make them end their marches where they do little
harm. An opponent who takes every easy prize is drawn to a garrison of one SP in a province of little
value. The enemy army fights and marks the province, and has no MP left for the City behind it. A minor
power's army that leaves a City for the bait is removed next turn (5.12).
"""

from __future__ import annotations

from campaigns.justinian.bot.foresight import Foresight
from campaigns.justinian.rules.state.position import Position

MOST = 4  # maximum number of garrisons placed at a time
PRICE = 0.06  # cost of a garrison, in units of harm


def posts(pos: Position, sp: int) -> list[str]:
    """Return the provinces for at most ``sp`` garrisons, the most useful first."""
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
