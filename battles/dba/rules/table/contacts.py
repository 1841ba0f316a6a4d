"""The contacts that the assistant knows (section "close_combat").

It cannot see the table, but players report moves into contact and combats after which both elements stayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from battles.dba.rules.table.state import TableState


def facing(state: TableState, one: str) -> tuple[str, ...]:
    """Return the enemies known to be in frontal contact with an element or the denizens."""
    return tuple(pair[1 - pair.index(one)] for pair in state.contacts if one in pair)


def touches(state: TableState, one: str) -> bool:
    """Return whether an element is known to be in contact: it moved into contact this bound, or it faces an
    enemy.
    """
    return (_in_the_field(state, one) and state.elements[one].charged) or bool(facing(state, one))


def meet(state: TableState, one: str, two: str) -> TableState:
    """Record two elements as being in frontal contact."""
    pairs = {*state.contacts, (min(one, two), max(one, two))}
    return state.but(contacts=tuple(sorted(pairs)))


def part(state: TableState, *who: str) -> TableState:
    """End these elements' contacts with all enemies that they faced."""
    return state.but(contacts=tuple(p for p in state.contacts if not set(p) & set(who)))


def succeed(state: TableState, old: str, new: str) -> TableState:
    """Replace an element in its contacts by the one that takes its place."""
    return part(meet_all(state, new, facing(state, old)), old)


def meet_all(state: TableState, one: str, enemies: tuple[str, ...]) -> TableState:
    for enemy in enemies:
        state = meet(state, one, enemy)
    return state


def unfought(state: TableState) -> tuple[str, ...]:
    """Return the elements known to be in contact that have not fought this bound.

    An element that moved in with others can be behind or next to them. A reported second rank therefore
    counts as having fought, and so do as many elements as were reported as overlaps and flanks against the
    enemy.
    """
    return tuple(dict.fromkeys(_unfought(state)))


def record_helpers(supporters: Iterable[str], beside: int) -> tuple[str, ...]:
    """Return the record of helpers in a combat, for ``fought``: the elements named, and the
    number of others.
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
