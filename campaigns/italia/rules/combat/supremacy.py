"""Naval supremacy in a land combat (10.9)."""

from __future__ import annotations

from campaigns.italia.rules.combat.phase import count_fled
from campaigns.italia.rules.combat.situation import ATTACKER, DEFENDER
from campaigns.italia.rules.state.position import Position


def has_supremacy(own: int, foe: int) -> bool:
    """Return whether a side has naval supremacy: at least one fleet, and at least twice the enemy's number.

    >>> has_supremacy(2, 1), has_supremacy(0, 0), has_supremacy(3, 2), has_supremacy(1, 0)
    (True, False, False, True)
    """
    return own >= 1 and own >= 2 * foe


def supremacy(pos: Position, area: str, attacker: str, defender: str) -> str:
    """Return the side with naval supremacy in an area, or "" for neither. Fleets in all seas off the area's
    coasts count, except those that retreated in this phase.
    """
    own, foe = (_steady_fleets(pos, area, nation) for nation in (attacker, defender))
    if has_supremacy(own, foe):
        return ATTACKER
    return DEFENDER if has_supremacy(foe, own) else ""


def _steady_fleets(pos: Position, area: str, nation: str) -> int:
    there = [(sea, number) for sea in pos.scn.board.coasts[area] if (number := pos.fleets(sea, nation))]
    return sum(max(0, number - count_fled(pos.state, sea, nation)) for sea, number in there)
