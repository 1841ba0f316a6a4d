"""A battle before it begins: two armies and, if a campaign decided it, the terrain. This module parses and
checks the scenario.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from battles.dba.rules.table.state import SEATS, TableState
from battles.dba.rules.table.terrain import TOPOGRAPHIES
from battles.dba.rules.troops import FOOT, MOUNTED
from engine.game import BadScenario, Facts, Mistake
from engine.reading import Naming, Reader
from engine.values import dataclass

MOST_ELEMENTS: Final = 60
FOLLOWERS: Final = "Followers"
TYPES: Final = tuple(sorted({*MOUNTED, *FOOT} - {"Denizens"}))
NAMING: Final = Naming(missing="", text="not_text", number="number_range", by_id=False)
DATA: Final = Path(__file__).parents[2] / "data" / "scenarios"


@dataclass(frozen=True)
class Base:
    """The troops on a base. For example, "4Sp" is of type "Sp", 15 mm deep, with four figures."""

    code: str
    type: str
    depth_mm: int
    figures: int


@dataclass(frozen=True)
class Block:
    """An element in the scenario. ``name``: its owner's name for it. ``unit``: the campaign's unit to which
    it belongs, or "". ``dismounts``: the base that replaces it when it dismounts, or None.
    """

    id: str
    seat: str
    base: Base
    name: str = ""
    general: bool = False
    unit: str = ""
    dismounts: Base | None = None

    @property
    def followers(self) -> bool:
        return self.base.type == FOLLOWERS


@dataclass(frozen=True)
class Army:
    seat: str
    name: str
    aggression: int
    topography: str
    blocks: tuple[Block, ...]
    camp: bool = True  # False for a sortie
    command: int = 0  # PIPs that a campaign adds to each roll, up to a total of 6
    steadiness: int = 0  # added by a campaign to the number of losses that breaks the army; can be negative
    commander: str = ""  # the name of the person who commands the army

    @property
    def strength(self) -> int:
        """The number of elements in the army. Camp followers are not counted."""
        return sum(not block.followers for block in self.blocks)


@dataclass(frozen=True)
class Ground:
    """Conditions set by a campaign: the defender, a built-up area with its garrison, a river.

    ``strait``: whether a river between the armies is a strait. It is not paltry, and the defender holds the
    far bank. ``landing``: whether the invader comes from the sea in two waves. ``shore``: whether the
    invader's whole army is ashore, with the sea behind it. None of the three is in the rulebook
    (docs/bridge.md).
    """

    defender: str = ""
    bua: bool = False
    bua_garrison: str = ""  # an element of the defender
    denizens: bool = True
    river: bool = False
    strait: bool = False
    landing: bool = False
    shore: bool = False


@dataclass(frozen=True)
class Battle:
    """A parsed scenario."""

    title: str
    armies: Mapping[str, Army]
    ground: Ground | None
    facts: Facts

    @cached_property
    def blocks(self) -> Mapping[str, Block]:
        return {block.id: block for army in self.armies.values() for block in army.blocks}

    def of(self, seat: str) -> tuple[str, ...]:
        return tuple(block.id for block in self.armies[seat].blocks)

    def base(self, element: str, state: TableState) -> Base:
        """Return the current base of an element, which changes when the element dismounts."""
        block = self.blocks[element]
        return block.dismounts if state.elements[element].dismounted and block.dismounts else block.base

    def general(self, seat: str) -> str:
        return next(block.id for block in self.armies[seat].blocks if block.general)

    def breaking_point(self, seat: str) -> int:
        """The number of lost elements that breaks an army. It is a third of the army's elements, rounded to
        the nearest whole number, and at least one.

        The rulebook gives 4 of 12. For other sizes and an army's steadiness see docs/rulings/dba.md.

        >>> [(n + 1) // 3 for n in (3, 9, 10, 11, 12, 13, 14, 24)]
        [1, 3, 3, 4, 4, 4, 5, 8]
        """
        army = self.armies[seat]
        return max(1, (army.strength + 1) // 3 + army.steadiness)


def builtin() -> Mapping[str, str]:
    """Return the names and titles of the built-in battles."""
    return {path.stem: json.loads(path.read_text("utf-8"))["title"] for path in sorted(DATA.glob("*.json"))}


def load(name: str) -> Facts:
    """Return the scenario of a built-in battle. Raises BadScenario for an unknown name."""
    path = DATA / f"{name}.json"
    if path.parent != DATA or not path.is_file():
        raise BadScenario([Mistake("scenario", "no_such_scenario", {"name": name[:80]})])
    facts: Facts = json.loads(path.read_text("utf-8"))
    return facts


def parse(facts: Any) -> Battle:
    """Parse a scenario. Raises BadScenario listing every mistake."""
    top = Reader(facts, path="", naming=NAMING)
    found = _read(top)
    top.raise_mistakes(BadScenario)
    assert found is not None  # None only if a mistake was reported
    return found


def _read(top: Reader) -> Battle | None:
    if not top.is_object():
        return None
    armies, seen = top["armies"], set[str]()
    if not isinstance(armies.value, Mapping) or set(armies.value) != set(SEATS):
        armies.note_mistake("two_armies", seats=list(SEATS))
        return None
    sides = {seat: _army(seat, armies[seat], seen) for seat in SEATS if armies[seat].is_object()}
    ground = _ground(top["ground"], sides) if top["ground"].has_value else None
    title = top["title"].text(blank=True) if top["title"].has_value else ""
    return Battle(title, sides, ground, top.object())


def _army(seat: str, o: Reader, seen: set[str]) -> Army:
    elements = _elements(o["elements"])
    return Army(
        seat,
        o["name"].with_code("missing_name").text(),
        o["aggression"].with_code("aggression_range").number(0, 4),
        o["topography"].with_code("unknown_topography", allowed="known").one_of(TOPOGRAPHIES),
        tuple(_block(seat, element, seen) for element in elements),
        o["camp"].flag() if "camp" in o else True,
        o["command"].number(0, 2) if "command" in o else 0,
        o["steadiness"].number(-3, 3) if "steadiness" in o else 0,
        o["commander"].text(blank=True) if "commander" in o else "",
    )


def _elements(o: Reader) -> list[Reader]:
    """Read the elements of an army. Exactly one is the general's, and at most one is camp followers."""
    if not isinstance(o.value, list) or not 1 <= len(o.value) <= MOST_ELEMENTS:
        o.note_mistake("number_of_elements", most=MOST_ELEMENTS)
        return []
    elements = [element for element in o.items() if element.is_object()]
    generals = [element for element in elements if element["general"].value]
    if len(generals) != 1:
        o.note_mistake("one_general", number=len(generals))
    elif generals[0]["type"].value == FOLLOWERS:
        o.note_mistake("general_of_followers")
    if sum(element["type"].value == FOLLOWERS for element in elements) > 1:
        o.note_mistake("one_followers")
    return elements


def _block(seat: str, o: Reader, seen: set[str]) -> Block:
    key = o["id"].with_code("missing_id").text(40)
    if key and key in seen:
        o["id"].note_mistake("id_twice", id=key)
    seen.add(key)
    dismounts = o["dismounts"]
    return Block(
        key,
        seat,
        _base(o),
        o["name"].text(blank=True) if "name" in o else "",
        o["general"].flag() if "general" in o else False,
        o["unit"].text(blank=True) if "unit" in o else "",
        _base(dismounts) if dismounts.has_value and dismounts.is_object() else None,
    )


def _base(o: Reader) -> Base:
    return Base(
        o["code"].with_code("missing_code").text(20),
        o["type"].with_code("unknown_type", value="type", allowed="known").one_of(TYPES),
        o["depth_mm"].number(1, 120),
        o["figures"].number(1, 12),
    )


def _ground(o: Reader, armies: Mapping[str, Army]) -> Ground | None:
    if not o.is_object():
        return None
    marks = ("bua", "denizens", "river", "strait", "landing", "shore")
    o.only(("defender", "bua_garrison", *marks))
    ground = Ground(
        defender=o["defender"].with_code("no_defender").one_of(SEATS),
        bua_garrison=o["bua_garrison"].with_code("wrong_type").text(blank=True)
        if "bua_garrison" in o
        else "",
        **{mark: o[mark].with_code("wrong_type").flag() for mark in marks if mark in o},
    )
    defender = armies.get(str(o["defender"].value))
    own = {block.id for block in defender.blocks} if defender else set[str]()
    if defender and ground.bua_garrison and not (o["bua"].value and ground.bua_garrison in own):
        o["bua_garrison"].note_mistake("garrison_of_defender")
    return ground
