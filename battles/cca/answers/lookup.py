"""The calculator's answers, as JSON. A question can describe a combat by unit types, terrain and leaders;
the answer gives exact chances. A question can also ask for the data of a unit, a terrain or a card. Every
mistake is reported with its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from battles.cca.forecast.odds import exchanges
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.exchange import (
    Answers,
    Exchange,
    Toll,
    answer_strike,
    attack_strike,
    fight,
)
from battles.cca.rules.combat.situation import BLOCKED, FREE, LEADERS, MODES, Combat, read_combat
from battles.cca.rules.combat.strike import dice
from battles.cca.rules.dice import Face
from battles.cca.rules.tables import load
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import LEADER, SPECIALS, UNITS
from engine.game import BadScenario, Facts, Json
from engine.odds import Odds
from engine.reading import Reader
from engine.refusals import IllegalAction

T = TypeVar("T")
FLAGS: Final = ("evade", "first_strike", "battle_back")
NUMBERS: Final = ("ignore", "ignore_back")
MOST_FLAGS: Final = 9


def resolve(question: Facts) -> dict[str, Json]:
    """Answer a question. Its ``ask`` field names the kind of question. Raises BadScenario listing every
    mistake.
    """
    top = Reader(question)
    asked = top["ask"].one_of(ASKED)
    top.raise_mistakes(BadScenario)
    return ASKED[asked](top, {name: value for name, value in question.items() if name != "ask"})


@dataclass(frozen=True)
class FoughtCombat:
    """A combat fought with dice: the purpose and the faces of each throw, and the result."""

    throws: tuple[tuple[str, tuple[Face, ...]], ...]
    exchange: Exchange


def fight_out(question: Facts, roll: Callable[[], int]) -> FoughtCombat:
    """Fight a described combat with dice. ``roll`` returns the number of one die, 1 to 6. Raises BadScenario
    if the question has mistakes.
    """
    throws = list[tuple[str, tuple[Face, ...]]]()

    def throw(number: int, purpose: str) -> tuple[Face, ...]:
        faces = tuple(Face.from_number(roll()) for _die in range(number))
        throws.append((purpose, faces))
        return faces

    given = {name: value for name, value in question.items() if name != "ask"}
    exchange = _resolve_combat(Reader(question), given, lambda combat, answers: fight(combat, answers, throw))
    return FoughtCombat(tuple(throws), exchange)


def _resolve_combat(top: Reader, given: Facts, resolver: Callable[[Combat, Answers], T]) -> T:
    """Read a combat and its answers, and resolve it. Raises BadScenario listing every mistake, including a
    combat that the rules do not allow.
    """
    answers = _answers(top)
    combat = read_combat({name: value for name, value in given.items() if name not in (*FLAGS, *NUMBERS)})
    try:
        return resolver(combat, answers)
    except IllegalAction as refusal:
        top.fault("$", refusal.code, rule=refusal.rule, **refusal.facts)
        top.raise_mistakes(BadScenario)
        raise


def _combat(top: Reader, given: Facts) -> dict[str, Json]:
    """Return the number of battle dice, and both sides' chances. ``given``: the question, which also says how
    the sides decide in the course of the combat.
    """
    return _resolve_combat(top, given, _chances)


def _chances(combat: Combat, answers: Answers) -> dict[str, Json]:
    odds = exchanges(combat, answers)
    return {
        "dice": dice(attack_strike(combat, answers)),
        "back_dice": _back_dice(combat),
        "target": _side(odds, lambda one: one.target_toll),
        "attacker": _side(odds, lambda one: one.attacker_toll),
        "answered": _share(odds, lambda one: one.back is not None),
        "momentum": _share(odds, lambda one: one.momentum),
        "bonus": _share(odds, lambda one: one.bonus),
    }


def _back_dice(combat: Combat) -> int:
    ranged = combat.mode == "ranged" or combat.target.lone
    return 0 if ranged else dice(answer_strike(combat))


def _answers(top: Reader) -> Answers:
    said: dict[str, Any] = {name: top[name].flag() for name in FLAGS if name in top}
    said |= {name: top[name].number(0, MOST_FLAGS) for name in NUMBERS if name in top}
    top.raise_mistakes(BadScenario)
    return Answers(**said)


def _side(odds: Odds[Exchange], toll_of: Callable[[Exchange], Toll]) -> dict[str, Json]:
    """Return the chances that one side loses blocks, its unit, its hex or its leader. Losses to the enemy's
    rampage are included.
    """
    tolls = odds.map(toll_of)
    shares = tolls.map(lambda one: one.lost)
    return {
        "lost": {str(number): str(chance) for number, chance in sorted(shares.items())},
        "mean": str(tolls.expectation(lambda one: one.lost)),
        "eliminated": str(tolls.chance(lambda one: one.eliminated)),
        "leaves": str(tolls.chance(lambda one: one.leaves)),
        "leader_killed": str(tolls.chance(lambda one: one.leader_killed)),
    }


def _share(odds: Odds[Exchange], holds: Callable[[Exchange], bool]) -> str:
    return str(odds.chance(holds))


def _entry(table: str, key: str, known: Mapping[str, Any]) -> Callable[[Reader, Facts], dict[str, Json]]:
    def found(top: Reader, given: Facts) -> dict[str, Json]:
        wanted = top.only(f"ask {key}")[key].one_of(known)
        top.raise_mistakes(BadScenario)
        return dict(next(one for one in load(table)[_LISTS[table]] if one["id"] == wanted))

    return found


_LISTS: Final = {"units": "units", "terrain": "terrain", "cards": "cards"}
ASKED: Final[Mapping[str, Callable[[Reader, Facts], dict[str, Json]]]] = {
    "combat": _combat,
    "unit": _entry("units", "unit", UNITS),
    "terrain": _entry("terrain", "terrain", TERRAIN),
    "card": _entry("cards", "card", CARDS),
}


# --- the schema ---------------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """Return a JSON Schema (2020-12) of every question. The answers are described in docs/cases.md."""
    combat = {
        "mode": {"enum": list(MODES), "default": "close"},
        "attacker": _fighter(UNITS),
        "target": _fighter((*UNITS, LEADER)),
        "card": {"enum": list(CARDS)},
        "bonus": {"type": "boolean", "default": False},
        **{name: {"type": "boolean", "default": name == "battle_back"} for name in FLAGS},
        **{name: {"type": "integer", "minimum": 0, "maximum": MOST_FLAGS} for name in NUMBERS},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Commands & Colors: Ancients calculator",
        "oneOf": [
            _question("combat", combat, ("attacker", "target")),
            _question("unit", {"unit": {"enum": list(UNITS)}}, ("unit",)),
            _question("terrain", {"terrain": {"enum": list(TERRAIN)}}, ("terrain",)),
            _question("card", {"card": {"enum": list(CARDS)}}, ("card",)),
        ],
    }


def _question(ask: str, properties: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return _object({"ask": {"const": ask}, **properties}, ("ask", *required))


def _fighter(types: Any) -> dict[str, Any]:
    number = {"type": "integer", "minimum": 0, "maximum": FREE}
    flag = {"type": "boolean"}
    return _object(
        {
            "type": {"enum": list(types)},
            "blocks": {"type": "integer", "minimum": 1, "maximum": 4},
            "full": flag,
            "leader": {"enum": list(LEADERS)},
            "supported": flag,
            "terrain": {"enum": list(TERRAIN)},
            "covered": flag,
            "moved": {"type": "integer", "minimum": 0, "maximum": 4},
            "room": number,
            "blocked": {"enum": list(BLOCKED)},
            "refuge": number,
            "marshes": number,
            "special": {"enum": list(SPECIALS)},
        },
        ("type",),
    )


def _object(properties: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
    }
