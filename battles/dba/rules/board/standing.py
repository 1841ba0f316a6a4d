"""The position of a battle on the board, out of its state: the table's books, and where bases are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from battles.dba.rules.field import ground, touch
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Camp, Placed, Position
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import ON_TABLE, SEATS, Board, TableState

HINDERING = ("woods", "oasis", "marsh")  # a general in them costs PIPs ("pips")


def position_of(battle: Battle, state: TableState) -> Position:
    """Everybody who is on the board, the camps with who holds them, and what is known of the river."""
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
    camps = {seat: _held(site, state.camps[seat].holder) for seat, site in board.camps.items()}
    bua = state.bua
    denizens = bua.loyal_to if bua is not None and bua.denizens == "alive" else ""
    return Position(
        elements, state.drawing, camps, state.river.nature if state.river else "unknown", denizens
    )


def _held(site: Camp, holder: str) -> Camp:
    return replace(site, holder=holder)


def code_of(battle: Battle, state: TableState, name: str) -> str:
    """The base code of an element now. The depth on the board is that of the code."""
    if battle.blocks[name].followers:
        return "Followers"
    return battle.base(name, state).code


def placed(battle: Battle, state: TableState, position: Position) -> TableState:
    """The state with the bases of a position, the contacts that follow, and what the generals stand in."""
    board = state.board or Board()
    bases = {name: one.base for name, one in position.elements.items()}
    state = state.but(board=board.but(places={**board.places, **bases}))
    return settled(battle, state)


def settled(battle: Battle, state: TableState) -> TableState:
    """Let the books know what the board shows: who is in frontal contact, where generals are."""
    position = position_of(battle, state)
    hindered = {seat: _hindered(position, battle.general(seat)) for seat in SEATS}
    return state.but(contacts=touch.contacts(position), general_in=hindered)


def _hindered(position: Position, general: str) -> str:
    one = position.elements.get(general)
    if one is None or one.inside:
        return ""
    kinds = ground.kinds_under(position, one.base.corners)
    return next((kind for kind in HINDERING if kind in kinds), "")


def changed(before: Position, after: Position) -> dict[str, Base]:
    """The bases that are elsewhere now."""
    return {
        name: one.base
        for name, one in after.elements.items()
        if name not in before.elements or before.base(name) != one.base
    }


def told(changes: Iterable[object]) -> tuple[str, ...]:
    return tuple(str(change) for change in changes)
