"""A scenario as the editor shows it: the board, both armies with their points, the blocks used from the box,
and every mistake with its hex.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.cca.pages.board import LINES
from battles.cca.pages.heraldry import LETTERS, SYMBOLS, TERRAIN, flags
from battles.cca.rules.army.box import blocks_used
from battles.cca.rules.army.points import POINTS, Army
from battles.cca.rules.editing import Document, count_units
from battles.cca.rules.position import Ground
from battles.cca.rules.scenarios import read_scenario
from battles.cca.rules.terrain.board import BOARD, HEXES, NAMES, Side
from battles.cca.rules.terrain.terrain import TERRAIN as GROUNDS
from battles.cca.rules.units import LEADER, ROSTER, UNITS
from battles.cca.scenarios import briefing_text as briefings
from battles.cca.wording import CcaWording, names
from engine.game import BadScenario, Mistake
from maps import drawing
from maps.hexes import hex_map, strokes_along, vertical_strokes
from maps.values import Links, Map, Marks, Piece, Place, Stroke

_HEX: Final = re.compile(r"\b[A-I][1-9][0-3]?\b")
MOVE, REMOVE = "move", "remove"
MOST_HIDDEN: Final = 9  # maximum number of units in an ambush


@dataclass(frozen=True)
class Fault:
    """A mistake in a scenario, described in words. ``at`` is its hex, or "" if it has none."""

    text: str
    at: str = ""


@dataclass(frozen=True)
class Force:
    """One side of a scenario: its army and its points. ``troops``: for each unit type, and for the leaders,
    the number, name and points. ``pieces``: the number of units and leaders together.
    """

    side: str
    army: str
    troops: tuple[tuple[int, str, int], ...]
    points: int
    pieces: int


# --- mistakes -----------------------------------------------------------------------------------------------


def faults(document: Mapping[str, Any]) -> list[Fault]:
    """Return every mistake in a scenario, each with its hex if it has one."""
    try:
        read_scenario(document)
    except BadScenario as bad:
        return [fault(one) for one in bad.mistakes]
    return []


def fault(one: Mistake) -> Fault:
    """Describe a mistake. If the description names no hex, it begins with the path to the mistake in the
    file.
    """
    text = CcaWording.mistake(one)
    found = str(one.facts.get("hex", ""))
    if not found and one.path not in ("", "$"):
        text = f"{one.path.removeprefix('$.')}: {text}"
    return Fault(text, found if found in HEXES else "")


# --- the board ----------------------------------------------------------------------------------------------


def board_svg(document: Document, at: str = "", address: str = "?at=", *, linked: bool = True) -> str:
    """Return the board as SVG. ``at``: the selected hex, or "". ``address``: the start of every hex's link.
    ``linked``: whether empty hexes are links as well.
    """
    sides = flags({side: str(document[side].get("army", "")) for side in ("bottom", "top")}, {})
    units = {one["hex"]: one for one in document["units"]}
    leaders = {one["hex"]: one for one in document["leaders"]}
    ground = {name: Ground.parse(text) for name, text in document["terrain"].items()}

    def piece(name: str) -> tuple[Piece, ...]:
        unit, leader = units.get(name), leaders.get(name)
        if unit is not None:
            kind = UNITS[unit["type"]]
            letters = LETTERS.get(kind.id, kind.id[:2].upper())
            shields = (kind.blocks, kind.blocks)
            flag = sides[unit["side"]]
            led = 1 if leader else 0
            return (Piece("token", flag, symbol=kind.grade, label=letters, shields=shields, led=led),)
        if leader is not None:
            label = (leader["name"] or "?")[:2]
            return (Piece("token", sides[leader["side"]], symbol="leader", label=label),)
        return ()

    shown = hex_map(
        _("The battlefield"),
        BOARD,
        {HEXES[name]: piece(name) for name in HEXES},
        lambda here: line_of(document, NAMES[here]),
        ground={HEXES[name]: TERRAIN[one.terrain] for name, one in ground.items() if one.terrain in TERRAIN},
        own=lambda here: False,
        symbols=SYMBOLS,
        strokes=(*vertical_strokes(BOARD, "section", LINES), *_ramparts(ground)),
    )
    if linked:
        shown = replace(shown, places=(*shown.places, *_empty_places(shown, document)))
    return drawing.svg(shown, Marks(at), Links(address), whole=True, level=len(shown.levels) - 1)


def _empty_places(shown: Map, document: Document) -> Iterator[Place]:
    """Yield a place for each empty hex, so that every hex is a link even without scripts."""
    taken = {place.id for place in shown.places}
    for name in HEXES:
        if name not in taken:
            x, y = shown.outlines.points[name]
            yield Place(name, "space", x, y, "", line_of(document, name))


def _ramparts(ground: Mapping[str, Ground]) -> Iterator[Stroke]:
    for name, one in ground.items():
        for side in one.sides:
            yield from strokes_along(BOARD, "rampart", [BOARD.side(f"{name}{side}")])


def line_of(document: Document, name: str) -> str:
    """Describe everything in a hex in one line."""
    there = occupants(document, name)
    return f"{name}: {'; '.join(there)}" if there else name


def occupants(document: Document, name: str) -> tuple[str, ...]:
    """Describe the terrain of a hex, its unit and its leader."""
    found = []
    if name in document["terrain"]:
        found.append(names.terrain(document["terrain"][name].partition(" ")[0]))
    for one in document["units"]:
        if one["hex"] == name:
            facts = {"army": army(document, one["side"]), "unit": names.unit(one["type"])}
            found.append(_("%(army)s: %(unit)s") % facts)
    for one in document["leaders"]:
        if one["hex"] == name:
            facts = {"army": army(document, one["side"]), "name": one["name"] or names.unit(LEADER)}
            found.append(_("%(army)s: %(name)s, leader") % facts)
    return tuple(found)


def army(document: Document, side: str) -> str:
    """Return the name of a side's army, capitalised, or the name of its seat if the army has none."""
    name = str(document[side].get("army", ""))
    return str(capfirst(names.army(name) if name else seat(side)))


def goal(document: Document, side: str) -> int:
    """Return the number of banners with which a side wins."""
    return int(document[side].get("banners") or document["banners"])


def seat(side: str) -> str:
    """Name the end of the board at which a side's player sits."""
    return _("bottom of the board") if side == "bottom" else _("top of the board")


# --- counting -----------------------------------------------------------------------------------------------


def forces(document: Document) -> list[Force]:
    """Return the forces that both sides have on the board."""
    return [
        force(side, army(document, side), Army(count_units(document, side), _leaders(document, side)))
        for side in ("bottom", "top")
    ]


def force(side: str, title: str, found: Army) -> Force:
    """Return an army as the editor shows it, with the number and points of its units and leaders. ``title``:
    its name.
    """
    troops = [
        (number, names.unit(kind), POINTS[kind]) for kind in UNITS if (number := found.units.get(kind, 0))
    ]
    if found.leaders:
        troops.append((found.leaders, names.unit(LEADER), POINTS[LEADER]))
    return Force(side, title, tuple(troops), found.points, found.pieces)


def _leaders(document: Document, side: str) -> int:
    return sum(one.get("side") == side for one in document["leaders"])


def box_rows(document: Document) -> list[tuple[str, int, int, bool]]:
    """Return a row for each block size and one for terrain tiles: the name, the number used, the number in
    the box, and whether too many are used. With the expansions there are never too many.
    """
    reserve = document.get("reserve") or {}
    types = [one["type"] for one in document["units"]] + [
        one for one in reserve.get("units", []) if one in UNITS
    ]
    used = blocks_used(types, len(document["leaders"]) + len(reserve.get("leaders", [])))
    rows = [(size_name(size), used[size], most) for size, most in ROSTER.box.blocks.items() if size in SIZES]
    rows.append((_("Terrain tiles"), len(document["terrain"]), ROSTER.box.terrain_tiles))
    free = uses_expansions(document)  # we cannot know how many expansions the reader owns
    return [(name, number, most, number > most and not free) for name, number, most in rows]


def uses_expansions(document: Document) -> bool:
    """Return whether the scenario may use the units and terrain of the expansions."""
    return document.get("expansions") is True


SIZES: Final = ("small", "medium", "large", "rectangular")


def size_name(size: str) -> str:
    """Name a block size by the units that use it."""
    return {
        "small": _("Blocks of foot"),
        "medium": _("Blocks of horse"),
        "large": _("Blocks of elephants"),
        "rectangular": _("Leaders and chariots"),
    }.get(size, size)


# --- options ------------------------------------------------------------------------------------------------


def brushes(document: Document) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the pieces that can be put on a hex, in groups. Each piece has a value and a name."""
    more = uses_expansions(document)
    units = [
        (kind.id, str(capfirst(names.unit(kind.id)))) for kind in UNITS.values() if kind.in_base_box or more
    ]
    grounds = [
        (f"ground:{kind.id}", str(capfirst(names.terrain(kind.id))))
        for kind in GROUNDS.values()
        if (kind.in_base_game or more) and kind.id != "clear"
    ]
    grounds.append(("ground:clear", _("Open ground")))
    other = [(MOVE, _("Move from the chosen hex")), (REMOVE, _("Remove unit and leader"))]
    return [
        (_("Units"), units),
        (pgettext("cca", "Leaders"), [(LEADER, str(capfirst(names.unit(LEADER))))]),
        (_("Terrain"), grounds),
        (_("Change"), other),
    ]


def specials(document: Document) -> list[tuple[int, str]]:
    """Describe the special rules, each with its number. While the scenario has mistakes, each rule has only
    its short name.
    """
    found = []
    try:
        scenario = read_scenario({**document, "banners": 1})
        worded = {number: briefings.special(scenario, rule) for number, rule in enumerate(scenario.special)}
    except BadScenario:
        worded = {}
    for number, rule in enumerate(document["special"]):
        found.append((number, worded.get(number) or rule_name(str(rule.get("rule")))))
    return found


def rule_name(kind: str) -> str:
    """Return the short name of a kind of special rule, or the kind itself if it is unknown."""
    return {
        "fordable": _("River fordable in some hexes or all"),
        "special_unit": _("Sacred Band in a hex"),
        "river_not_fordable": _("River that cannot be crossed"),
        "impassable": _("Lake and steep hills are impassable"),
        "hand_grows": _("Hand that grows turn by turn"),
        "hand_at_banner": _("Hand that grows with a banner"),
        "leader_lost_loses": _("Leader whose loss decides"),
        "exit_for_banner": _("Leaving the board for banners"),
        "camp_banner": _("Camps entered for banners"),
        "camps_held": _("Camps held for banners"),
        "war_machine": _("War machine"),
        "ambush": _("Ambush"),
        "siege": _("Siege: walls are scaled"),
    }.get(kind, kind)


COMPOSED: Final = (
    "leader_lost_loses",
    "camp_banner",
    "camps_held",
    "exit_for_banner",
    "hand_grows",
    "hand_at_banner",
    "special_unit",
    "fordable",
    "river_not_fordable",
    "impassable",
    "war_machine",
    "ambush",
)


def rule_names(document: Document) -> list[tuple[str, str]]:
    """Return the special rules that the editor's form can add, each with its name."""
    return [
        (kind, rule_name(kind)) for kind in (*COMPOSED, *(("siege",) if uses_expansions(document) else ()))
    ]


def hexes_in(text: str) -> list[str]:
    """Read the hexes that a person typed in any form, such as "c5, C7"."""
    return _HEX.findall(text.upper())


def types_in(text: str) -> list[str]:
    """Read the unit types that a person typed as the abbreviations on the tokens, such as "WA WA MC". Unknown
    words are skipped, and only the first nine types are used.
    """
    kinds = {letters: kind for kind, letters in LETTERS.items()}
    words = text.upper().replace(",", " ").split()
    return [kinds[one] for one in words if one in kinds][:MOST_HIDDEN]


def reserve(document: Document) -> str:
    """Describe the hidden force of an ambush, or return "" if there is none."""
    force = document.get("reserve") or {}
    units = Counter(one for one in force.get("units", []) if one in UNITS)
    leaders = [one if isinstance(one, str) else str(one.get("name", "")) for one in force.get("leaders", [])]
    found = [f"{number} × {names.unit(kind)}" for kind, number in units.items()]
    return ", ".join([*found, *(one or names.unit(LEADER) for one in leaders)])


def kind_name(kind: str) -> str:
    """Name a kind of army in points battles."""
    return {
        "mixed": pgettext("cca army", "mixed"),
        "heavy_foot": pgettext("cca army", "heavy foot"),
        "horse": pgettext("cca army", "horse"),
        "light_troops": pgettext("cca army", "light troops"),
        "warriors": pgettext("cca army", "warriors"),
        "elephants": pgettext("cca army", "with elephants"),
        "chariots": pgettext("cca army", "with chariots"),
    }.get(kind, kind)


def ground_name(ground: str) -> str:
    """Name an amount of terrain in points battles."""
    return {
        "open": pgettext("cca ground", "open"),
        "some": pgettext("cca ground", "some terrain"),
        "rough": pgettext("cca ground", "rough"),
        "river": pgettext("cca ground", "a river with five fords"),
    }.get(ground, ground)


def sides() -> list[tuple[str, str]]:
    """Return both sides as options of a form."""
    return [(str(side), seat(str(side))) for side in (Side.BOTTOM, Side.TOP)]
