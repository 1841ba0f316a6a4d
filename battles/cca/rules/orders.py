"""Orders by section, one for each unit. A hex on a section line can count for either section (L176-190).

A unit and its leader in one hex need only one order. Other modules handle orders by leaders, linked
groups and dice.
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
Slot = tuple[str, int]  # a section, and the index of an order in that section


def orderable(card: Card, position: Position, side: Side) -> frozenset[Hex]:
    """Return the hexes with a unit that could get a card's first order. Section cards and Order Mounted
    Troops can also order lone leaders (L1065, L1117).
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
    matching, so the sequence of the hexes does not matter.
    """
    chosen = list(hexes)
    if len(set(chosen)) != len(chosen) or not set(chosen) <= orderable(card, position, side):
        return False
    return payable(card, chosen, side, command)


def payable(card: Card, hexes: Sequence[Hex], side: Side, command: int) -> bool:
    """Return whether a card has enough orders for these hexes. A hex that is listed twice needs two
    orders.
    """
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
    return all(_find_slot(number, places, slots, taken, set()) for number in range(len(hexes)))


def _find_slot(
    number: int,
    places: Sequence[tuple[str, ...]],
    slots: list[Slot],
    taken: dict[Slot, int],
    tried: set[Slot],
) -> bool:
    """Find an order for one hex, and return whether one was found. Hexes that already have an order are
    moved to another section if that helps.
    """
    for slot in slots:
        if slot in tried or slot[0] not in places[number]:
            continue
        tried.add(slot)
        if slot not in taken or _find_slot(taken[slot], places, slots, taken, tried):
            taken[slot] = number
            return True
    return False


def _names_section(card: Card, at: Hex, side: Side) -> bool:
    sections = {section for section, _most in card.sections}
    named = set(SECTION_NAMES) if ANY in sections else sections
    return bool(named & set(sections_of(at, side)))


def _of_group(card: Card, unit: str) -> bool:
    return not card.groups or any(unit in GROUPS[group] for group in card.groups)
