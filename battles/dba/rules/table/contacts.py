"""The contacts that the assistant knows about (section "close_combat").

The assistant cannot see the table. Players report moves into contact, and combats after which both
elements stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battles.dba.rules.table.state import TableState


def facing(state: TableState, one: str) -> tuple[str, ...]:
    """Return the enemies known to be in frontal contact with an element or with the denizens."""
    return tuple(pair[1 - pair.index(one)] for pair in state.contacts if one in pair)


def is_in_contact(state: TableState, one: str) -> bool:
    """Return whether an element is known to be in contact, because it moved into contact in this bound or
    faces an enemy.
    """
    return (_in_the_field(state, one) and state.elements[one].charged) or bool(facing(state, one))


def record_contact(state: TableState, one: str, two: str) -> TableState:
    """Return the state with two elements in frontal contact."""
    pairs = {*state.contacts, (min(one, two), max(one, two))}
    return state.but(contacts=tuple(sorted(pairs)))


def end_contacts(state: TableState, *who: str) -> TableState:
    """Return the state without any contacts of some elements."""
    return state.but(contacts=tuple(p for p in state.contacts if not set(p) & set(who)))


def replace_in_contacts(state: TableState, old: str, new: str) -> TableState:
    """Return the state with an element replaced by its successor in all its contacts."""
    return end_contacts(meet_all(state, new, facing(state, old)), old)


def meet_all(state: TableState, one: str, enemies: tuple[str, ...]) -> TableState:
    for enemy in enemies:
        state = record_contact(state, one, enemy)
    return state


def unfought(state: TableState) -> tuple[str, ...]:
    """Return the elements known to be in contact that have not fought in this bound.

    An element that moved into contact as part of a group can be behind or next to the others. A reported
    second rank therefore counts as having fought. So do as many other elements as players reported for
    overlaps and flank contacts.
    """
    return tuple(dict.fromkeys(_unfought(state)))


def record_helpers(supporters: Iterable[str], beside: int) -> tuple[str, ...]:
    """Return the marks of a combat's helpers, to be added to ``fought``: "+" and the name for each supporter,
    and "+" alone for each of the ``beside`` other helpers.
    """
    return (*(f"+{one}" for one in supporters if one), *(["+"] * beside))


def _unfought(state: TableState) -> Iterator[str]:
    for pair in state.contacts:
        outside = [one for one in pair if _in_the_field(state, one)]
        if outside and not any(one in state.fought for one in outside):
            yield from pair
    charged = [e for e, now in state.elements.items() if now.charged and _in_the_field(state, e)]
    left = [e for e in charged if e not in state.fought and f"+{e}" not in state.fought]
    faced = [e for e in left if facing(state, e)]
    beside = [e for e in left if e not in faced]
    yield from faced
    if len(beside) > state.fought.count("+"):
        yield from beside


def _in_the_field(state: TableState, one: str) -> bool:
    return one in state.elements and state.elements[one].where == "table"
