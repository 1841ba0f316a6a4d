"""The sixty command cards of twenty-nine kinds: whom they order, and what else they allow (L1059-1205)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from battles.cca.rules.tables import check_source, load
from battles.cca.rules.units import GROUPS
from engine.reading import Reader

KINDS: Final = ("section", "troop", "leadership", "tactic")
DECK: Final = 60
_FIELDS: Final = (
    "id name italian count kind orders may_detach_leaders effects fallback prov src not_on on_own_turn"
)
_SECTIONS: Final = ("left", "center", "right", "any")


@dataclass(frozen=True)
class Card:
    """One kind of command card. ``sections``: how many units or leaders it orders in which section."""

    id: str
    name: str
    count: int
    kind: str
    detaches: bool
    fallback: bool
    sections: tuple[tuple[str, int | str], ...]
    groups: tuple[str, ...]
    close_dice: int = 0
    bonus_dice: int = 0  # in the bonus combat
    ranged_dice: int = 0


def read_cards(document: Any) -> Mapping[str, Card]:
    """Read the kinds of cards. Raises BadDocument with every mistake."""
    top = Reader(document)
    found = {name: _card(entry) for name, entry in top["cards"].keyed(_FIELDS)}
    held = sum(card.count for card in found.values())
    if not top.mistakes and held != DECK:
        top["cards"].wrong("wrong_deck", cards=held, expected=DECK)
    top.done()
    return found


def _card(entry: Reader) -> Card:
    check_source(entry)
    groups = []
    sections: list[tuple[str, int | str]] = []
    for order in entry["orders"].items():
        for key in ("group", "linked_group"):
            if key in order:
                groups.append(order[key].one_of(GROUPS))
        if "section" in order:
            most = order["up_to"]
            sections.append(
                (
                    order["section"].one_of(_SECTIONS),
                    "command" if most.value == "command" else most.number(1, 4),
                )
            )
    effects = entry["effects"]
    close = effects["close_dice"].number_or_none(0, 2) or 0
    bonus = effects["bonus_combat_dice"].number_or_none(0, 2)
    return Card(
        id=entry["id"].text(),
        name=entry["name"].text(),
        count=entry["count"].number(1, 4),
        kind=entry["kind"].one_of(KINDS),
        detaches=entry["may_detach_leaders"].flag(),
        fallback=entry["fallback"].given,
        sections=tuple(sections),
        groups=tuple(groups),
        close_dice=close,
        bonus_dice=close if bonus is None else bonus,
        ranged_dice=effects["ranged_dice"].number_or_none(0, 1) or 0,
    )


CARDS: Final = read_cards(load("cards"))
