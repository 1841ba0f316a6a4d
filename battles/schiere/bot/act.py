"""Who acts next: those who can strike, those who can shoot, the nearest; a chief who must catch up."""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.acting import Acting, Reserve, TakeAction, why_not

FAR: Final = 9  # from their commander: beyond it a chief comes up
KEPT_BACK: Final = 5  # squares that a chief keeps between himself and the enemy


def who_acts(pos: Position, frame: Acting) -> Any:
    """The action that begins the next one, or the end of this side's part of the turn."""
    seat = frame.seat
    able = [id for id in pos.of(seat) if why_not(pos, seat, id) is None]
    chief = pos.chief(seat)
    if chief in able and _must_come_up(pos, chief):
        return TakeAction((chief,))
    groups: dict[str, list[str]] = {}
    for id in able:
        if pos.is_unit(id):
            groups.setdefault(pos.piece(id).schiera, []).append(id)
    if groups:
        name = min(groups, key=lambda one: (_eagerness(pos, groups[one]), one))
        return TakeAction(tuple(sorted(groups[name])))
    return TakeAction((chief,)) if chief in able and _may_come_up(pos, chief) else Reserve()


def _must_come_up(pos: Position, chief: str) -> bool:
    """Whether a good part of the army is about to be beyond his reach."""
    at, units = pos.piece(chief).at, pos.units(pos.piece(chief).seat)
    far = sum(pos.ground.distance(at, pos.piece(id).at) >= FAR for id in units)
    return far * 4 > len(units) and _may_come_up(pos, chief)


def _may_come_up(pos: Position, chief: str) -> bool:
    piece = pos.piece(chief)
    enemies = [pos.ground.distance(piece.at, pos.piece(id).at) for id in pos.units(foe(piece.seat))]
    return piece.troop == CHIEF and not piece.host and min(enemies, default=0) > KEPT_BACK + 1


def _eagerness(pos: Position, units: list[str]) -> tuple[int, int]:
    """The less, the sooner: who touches an enemy, then who is near one."""
    seat = pos.piece(units[0]).seat
    enemies = [pos.piece(id).at for id in pos.units(foe(seat))]
    touching = any(pos.touching(id) for id in units)
    near = min((pos.ground.distance(pos.piece(id).at, at) for id in units for at in enemies), default=99)
    return 0 if touching else 1, near
