"""A battle to be fought: two armies and, when a campaign has settled it, the ground. Read and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from battles.dba.rules.table.state import SEATS, TableState
from battles.dba.rules.table.terrain import TOPOGRAPHIES
from battles.dba.rules.troops import FOOT, MOUNTED
from engine.game import BadScenario, Facts, Mistake

MOST_ELEMENTS: Final = 60
FOLLOWERS: Final = "Followers"
TYPES: Final = frozenset({*MOUNTED, *FOOT}) - {"Denizens"}
DATA: Final = Path(__file__).parents[2] / "data" / "scenarios"


@dataclass(frozen=True)
class Base:
    """What stands on a base: "4Sp" is of type "Sp", 15 mm deep, four figures."""

    code: str
    type: str
    depth_mm: int
    figures: int


@dataclass(frozen=True)
class Block:
    """An element as the scenario lists it. ``unit`` is the campaign's strength it came from, if any; ``name``
    what its owner calls it; ``dismounts`` what it becomes when it dismounts."""

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
    camp: bool = True  # False: a sortie, which has no camp
    command: int = 0  # PIPs added to each roll, never beyond 6: only a campaign gives any
    steadiness: int = 0  # elements that it can lose beyond the usual (or, below 0, short of it), likewise

    @property
    def strength(self) -> int:
        """Elements of the army proper: camp followers are an extra one and do not count."""
        return sum(not block.followers for block in self.blocks)


@dataclass(frozen=True)
class Ground:
    """What a campaign has settled: who defends, whether there is a built-up area, who holds it, a river.
    ``strait``: a river between the armies that is not paltry, its far bank the defender's. ``landing``: the
    invader comes from the sea, half of his elements in the first wave (both our design: docs/bridge.md)."""

    defender: str = ""
    bua: bool = False
    bua_garrison: str = ""  # element of the defender
    denizens: bool = True
    river: bool = False
    strait: bool = False
    landing: bool = False


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
        """What stands on that base now: it may have dismounted."""
        block = self.blocks[element]
        return block.dismounts if state.elements[element].dismounted and block.dismounts else block.base

    def general(self, seat: str) -> str:
        return next(block.id for block in self.armies[seat].blocks if block.general)

    def breaking_point(self, seat: str) -> int:
        """How many lost elements break this army: a third of it, to the nearest whole, at least one.

        The rulebook's 4 of 12; for other sizes and an army's steadiness see docs/rulings/dba.md.

        >>> [(n + 1) // 3 for n in (3, 9, 10, 11, 12, 13, 14, 24)]
        [1, 3, 3, 4, 4, 4, 5, 8]
        """
        army = self.armies[seat]
        return max(1, (army.strength + 1) // 3 + army.steadiness)


def builtin() -> Mapping[str, str]:
    """Names and titles of the battles that come with the code."""
    return {path.stem: json.loads(path.read_text("utf-8"))["title"] for path in sorted(DATA.glob("*.json"))}


def load(name: str) -> Facts:
    """A built-in battle. Raises BadScenario when there is none of that name."""
    path = DATA / f"{name}.json"
    if path.parent != DATA or not path.is_file():
        raise BadScenario([Mistake("scenario", "no_such_scenario", {"name": name[:80]})])
    facts: Facts = json.loads(path.read_text("utf-8"))
    return facts


def parse(facts: Any) -> Battle:
    """The battle written in a scenario. Raises BadScenario with every mistake."""
    mistakes = list(_mistakes(facts))
    if mistakes:
        raise BadScenario(mistakes)
    armies = {seat: _army(seat, facts["armies"][seat]) for seat in SEATS}
    ground = Ground(**facts["ground"]) if facts.get("ground") else None
    return Battle(facts.get("title", ""), armies, ground, facts)


def _army(seat: str, army: Facts) -> Army:
    blocks = tuple(
        Block(
            e["id"],
            seat,
            _base(e),
            e.get("name", ""),
            e.get("general", False),
            e.get("unit", ""),
            _base(e["dismounts"]) if e.get("dismounts") else None,
        )
        for e in army["elements"]
    )
    return Army(
        seat,
        army["name"],
        army["aggression"],
        army["topography"],
        blocks,
        army.get("camp", True),
        army.get("command", 0),
        army.get("steadiness", 0),
    )


def _base(e: Facts) -> Base:
    return Base(e["code"], e["type"], e["depth_mm"], e["figures"])


def _mistakes(facts: Any) -> Iterator[Mistake]:
    if not isinstance(facts, Mapping):
        yield Mistake("$", "not_an_object")
        return
    armies = facts.get("armies")
    if not isinstance(armies, Mapping) or set(armies) != set(SEATS):
        yield Mistake("armies", "two_armies", {"seats": list(SEATS)})
        return
    seen: set[str] = set()
    for seat in SEATS:
        yield from _army_mistakes(f"armies.{seat}", armies[seat], seen)
    yield from _ground_mistakes(facts)


def _army_mistakes(path: str, army: Any, seen: set[str]) -> Iterator[Mistake]:
    if not isinstance(army, Mapping):
        yield Mistake(path, "not_an_object")
        return
    if not isinstance(army.get("name"), str) or not army["name"]:
        yield Mistake(f"{path}.name", "missing_name")
    if type(army.get("aggression")) is not int or not 0 <= army["aggression"] <= 4:
        yield Mistake(f"{path}.aggression", "aggression_range")
    if army.get("topography") not in TOPOGRAPHIES:
        yield Mistake(f"{path}.topography", "unknown_topography", {"known": list(TOPOGRAPHIES)})
    if type(army.get("command", 0)) is not int or not 0 <= army.get("command", 0) <= 2:
        yield Mistake(f"{path}.command", "number_range", {"low": 0, "high": 2})
    if type(army.get("steadiness", 0)) is not int or not -3 <= army.get("steadiness", 0) <= 3:
        yield Mistake(f"{path}.steadiness", "number_range", {"low": -3, "high": 3})
    elements = army.get("elements")
    if not isinstance(elements, list) or not 1 <= len(elements) <= MOST_ELEMENTS:
        yield Mistake(f"{path}.elements", "number_of_elements", {"most": MOST_ELEMENTS})
        return
    for number, element in enumerate(elements):
        yield from _element_mistakes(f"{path}.elements[{number}]", element, seen)
    good = [e for e in elements if isinstance(e, Mapping)]
    generals = [e for e in good if e.get("general")]
    if len(generals) != 1:
        yield Mistake(f"{path}.elements", "one_general", {"number": len(generals)})
    elif generals[0].get("type") == FOLLOWERS:
        yield Mistake(f"{path}.elements", "general_of_followers")
    if sum(e.get("type") == FOLLOWERS for e in good) > 1:
        yield Mistake(f"{path}.elements", "one_followers")


def _element_mistakes(path: str, element: Any, seen: set[str]) -> Iterator[Mistake]:
    if not isinstance(element, Mapping):
        yield Mistake(path, "not_an_object")
        return
    identity = element.get("id")
    if not isinstance(identity, str) or not identity or len(identity) > 40:
        yield Mistake(f"{path}.id", "missing_id")
    elif identity in seen:
        yield Mistake(f"{path}.id", "id_twice", {"id": identity})
    else:
        seen.add(identity)
    yield from _base_mistakes(path, element)
    for name in ("name", "unit"):
        if not isinstance(element.get(name, ""), str):
            yield Mistake(f"{path}.{name}", "not_text")
    if element.get("dismounts") is not None:
        if isinstance(element["dismounts"], Mapping):
            yield from _base_mistakes(f"{path}.dismounts", element["dismounts"])
        else:
            yield Mistake(f"{path}.dismounts", "not_an_object")
    if type(element.get("general", False)) is not bool:
        yield Mistake(f"{path}.general", "not_yes_or_no")


def _base_mistakes(path: str, base: Facts) -> Iterator[Mistake]:
    if not isinstance(base.get("code"), str) or not base["code"] or len(base["code"]) > 20:
        yield Mistake(f"{path}.code", "missing_code")
    if base.get("type") not in TYPES:
        yield Mistake(
            f"{path}.type", "unknown_type", {"type": str(base.get("type"))[:20], "known": sorted(TYPES)}
        )
    for name, most in (("depth_mm", 120), ("figures", 12)):
        if type(base.get(name)) is not int or not 1 <= base[name] <= most:
            yield Mistake(f"{path}.{name}", "number_range", {"low": 1, "high": most})


def _ground_mistakes(facts: Facts) -> Iterator[Mistake]:
    ground = facts.get("ground")
    if ground is None:
        return
    known: dict[str, type] = {"defender": str, "bua_garrison": str}
    known |= dict.fromkeys(("bua", "denizens", "river", "strait", "landing"), bool)
    if not isinstance(ground, Mapping):
        yield Mistake("ground", "not_an_object")
        return
    for name, value in ground.items():
        if name not in known:
            yield Mistake(f"ground.{name}", "unknown_field")
        elif type(value) is not known[name]:
            yield Mistake(f"ground.{name}", "wrong_type")
    if ground.get("defender") not in SEATS:
        yield Mistake("ground.defender", "no_defender")
        return
    garrison = ground.get("bua_garrison", "")
    own = {
        e.get("id") for e in facts["armies"][ground["defender"]].get("elements", []) if isinstance(e, Mapping)
    }
    if garrison and (not ground.get("bua") or garrison not in own):
        yield Mistake("ground.bua_garrison", "garrison_of_defender")
