"""The elements that can still shoot, and those that must because an opponent can shoot at them (section
"shooting").
"""

from __future__ import annotations

from battles.dba.rules.table import contacts
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import can_shoot as troops_shoot


def can_shoot(battle: Battle, state: TableState, element: str) -> bool:
    base = battle.base(element, state)
    return troops_shoot(base.type, base.code)


def ready(battle: Battle, state: TableState) -> list[str]:
    """Return the elements of both sides that can shoot, have not shot yet, and are not known to be in
    contact.
    """
    able = (e for e in state.on_table() if can_shoot(battle, state, e) and e not in state.shot)
    return [e for e in able if not contacts.is_in_contact(state, e)]


def was_shot_at(state: TableState, element: str) -> bool:
    """Return whether an element was shot at in this bound. It cannot be a target again, because all shooters
    at one target shoot together.
    """
    return f"@{element}" in state.shot


def must_wait(battle: Battle, state: TableState, element: str, *, under_fire: bool) -> bool:
    """Return whether an element is artillery that has to wait. In its own bound artillery shoots only if it
    is shot at and has not moved.
    """
    if battle.base(element, state).type != "Art" or battle.blocks[element].seat != state.active:
        return False
    return state.elements[element].moves > 0 or not (under_fire or was_shot_at(state, element))


def must_answer(battle: Battle, state: TableState, target: str, shooter: str = "") -> bool:
    """Return whether a target must shoot back if the shooter is in its range and arc. The target cannot
    shoot back at a ``shooter`` that was already shot at, because all shooters at one target shoot together.
    """
    able = target in ready(battle, state) and not must_wait(battle, state, target, under_fire=True)
    return able and not was_shot_at(state, shooter)


def opposed_shooters(battle: Battle, state: TableState) -> tuple[list[str], list[str]]:
    """Return the elements of both sides that must shoot at each other if in range and arc. If either list
    would be empty, both are.
    """
    able = [e for e in ready(battle, state) if not must_wait(battle, state, e, under_fire=True)]
    own = [e for e in able if battle.blocks[e].seat == state.active]
    enemies = [e for e in able if battle.blocks[e].seat != state.active]
    return (own, enemies) if own and enemies else ([], [])
