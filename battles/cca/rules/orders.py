"""Orders by section: one order per unit; a hex on a section line counts for either section (L176-190).

A unit and its leader in one hex need only one order. Orders by leaders, linked groups and dice are handled
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from battles.cca.rules.cards import Card
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import SECTION_NAMES, Side, sections_of
from battles.cca.rules.units import GROUPS
from kit.grid.hexes import Hex

ANY: Final = "any"
Slot = tuple[str, int]  # a section, and the index of an order in it


def orderable(card: Card, position: Position, side: Side) -> frozenset[Hex]:
    """Return the hexes where a card can order a unit, each considered alone. Lone leaders are ordered by
    section cards and by Order Mounted Troops (L1065, L1117).
    """
    units = {at for at, unit in position.units.items() if unit.side is side and _of_group(card, unit.type)}
    if card.kind == "section" or card.detaches:
        units |= {at for at, leader in position.leaders.items() if leader.side is side}
        units -= {
            at
            for at, unit in position.units.items()
            if unit.side is not side or not _of_group(card, unit.type)
        }
    return frozenset(at for at in units if _names_section(card, at, side))


def may_order(card: Card, position: Position, side: Side, hexes: Iterable[Hex], command: int) -> bool:
    """Return whether a card can order all these hexes together. Hexes on a section line are assigned by
    matching, whatever the sequence in which they are given (trap 29).
    """
    chosen = list(hexes)
    if len(set(chosen)) != len(chosen) or not set(chosen) <= orderable(card, position, side):
        return False
    return payable(card, chosen, side, command)


def payable(card: Card, hexes: Sequence[Hex], side: Side, command: int) -> bool:
    """Return whether a card has enough orders for these hexes. A hex named twice needs two."""
    slots = [
        (section, number)
        for section, most in card.sections
        for number in range(command if isinstance(most, str) else most)
    ]
    if len(hexes) > len(slots):
        return False
    if card.sections and card.sections[0][0] == ANY:
        return True
    taken: dict[Slot, int] = {}
    places = [sections_of(at, side) for at in hexes]
    return all(_place(number, places, slots, taken, set()) for number in range(len(hexes)))


def _place(
    number: int,
    places: Sequence[tuple[str, ...]],
    slots: list[Slot],
    taken: dict[Slot, int],
    tried: set[Slot],
) -> bool:
    """Find an order for one hex. Other hexes are moved to another section if that makes room."""
    for slot in slots:
        if slot in tried or slot[0] not in places[number]:
            continue
        tried.add(slot)
        if slot not in taken or _place(taken[slot], places, slots, taken, tried):
            taken[slot] = number
            return True
    return False


def _names_section(card: Card, at: Hex, side: Side) -> bool:
    sections = {section for section, _most in card.sections}
    named = set(SECTION_NAMES) if ANY in sections else sections
    return bool(named & set(sections_of(at, side)))


def _of_group(card: Card, unit: str) -> bool:
    return not card.groups or any(unit in GROUPS[group] for group in card.groups)
