"""Stacking in an enemy's area, and holding enemies so that others can pass (8.3, 9.3)."""

from __future__ import annotations

from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.campaign import Campaign


def count_defenders(pos: Position, nation: str, area: str) -> int:
    """Return the number of enemy units that block an area. Leaders do not count."""
    return sum(pos.troops(area, other) for other in pos.foes(nation, area))


def enough_to_overrun(pos: Position, nation: str, area: str, holding: int) -> bool:
    """Return whether a number of units is enough to hold the enemies in an area. It must be twice the
    enemies' number, or equal to it if the units are in a city (9.3).
    """
    against = count_defenders(pos, nation, area)
    return holding >= against * (1 if pos.has_city(area) else 2)


def attackers_allowed(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int:
    """Return the number of units that can stay in an area to attack it. ``with_leader``: whether a leader
    enters with them.
    """
    led = with_leader or bool(pos.leaders(area, frame.nation))
    return pos.attack_limit(frame.nation, area, led=led, invasion=frame.invasion)


def may_leave(pos: Position, frame: Movement, area: str) -> int | None:
    """Return the number of units that can leave an area while the others still hold its enemies. None means
    any number.
    """
    against = count_defenders(pos, frame.nation, area)
    if not against or can_walk_out(pos, frame, area):
        return None
    need = against * (1 if pos.has_city(area) else 2)
    return max(0, pos.troops(area, frame.nation) - need)


def leader_may_leave(pos: Position, frame: Movement, area: str) -> bool:
    """Return whether a leader can leave an area without units. Enemies prevent this unless units of the
    nation hold them (9.1, 9.3).
    """
    if can_walk_out(pos, frame, area):
        return True
    return enough_to_overrun(pos, frame.nation, area, pos.troops(area, frame.nation))


def can_walk_out(pos: Position, frame: Movement, area: str) -> bool:
    """Return whether an army can walk away from enemies in the area where it arrived. The FAQ on Pyrrhus
    allows this in the first move of the campaign (C10).
    """
    card = pos.nation(frame.nation).effect("arrives_among_enemies")
    if pos.setting.options.pyrrhus != "faq" or card is None or frame.campaign != card["leader"]:
        return False
    campaign = pos.state.in_progress(Campaign)
    return campaign is not None and campaign.moves == 1 and area == frame.start


def may_enter(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int | None:
    """Return the number of units that can still enter an area, or None for any number. Held defenders let
    any number pass, and a campaign's leader takes any number along (12.31).
    """
    against = sum(pos.troops(area, other) for other in pos.enemies(frame.nation, area))
    if not against or (frame.campaign and with_leader):
        return None
    here = pos.troops(area, frame.nation)
    if here >= against * (1 if pos.has_city(area) else 2):
        return None
    return max(0, attackers_allowed(pos, frame, area, with_leader=with_leader) - here)
