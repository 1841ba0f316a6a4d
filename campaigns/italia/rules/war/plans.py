"""Whether a nation has a campaign in the current round, and which nations are active in the last round (12.2,
12.3, 13.4).
"""

from __future__ import annotations

from campaigns.italia.rules.scenario.types import Campaign
from campaigns.italia.rules.state.position import Position


def campaign_to_come(pos: Position, nation: str) -> Campaign | None:
    """Return the campaign that follows the nation's normal turn in this round, or None. Its leader must be
    on the map.
    """
    found = pos.nation(nation).campaigns.get(pos.state.round)
    if found and found.timing != "last_round" and pos.leader_at(found.leader):
        return found
    return None


def last_round(pos: Position) -> bool:
    """Return whether this is the last round of Italia I, in which only some nations act (13.4)."""
    return bool(pos.scn.last_round_order) and pos.state.round == pos.scn.rounds


def is_garrison(pos: Position, nation: str) -> bool:
    """Return whether a nation's units are mere garrisons, which neither move, retreat nor score (13.4)."""
    return last_round(pos) and nation not in pos.scn.last_round_order
