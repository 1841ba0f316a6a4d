"""Build the position of a battle on the board from its state, which holds the table battle's records and the
bases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from battles.dba.rules.field import ground, touch
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp, Placed, Position
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import ON_TABLE, SEATS, Board, TableState

HINDERING = ("woods", "oasis", "marsh")  # terrain where a general costs extra PIPs (section "pips")


def position_of(battle: Battle, state: TableState) -> Position:
    """Return the position: all elements on the board, the camps with their holders, and what is known about
    the river.
    """
    board = state.board or Board()
    elements = {
        name: Placed(
            battle.blocks[name].seat,
            replace(base, code=code_of(battle, state, name)),
            battle.blocks[name].general,
            "" if state.elements[name].where == "table" else state.elements[name].where,
        )
        for name, base in board.places.items()
        if state.elements[name].where in ON_TABLE
    }
    camps = {seat: _with_holder(site, state.camps[seat].holder) for seat, site in board.camps.items()}
    bua = state.bua
    denizens = bua.loyal_to if bua is not None and bua.denizens == "alive" else ""
    river = (state.river.nature, state.river.barred) if state.river else ("unknown", False)
    return Position(elements, state.drawing, camps, river[0], denizens, river[1])


def _with_holder(site: Camp, holder: str) -> Camp:
    return replace(site, holder=holder)


def code_of(battle: Battle, state: TableState, name: str) -> str:
    """Return the current base code of an element, which also decides its depth on the board."""
    if battle.blocks[name].followers:
        return "Followers"
    return battle.base(name, state).code


def place_bases(battle: Battle, state: TableState, position: Position) -> TableState:
    """Return the state with the bases of a position. Its contacts and the generals' terrain are updated to
    match.
    """
    board = state.board or Board()
    bases = {name: one.base for name, one in position.elements.items()}
    state = state.but(board=board.but(places={**board.places, **bases}))
    return settle_contacts(battle, state)


def settle_contacts(battle: Battle, state: TableState) -> TableState:
    """Return the state with two facts updated from the board: the pairs of elements in frontal contact, and
    the hindering terrain that each general is in.
    """
    position = position_of(battle, state)
    hindered = {seat: _hindering_terrain(position, battle.general(seat)) for seat in SEATS}
    return state.but(contacts=touch.contacts(position), general_in=hindered)


def _hindering_terrain(position: Position, general: str) -> str:
    one = position.elements.get(general)
    if one is None or one.inside:
        return ""
    kinds = ground.kinds_under(position, one.base.corners)
    return next((kind for kind in HINDERING if kind in kinds), "")


def changed_bases(before: Position, after: Position) -> dict[str, Base]:
    """Return the bases that are new or have moved, by element."""
    return {
        name: one.base
        for name, one in after.elements.items()
        if name not in before.elements or before.base(name) != one.base
    }


def change_texts(changes: Iterable[object]) -> tuple[str, ...]:
    return tuple(str(change) for change in changes)
