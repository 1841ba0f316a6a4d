"""Who acts next: those who can strike, those who can shoot, the nearest; a chief who must catch up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.turn.acting import Acting, Reserve, TakeAction, bodies, why_not

FAR: Final = 9  # from their commander: beyond it a chief comes up
KEPT_BACK: Final = 5  # squares that a chief keeps between himself and the enemy


def who_acts(pos: Position, frame: Acting) -> Any:
    """The action that begins the next one, or the end of this side's part of the turn."""
    seat = frame.seat
    able = [id for id in pos.of(seat) if why_not(pos, seat, id) is None]
    chief = pos.chief(seat)
    if chief in able and _must_come_up(pos, chief):
        return TakeAction((chief,))
    groups = list(_bodies(pos, seat, able))
    if groups:
        ranked = sorted(groups, key=lambda one: (_eagerness(pos, one), one))
        units = _hindmost(pos, ranked) if pos.state.today.taken.get(seat, 0) % 2 else ranked[0]
        return TakeAction(tuple(sorted(units)))
    return TakeAction((chief,)) if chief in able and _may_come_up(pos, chief) else Reserve()


def _bodies(pos: Position, seat: str, able: list[str]) -> Iterator[list[str]]:
    """Who of each body can act; where some have acted and can only shoot, the others."""
    acted = pos.state.today.acted
    for ids in pos.schiere(seat).values():
        for body in bodies(pos, ids):
            units = [id for id in body if id in able]
            fresh = [id for id in units if not acted.get(id)]
            if units:
                yield fresh or units


def _must_come_up(pos: Position, chief: str) -> bool:
    """Whether a good part of the army is about to be beyond his reach."""
    at, units = pos.piece(chief).at, pos.units(pos.piece(chief).seat)
    far = sum(pos.ground.distance(at, pos.piece(id).at) >= FAR for id in units)
    return far * 4 > len(units) and _may_come_up(pos, chief)


def _may_come_up(pos: Position, chief: str) -> bool:
    piece = pos.piece(chief)
    enemies = [pos.ground.distance(piece.at, pos.piece(id).at) for id in pos.units(foe(piece.seat))]
    return piece.troop == CHIEF and not piece.host and min(enemies, default=0) > KEPT_BACK + 1


def _hindmost(pos: Position, ranked: list[list[str]]) -> list[str]:
    """Every other action is for who stands farthest back and can still come up, unless somebody is at blows:
    else a front that waits for its moment would spend them all."""
    fresh = [units for units in ranked if _eagerness(pos, units)[0] == 1]
    return ranked[0] if not fresh or _eagerness(pos, ranked[0])[0] == 0 else fresh[-1]


def _eagerness(pos: Position, units: list[str]) -> tuple[int, int]:
    """The less, the sooner: who touches an enemy, then who is near one, then who can only shoot again."""
    seat = pos.piece(units[0]).seat
    enemies = [pos.piece(id).at for id in pos.units(foe(seat))]
    touching = any(pos.touching(id) for id in units)
    near = min((pos.ground.distance(pos.piece(id).at, at) for id in units for at in enemies), default=99)
    again = any(pos.state.today.acted.get(id, 0) for id in units)
    return 2 if again else 0 if touching else 1, near
