"""The bot's moves for commanders. They join a heavy unit before an enemy can reach them, and keep the army
in command.
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

FAR: Final = 9  # a chief follows when many units are at least this many squares away
KEPT_BACK: Final = 5  # a chief tries to stay more than this many squares from the enemy
HOSTS: Final = ("heavy_infantry", "heavy_cavalry", "elephants")  # troops that commanders join, safest first


def must_shelter(pos: Position, id: str) -> bool:
    """Return whether an enemy can reach a commander who has no unit but could join a free heavy unit."""
    piece = pos.piece(id)
    if piece.host or not any(_is_free_host(pos, unit) for unit in pos.units(piece.seat)):
        return False
    return any(_comes_beside(pos, unit, piece.at) for unit in pos.units(foe(piece.seat)))


def _comes_beside(pos: Position, unit: str, square: str) -> bool:
    here, moves = pos.piece(unit).at, pos.moves(unit)
    if pos.ground.far[here][square] > moves + 1 or pos.cls(unit) == "ballista":
        return False
    if square in pos.ground.side_neighbours[here]:
        return True
    beside, open_ways = pos.ground.side_neighbours[square], pos.ground.reach(here, moves, pos.cls(unit))
    if not any(near in open_ways for near in beside):  # out of reach even if no piece blocked the way
        return False
    spent = Body(pos, (unit,), moves).reach.spent
    return any(near in spent and near != here for near in beside)


def must_come_up(pos: Position, chief: str) -> bool:
    """Return whether the chief must follow at once, because more than a quarter of the side's units are at
    least FAR squares away. An attached chief stays in place, and so does a chief with an enemy near.
    """
    return _is_behind(pos, chief, FAR, 4)


def is_behind_army(pos: Position, chief: str) -> bool:
    """Return whether the chief should follow, because more than half of the side's units are at least
    KEPT_BACK squares away. An attached chief stays in place, and so does a chief with an enemy near.
    """
    return _is_behind(pos, chief, KEPT_BACK, 2)


def _is_behind(pos: Position, chief: str, squares: int, part: int) -> bool:
    piece, units = pos.piece(chief), pos.units(pos.piece(chief).seat)
    row = pos.ground.far[piece.at]
    far = sum(row[pos.piece(id).at] >= squares for id in units)
    near = min([row[pos.piece(id).at] for id in pos.units(foe(piece.seat))], default=0)
    comes = piece.troop == CHIEF and not piece.host and near > KEPT_BACK + 1
    return comes and far * part > len(units)


def lead_to_safety(pos: Position, going: Going, choices: Choices) -> Any | None:
    """Return the action with which a commander acting alone joins a unit, or moves towards one if in danger.
    Return None if there is no such action.
    """
    if len(going.units) != 1 or pos.piece(going.units[0]).troop not in COMMANDERS:
        return None
    id = going.units[0]
    hosts = [one.value for choice in choices if choice.kind == "attach" for one in _options(choice.fields)]
    fit = sorted((_exposure_of(pos, host), host) for host in hosts if _can_host(pos, host))
    if fit:
        return Attach(fit[0][1])
    return _path_towards(pos, going, id) if must_shelter(pos, id) else None


def _options(fields: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(option for field in fields if isinstance(field, Pick) for option in field.options)


def _can_host(pos: Position, unit: str) -> bool:
    return pos.cls(unit) in HOSTS


def _exposure_of(pos: Position, unit: str) -> tuple[int, int, int]:
    piece = pos.piece(unit)
    row = pos.ground.far[piece.at]
    near = min([row[pos.piece(id).at] for id in pos.units(foe(piece.seat))], default=0)
    return piece.damage, HOSTS.index(pos.cls(unit)), -near


def _is_free_host(pos: Position, unit: str) -> bool:
    return _can_host(pos, unit) and not pos.attached_commander(unit) and not pos.adjacent_enemies(unit)


def _path_towards(pos: Position, going: Going, id: str) -> MoveAlong | None:
    """Return a march that ends next to the safest unit that the commander can join, or None."""
    if not may_move(going) or id not in leads(pos, going):
        return None
    hosts = [unit for unit in pos.units(pos.piece(id).seat) if _is_free_host(pos, unit)]
    ranked = sorted(hosts, key=lambda unit: _exposure_of(pos, unit), reverse=True)
    order = {square: _exposure_of(pos, unit) for unit in ranked for square in _squares_around(pos, unit)}
    reach = Body(pos, (id,), going.left[id]).reach
    found = [(order[goal], reach.spent[goal], reach.way(goal)) for goal in reach.goals if goal in order]
    found = [one for one in found if one[2][-1] not in reach.halts]
    return MoveAlong(id, min(found)[2], pos.piece(id).facing) if found else None


def _squares_around(pos: Position, unit: str) -> tuple[str, ...]:
    return pos.ground.neighbours[pos.piece(unit).at]
