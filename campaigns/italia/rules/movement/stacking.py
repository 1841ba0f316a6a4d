"""How many may enter an enemy's area, and who must hold it so that others pass (8.3, 9.3)."""

from __future__ import annotations

from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.movement.ledger import Movement


def defenders(pos: Position, nation: str, area: str) -> int:
    """How many units stand in the way there; leaders aside."""
    return sum(pos.troops(area, other) for other in pos.foes(nation, area))


def enough_to_overrun(pos: Position, nation: str, area: str, holding: int) -> bool:
    """Whether so many units hold down those in an area: twice as many, as many where these are in a city
    (9.3)."""
    against = defenders(pos, nation, area)
    return holding >= against * (1 if pos.stands(area) else 2)


def attackers_allowed(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int:
    """How many units may stay to attack an area."""
    led = with_leader or bool(pos.leaders(area, frame.nation))
    return pos.attack_limit(frame.nation, area, led=led, invasion=frame.invasion)


def may_leave(pos: Position, frame: Movement, area: str) -> int | None:
    """How many units may leave an area and still hold its enemies; None for any number."""
    against = defenders(pos, frame.nation, area)
    if not against:
        return None
    need = against * (1 if pos.stands(area) else 2)
    return max(0, pos.troops(area, frame.nation) - need)


def may_enter(pos: Position, frame: Movement, area: str, *, with_leader: bool = False) -> int | None:
    """How many more units may enter; None for any number. Where those inside are held down, more pass."""
    if not defenders(pos, frame.nation, area):
        return None
    here = pos.troops(area, frame.nation)
    if enough_to_overrun(pos, frame.nation, area, here):
        return None
    return max(0, attackers_allowed(pos, frame, area, with_leader=with_leader) - here)
