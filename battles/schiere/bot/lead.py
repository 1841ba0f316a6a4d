"""The bot's moves for commanders: they join a heavy unit before an enemy can reach them, and keep the army in
command.
"""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF, COMMANDERS
from battles.schiere.rules.turn.attaching import Attach
from battles.schiere.rules.turn.going import Going, may_move
from battles.schiere.rules.turn.march import MoveAlong, leads
from battles.schiere.rules.turn.steps import Body
from engine.game import Choices, Pick

FAR: Final = 9  # squares between a chief and his army beyond which he moves up
KEPT_BACK: Final = 5  # squares that a chief keeps from the enemy
HOSTS: Final = ("heavy_infantry", "heavy_cavalry", "elephants")  # troops that commanders join, safest first


def shelters(pos: Position, id: str) -> bool:
    """Return whether a commander without a unit is within an enemy's reach and can join a heavy unit."""
    piece = pos.piece(id)
    if piece.host or not any(_may_host(pos, unit) for unit in pos.units(piece.seat)):
        return False
    return any(_comes_beside(pos, unit, piece.at) for unit in pos.units(foe(piece.seat)))


def _comes_beside(pos: Position, unit: str, square: str) -> bool:
    here, moves = pos.piece(unit).at, pos.moves(unit)
    if pos.ground.far[here][square] > moves + 1 or pos.cls(unit) == "ballista":
        return False
    if square in pos.ground.side_neighbours[here]:
        return True
    beside, open_ways = pos.ground.side_neighbours[square], pos.ground.reach(here, moves, pos.cls(unit))
    if not any(near in open_ways for near in beside):  # out of reach even if no piece were in the way
        return False
    spent = Body(pos, (unit,), moves).reach.spent
    return any(near in spent and near != here for near in beside)


def must_come_up(pos: Position, chief: str) -> bool:
    """Return whether a good part of the army is about to leave the commander's reach."""
    return _is_behind(pos, chief, FAR, 4)


def trails(pos: Position, chief: str) -> bool:
    """Return whether the commander is behind most of his units."""
    return _is_behind(pos, chief, KEPT_BACK, 2)


def _is_behind(pos: Position, chief: str, squares: int, part: int) -> bool:
    piece, units = pos.piece(chief), pos.units(pos.piece(chief).seat)
    row = pos.ground.far[piece.at]
    far = sum(row[pos.piece(id).at] >= squares for id in units)
    near = min([row[pos.piece(id).at] for id in pos.units(foe(piece.seat))], default=0)
    comes = piece.troop == CHIEF and not piece.host and near > KEPT_BACK + 1
    return comes and far * part > len(units)


def lead_to_safety(pos: Position, going: Going, choices: Choices) -> Any | None:
    """Return a commander's action for his own safety, or None if he is safe or cannot act."""
    if len(going.units) != 1 or pos.piece(going.units[0]).troop not in COMMANDERS:
        return None
    id = going.units[0]
    hosts = [one.value for choice in choices if choice.kind == "attach" for one in _options(choice.fields)]
    fit = sorted((_exposure_of(pos, host), host) for host in hosts if _is(pos, host))
    if fit:
        return Attach(fit[0][1])
    return _path_towards(pos, going, id) if shelters(pos, id) else None


def _options(fields: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(option for field in fields if isinstance(field, Pick) for option in field.options)


def _is(pos: Position, unit: str) -> bool:
    return pos.cls(unit) in HOSTS


def _exposure_of(pos: Position, unit: str) -> tuple[int, int, int]:
    piece = pos.piece(unit)
    row = pos.ground.far[piece.at]
    near = min([row[pos.piece(id).at] for id in pos.units(foe(piece.seat))], default=0)
    return piece.damage, HOSTS.index(pos.cls(unit)), -near


def _may_host(pos: Position, unit: str) -> bool:
    return _is(pos, unit) and not pos.attached_commander(unit) and not pos.touching(unit)


def _path_towards(pos: Position, going: Going, id: str) -> MoveAlong | None:
    """Return the cheapest path to a piece that the commander can join, or None."""
    if not may_move(going) or id not in leads(pos, going):
        return None
    hosts = [unit for unit in pos.units(pos.piece(id).seat) if _may_host(pos, unit)]
    ranked = sorted(hosts, key=lambda unit: _exposure_of(pos, unit), reverse=True)
    order = {square: _exposure_of(pos, unit) for unit in ranked for square in _squares_around(pos, unit)}
    reach = Body(pos, (id,), going.left[id]).reach
    found = [(order[goal], reach.spent[goal], reach.way(goal)) for goal in reach.goals if goal in order]
    found = [one for one in found if one[2][-1] not in reach.halts]
    return MoveAlong(id, min(found)[2], pos.piece(id).facing) if found else None


def _squares_around(pos: Position, unit: str) -> tuple[str, ...]:
    return pos.ground.neighbours[pos.piece(unit).at]
