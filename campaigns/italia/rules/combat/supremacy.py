"""Naval supremacy in a land combat (10.9)."""

from __future__ import annotations

from campaigns.italia.rules.combat.phase import count_fled
from campaigns.italia.rules.combat.situation import ATTACKER, DEFENDER
from campaigns.italia.rules.state.position import Position


def supreme(own: int, foe: int) -> bool:
    """Return whether a side has at least one fleet, and at least twice the enemy's.

    >>> supreme(2, 1), supreme(0, 0), supreme(3, 2), supreme(1, 0)
    (True, False, False, True)
    """
    return own >= 1 and own >= 2 * foe


def supremacy(pos: Position, area: str, attacker: str, defender: str) -> str:
    """Return the side with supremacy, by both sides' fleets in all seas off the area, without those that
    retreated in this phase.
    """
    own, foe = (_standing(pos, area, nation) for nation in (attacker, defender))
    if supreme(own, foe):
        return ATTACKER
    return DEFENDER if supreme(foe, own) else ""


def _standing(pos: Position, area: str, nation: str) -> int:
    there = [(sea, number) for sea in pos.scn.board.coasts[area] if (number := pos.fleets(sea, nation))]
    return sum(max(0, number - count_fled(pos.state, sea, nation)) for sea, number in there)
