"""The sixty command cards, of twenty-nine kinds: the units that each orders and what else it allows
(L1059-1205).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from battles.cca.rules.tables import check_source, load
from battles.cca.rules.units import GROUPS
from engine.reading import Reader
from engine.values import dataclass

KINDS: Final = ("section", "troop", "leadership", "tactic")
DECK: Final = 60
_FIELDS: Final = (
    "id name italian count kind orders may_detach_leaders effects fallback prov src not_on on_own_turn"
)
_SECTIONS: Final = ("left", "center", "right", "any")


@dataclass(frozen=True)
class Card:
    """One kind of command card. ``count``: the number of these cards. ``detaches``: whether it can order a
    leader away from a unit. ``fallback``: whether it orders any one unit if no unit that it names is on the
    board.

    ``sections``: how many units or leaders it orders in each section; "command" means as many as the hand
    limit. ``groups``: the groups of unit types that it orders, or () for all types. ``leaders``: whether it
    can order leaders alone. ``leader_in``: the section of the leader whose hex it orders, together with up to
    ``linked`` hexes linked to that hex. ``group``: whether it orders one linked group, of at most
    ``group_most`` units (0: of any size).

    ``moves``: the movement of some types instead of their own. ``most``: the movement of all other types
    (None: as usual, 0: no moves). ``runs``: whether units that use the card's movement can still fight.
    ``close``, ``fire``: whether units can fight in close combat, and whether they can fire. ``shots``: how
    often a unit can fire. ``crosses``: whether light foot can cross friendly units. ``again``: whether units
    move a second time after firing.
    """

    id: str
    name: str
    count: int
    kind: str
    detaches: bool
    fallback: bool
    sections: tuple[tuple[str, int | str], ...]
    groups: tuple[str, ...]
    close_dice: int = 0
    bonus_dice: int = 0  # dice added in a bonus combat
    ranged_dice: int = 0
    leaders: bool = False
    leader_in: str = ""
    linked: int = 0
    group: bool = False
    group_most: int = 0
    moves: Mapping[str, int] = field(default_factory=dict, hash=False)
    most: int | None = None
    runs: bool = False
    close: bool = True
    fire: bool = True
    shots: int = 1
    crosses: bool = False
    again: bool = False

    def moves_of(self, unit: str) -> int | None:
        """Return the movement that the card gives a type of unit, or None if its usual movement applies."""
        return self.moves.get(unit, self.most)


def read_cards(document: Any) -> Mapping[str, Card]:
    """Read the kinds of cards. Raises BadDocument listing every mistake."""
    top = Reader(document)
    found = {name: _card(entry) for name, entry in top["cards"].items_by_id(_FIELDS)}
    held = sum(card.count for card in found.values())
    if not top.mistakes and held != DECK:
        top["cards"].note_mistake("wrong_deck", cards=held, expected=DECK)
    top.raise_mistakes()
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
    effects, first = entry["effects"], entry["orders"].items()[0] if entry["orders"].value else None
    close = effects["close_dice"].number_or_none(0, 2) or 0
    bonus = effects["bonus_combat_dice"].number_or_none(0, 2)
    return Card(
        id=entry["id"].text(),
        name=entry["name"].text(),
        count=entry["count"].number(1, 4),
        kind=entry["kind"].one_of(KINDS),
        detaches=entry["may_detach_leaders"].flag(),
        fallback=entry["fallback"].has_value,
        sections=tuple(sections),
        groups=tuple(groups),
        close_dice=close,
        bonus_dice=close if bonus is None else bonus,
        ranged_dice=effects["ranged_dice"].number_or_none(0, 1) or 0,
        leaders=any(
            order["who"].value == "unit_or_leader" for order in entry["orders"].items() if "who" in order
        ),
        leader_in=first["leader_in"].one_of(_SECTIONS) if first and "leader_in" in first else "",
        linked=first["linked_hexes"].number(3, 4) if first and "linked_hexes" in first else 0,
        group=bool(first and "linked_group" in first),
        group_most=(first["up_to"].number_or_none(1, 4) or 0) if first and "linked_group" in first else 0,
        **_effects(effects),
    )


def _effects(effects: Reader) -> dict[str, Any]:
    move = effects["move"]
    moves = isinstance(move.value, dict)
    return {
        "moves": move.amounts() if moves else {},
        "most": 0 if move.value is False else effects["move_at_most"].number_or_none(1, 4),
        "runs": moves,
        "close": effects["close"].value is not False,
        "fire": effects["ranged"].value is not False,
        "shots": effects["shots"].number_or_none(1, 2) or 1,
        "crosses": "cross_friendly" in effects,
        "again": "phases" in effects,
    }


CARDS: Final = read_cards(load("cards"))
