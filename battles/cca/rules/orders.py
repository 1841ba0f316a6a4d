"""Orders by section: one order per unit; a hex on a line counts for either section (L176-190).

A hex with a unit and its leader takes one order. Cards of leaders, linked groups and dice are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from battles.cca.rules.cards import Card
from battles.cca.rules.ground.board import SECTION_NAMES, Side, sections_of
from battles.cca.rules.position import Position
from battles.cca.rules.units import GROUPS
from kit.grid.hexes import Hex

ANY: Final = "any"
Slot = tuple[str, int]  # a section, and the number of an order in it


def orderable(card: Card, position: Position, side: Side) -> frozenset[Hex]:
    """The hexes where a card can order a unit, each considered alone. Lone leaders are ordered by section
    cards and by Order Mounted Troops (L1065, L1117).
    """
    units = {at for at, unit in position.units.items() if unit.side is side and _of_group(card, unit.type)}
    if card.kind == "section" or card.detaches:
        units |= {at for at, leader in position.leaders.items() if leader.side is side}
        units -= {
            at
            for at, unit in position.units.items()
            if unit.side is not side or not _of_group(card, unit.type)
        }
    return frozenset(at for at in units if _named(card, at, side))


def may_order(card: Card, position: Position, side: Side, hexes: Iterable[Hex], command: int) -> bool:
    """Whether the card can order all these hexes together. Hexes on a line are assigned to sections by
    matching, independent of the sequence given (trap 29)."""
    chosen = list(hexes)
    if len(set(chosen)) != len(chosen) or not set(chosen) <= orderable(card, position, side):
        return False
    return payable(card, chosen, side, command)


def payable(card: Card, hexes: Sequence[Hex], side: Side, command: int) -> bool:
    """Whether the card has an order for each of these hexes; a hex named twice needs two."""
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
    """Find an order for one hex, moving others to another section where that makes room."""
    for slot in slots:
        if slot in tried or slot[0] not in places[number]:
            continue
        tried.add(slot)
        if slot not in taken or _place(taken[slot], places, slots, taken, tried):
            taken[slot] = number
            return True
    return False


def _named(card: Card, at: Hex, side: Side) -> bool:
    sections = {section for section, _most in card.sections}
    named = set(SECTION_NAMES) if ANY in sections else sections
    return bool(named & set(sections_of(at, side)))


def _of_group(card: Card, unit: str) -> bool:
    return not card.groups or any(unit in GROUPS[group] for group in card.groups)
