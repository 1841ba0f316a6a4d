"""Stacking in an enemy's area, and holding enemies so that others can pass (8.3, 9.3)."""

from __future__ import annotations

from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.campaign import Campaign


def defenders(pos: Position, nation: str, area: str) -> int:
    """Return the number of blocking units there, without leaders."""
    return sum(pos.troops(area, other) for other in pos.foes(nation, area))


def enough_to_overrun(pos: Position, nation: str, area: str, holding: int) -> bool:
    """Return whether a number of units holds those in an area: twice as many, or the same number if the held
    units are in a city (9.3).
    """
    against = defenders(pos, nation, area)
    return holding >= against * (1 if pos.stands(area) else 2)


def attackers_allowed(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int:
    """Return the number of units that can stay to attack an area."""
    led = with_leader or bool(pos.leaders(area, frame.nation))
    return pos.attack_limit(frame.nation, area, led=led, invasion=frame.invasion)


def may_leave(pos: Position, frame: Movement, area: str) -> int | None:
    """Return the number of units that can leave an area and still hold its enemies; None for any number."""
    against = defenders(pos, frame.nation, area)
    if not against or walks_out(pos, frame, area):
        return None
    need = against * (1 if pos.stands(area) else 2)
    return max(0, pos.troops(area, frame.nation) - need)


def leader_may_leave(pos: Position, frame: Movement, area: str) -> bool:
    """Return whether a leader can leave an area alone: not from enemies, unless units of the nation hold them
    (9.1, 9.3).
    """
    if walks_out(pos, frame, area):
        return True
    return enough_to_overrun(pos, frame.nation, area, pos.troops(area, frame.nation))


def walks_out(pos: Position, frame: Movement, area: str) -> bool:
    """Return whether an army can leave enemies at the place of its arrival, by the FAQ on Pyrrhus, in its
    campaign's first move (C10).
    """
    card = pos.nation(frame.nation).effect("arrives_among_enemies")
    if pos.setting.options.pyrrhus != "faq" or card is None or frame.campaign != card["leader"]:
        return False
    campaign = pos.state.in_progress(Campaign)
    return campaign is not None and campaign.moves == 1 and area == frame.start


def may_enter(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int | None:
    """Return the number of units that can still enter; None for any number. If the defenders are held, more
    can pass; a campaign's leader takes any number along (12.31).
    """
    against = sum(pos.troops(area, other) for other in pos.enemies(frame.nation, area))
    if not against or (frame.campaign and with_leader):
        return None
    here = pos.troops(area, frame.nation)
    if here >= against * (1 if pos.stands(area) else 2):
        return None
    return max(0, attackers_allowed(pos, frame, area, with_leader=with_leader) - here)
