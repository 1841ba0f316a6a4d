"""Changes to a scenario in the editor. Each function takes a document and returns a new one.
``scenarios.py`` checks the result and reports mistakes.

>>> document = put_unit(blank(), "B6", "bottom", "heavy_inf")
>>> [(one["side"], one["hex"]) for one in turn_battle(document)["units"]]
[('top', 'H7')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from battles.cca.rules.cards import CARDS
from battles.cca.rules.terrain.board import HEXES, NAMES, Side, mirror
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import SACRED_BAND, UNITS

Document = dict[str, Any]
OWN: Final = "own"
RAMPART: Final = "rampart"
_FRONT: Final = {"bottom": ("NW", "NE"), "top": ("SE", "SW")}  # the hexsides of a rampart that face the enemy
_HALF_TURN: Final = {"NW": "SE", "NE": "SW", "E": "W", "SE": "NW", "SW": "NE", "W": "E"}
_FLIPPED: Final = {"NW": "NE", "NE": "NW", "E": "W", "SE": "SW", "SW": "SE", "W": "E"}
_LEADERSHIP: Final = tuple(card.id for card in CARDS.values() if card.kind == "leadership")


def blank() -> Document:
    """Return an empty scenario: two named armies, each with a hand but no units."""
    return {
        "id": OWN,
        "name": "",
        "year": "",
        "set": OWN,
        "bottom": {"army": "Southern", "leader": "", "hand": 5},
        "top": {"army": "Northern", "leader": "", "hand": 5},
        "first": "bottom",
        "banners": 5,
        "briefing_prov": "design",
        "special": [],
        "layout_prov": "design",
        "terrain": {},
        "units": [],
        "leaders": [],
        "reserve": None,
    }


def as_own(document: Mapping[str, Any]) -> Document:
    """Return an editable copy of a scenario. The copy no longer counts as the printed scenario."""
    kept = {key: value for key, value in document.items() if not key.endswith("_line") and key != "line"}
    kept.pop("roster", None)  # a count of the printed units, which no longer applies
    return {**kept, "set": OWN, "briefing_prov": "design", "layout_prov": "design"}


def with_goals(document: Document, bottom: int, top: int) -> Document:
    """Return the scenario with the number of banners that each side needs to win. If both need the same, a
    single number is stored.
    """
    found = {**document, "banners": min(bottom, top)}
    for side, goal in (("bottom", bottom), ("top", top)):
        one = {name: value for name, value in document[side].items() if name != "banners"}
        found[side] = one if bottom == top else {**one, "banners": goal}
    return found


# --- one hex ------------------------------------------------------------------------------------------------


def put_unit(document: Document, at: str, side: str, kind: str) -> Document:
    """Put a unit in a hex, replacing any unit there."""
    units = [one for one in document["units"] if one["hex"] != at]
    return {**document, "units": [*units, {"side": side, "type": kind, "hex": at}]}


def put_leader(document: Document, at: str, side: str, name: str = "") -> Document:
    """Put a leader in a hex, replacing any leader there."""
    leaders = [one for one in document["leaders"] if one["hex"] != at]
    return {**document, "leaders": [*leaders, {"side": side, "name": name, "hex": at}]}


def put_ground(document: Document, at: str, kind: str, side: str) -> Document:
    """Change the terrain of a hex. A rampart of ``side`` protects the hexsides that face the enemy."""
    ground = {name: one for name, one in document["terrain"].items() if name != at}
    if kind != "clear":
        ground[at] = kind if TERRAIN[kind].every_side else " ".join((kind, *_FRONT[side]))
    return {**document, "terrain": dict(sorted(ground.items()))}


def clear(document: Document, at: str) -> Document:
    """Remove the unit and the leader from a hex. Its terrain stays."""
    return {
        **document,
        "units": [one for one in document["units"] if one["hex"] != at],
        "leaders": [one for one in document["leaders"] if one["hex"] != at],
    }


def move(document: Document, at: str, to: str) -> Document:
    """Move the unit and the leader of a hex to another hex. Any pieces in the other hex move to the first."""
    places = {at: to, to: at}
    return _place_all(document, lambda name: places.get(name, name))


def change_side(document: Document, at: str) -> Document:
    """Give the unit and the leader in a hex to the other side."""
    return _swap_sides(document, lambda one: one["hex"] == at)


# --- the whole board ----------------------------------------------------------------------------------------


def turn_battle(document: Document) -> Document:
    """Return the same battle from the other end of the table, with top and bottom exchanged."""
    found = _swap_sides(_place_all(document, _half_turn), lambda one: True)
    found["terrain"] = _grounds(document, _half_turn, _HALF_TURN)
    found["bottom"], found["top"] = document["top"], document["bottom"]
    found["first"] = _other(document["first"])
    found["special"] = [_rule_turned(rule) for rule in document["special"]]
    if document.get("reserve"):
        found["reserve"] = _rule_turned(document["reserve"])
    found.pop("recipe", None)  # the recipe's seed would give the original battle
    return found


def flip_battle(document: Document) -> Document:
    """Return the mirror image of the battle: left and right are exchanged, but not the sides."""
    found = _place_all(document, _left_right)
    found["terrain"] = _grounds(document, _left_right, _FLIPPED)
    found["special"] = [_rule_placed(rule, _left_right) for rule in document["special"]]
    found.pop("recipe", None)
    return found


def mirror_army(document: Document, side: str) -> Document:
    """Give both sides the army of ``side``, deployed the same way from each player's point of view. The
    other side's army is removed.
    """
    found = dict(document)
    for part in ("units", "leaders"):
        own = [one for one in document[part] if one["side"] == side]
        like = [{**one, "side": _other(side), "hex": _half_turn(one["hex"])} for one in own]
        found[part] = [*own, *(one for one in like if one["hex"] not in {mine["hex"] for mine in own})]
    found.pop("recipe", None)
    return found


def empty_board(document: Document) -> Document:
    """Return the scenario with an empty board."""
    found = {**document, "units": [], "leaders": [], "terrain": {}}
    found.pop("recipe", None)
    return found


def _place_all(document: Document, to: Callable[[str], str]) -> Document:
    found = dict(document)
    for part in ("units", "leaders"):
        found[part] = [{**one, "hex": to(one["hex"])} for one in document[part]]
    return found


def _swap_sides(document: Document, chosen: Callable[[Mapping[str, Any]], bool]) -> Document:
    found = dict(document)
    for part in ("units", "leaders"):
        found[part] = [{**one, "side": _other(one["side"])} if chosen(one) else one for one in document[part]]
    return found


def _grounds(document: Document, to: Callable[[str], str], sides: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name, text in document["terrain"].items():
        kind, *faces = text.split(" ")
        found[to(name)] = " ".join((kind, *(sides.get(face, face) for face in faces)))
    return dict(sorted(found.items()))


def _rule_placed(rule: Mapping[str, Any], to: Callable[[str], str]) -> Document:
    found = dict(rule)
    for field in ("hex", "alternative_hex"):
        if field in rule:
            found[field] = to(str(rule[field]))
    if isinstance(rule.get("hexes"), list):
        found["hexes"] = [to(str(name)) for name in rule["hexes"]]
    return found


def _rule_turned(rule: Mapping[str, Any]) -> Document:
    found = _rule_placed(rule, _half_turn)
    if "side" in rule:
        found["side"] = _other(str(rule["side"]))
    for field in ("start", "start_banners"):
        if isinstance(rule.get(field), Mapping):
            found[field] = {_other(side): number for side, number in rule[field].items()}
    return found


def _half_turn(name: str) -> str:
    return NAMES[mirror(HEXES[name])] if name in HEXES else name


def _left_right(name: str) -> str:
    if name not in HEXES:
        return name
    length = 13 if (ord(name[0]) - ord("A")) % 2 == 0 else 12
    return f"{name[0]}{length + 1 - int(name[1:])}"


def _other(side: str) -> str:
    return str(Side(side).other) if side in ("bottom", "top") else side


# --- special rules ------------------------------------------------------------------------------------------


def rule_of(kind: str, side: str, hexes: list[str], leader: str, numbers: list[int]) -> Document:
    """Return a special rule from the fields of a form.

    ``numbers`` are the hand sizes turn by turn, or a number of banners and the hand size once the side
    has won that many. Missing values are reported when the scenario is read.
    """
    found: Document = {"rule": kind, "src": OWN}
    if kind not in ("fordable", "special_unit", "river_not_fordable", "impassable", "camps_held", "siege"):
        found["side"] = side
    if kind == "fordable":
        found["hexes"] = hexes or "all"
    elif kind == "special_unit":
        found |= {"unit": SACRED_BAND, "hex": hexes[0] if hexes else ""}
    elif kind == "leader_lost_loses":
        found["leader"] = leader
    elif kind == "exit_for_banner":
        found |= {"hexes": hexes, "banners": 1, "removed": True}
    elif kind == "camp_banner":
        found |= {"hexes": hexes, "banners_each": 1, "once": True, "permanent": True, "must_stop": True}
    elif kind == "camps_held":
        each = {str(number): (number + 1) // 2 for number in range(len(hexes) + 1)}
        found |= {
            "hexes": hexes,
            "banners": each,
            "start": {side: len(hexes), _other(side): 0},
            "can_be_lost": True,
        }
    elif kind == "ambush":
        found |= {"cards": list(_LEADERSHIP), "not_before_own_turn": 2}
    elif kind == "hand_grows":
        found |= _growth_fields(numbers)
    elif kind == "hand_at_banner":
        banner, hand, *_rest = (*numbers, 0, 0)
        found |= {"banner": banner, "command": hand, "draw_at_once": 1}
    return found


def _growth_fields(hands: list[int]) -> Document:
    """Return the fields of a rule that changes the hand size each turn. ``hands`` begins with the starting
    hand.
    """
    draws = [after - before + 1 for before, after in zip(hands, hands[1:], strict=False)]
    return {"draws": draws, "hand_after": hands[1:], "stays": hands[-1] if hands else 0}


def with_ambush(document: Document, side: str, units: list[str], leader: str) -> Document:
    """Return the scenario with an ambush by ``side``. The new hidden force replaces any earlier one."""
    kept = [rule for rule in document["special"] if rule.get("rule") != "ambush"]
    force = {"side": side, "units": units, "leaders": [leader] if leader else []}
    return {**document, "special": [*kept, rule_of("ambush", side, [], "", [])], "reserve": force}


def without_rule(document: Document, number: int) -> Document:
    """Return the scenario without one of its special rules. The hidden force is removed together with its
    ambush.
    """
    rules = document["special"]
    found = {**document, "special": [rule for index, rule in enumerate(rules) if index != number]}
    if any(rule.get("rule") == "ambush" for rule in rules[number : number + 1]):
        found["reserve"] = None
    return found


# --- counting -----------------------------------------------------------------------------------------------


def count_units(document: Document, side: str) -> Counter[str]:
    """Return the number of units of each type on a side, ignoring unknown types."""
    return Counter(
        one["type"] for one in document["units"] if one.get("side") == side and one.get("type") in UNITS
    )
