"""Readers for the units and leaders in a question, which report every mistake with its path."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.tables import Mark
from battles.cataphract.rules.unit import (
    MISSILES,
    MOST_RATING,
    MOST_SIZE,
    MOST_TQ,
    SUPPLY,
    TYPES,
    Leader,
    Unit,
)
from engine.game import BadScenario
from engine.reading import Reader

UNIT = "of number type tq name size hits cataphract missile supply sword routed column wedge bonus leader"


def flag(one: Reader, usual: bool = False) -> bool:
    return one.flag() if one.has_value else usual


def number(one: Reader, low: int, high: int, usual: int) -> int:
    return one.number(low, high) if one.has_value else usual


def choice(one: Reader, allowed: tuple[str, ...], usual: str) -> str:
    return one.one_of(allowed) if one.has_value else usual


def faces(one: Reader, most: int = 400) -> list[int]:
    """Read dice, 0 to 9 each, in the order in which they are rolled."""
    return [face.number(0, 9) for face in one.items(most)] if one.has_value else []


def raise_mistakes(top: Reader) -> None:
    """Raise BadScenario if any mistakes have been found so far."""
    top.raise_mistakes(BadScenario)


def unit(one: Reader, marks: list[Mark], more: str = "") -> Unit:
    """Read a unit, either from a counter named by ``of`` and ``number`` or from single values. Single values
    take precedence.
    """
    one.only(f"{UNIT} {more}")
    found = _base(one, marks)
    found = replace(
        found,
        name=one["name"].text(80) if one["name"].has_value else found.name,
        size=number(one["size"], 1, MOST_SIZE, found.size),
        hits=number(one["hits"], 0, MOST_TQ + 2, 0),
        cataphract=flag(one["cataphract"], found.cataphract),
        missile=choice(one["missile"], MISSILES, found.missile),
        supply=choice(one["supply"], SUPPLY, "full"),
        sword=flag(one["sword"], found.sword),
        routed=flag(one["routed"]),
        column=flag(one["column"]),
        wedge=flag(one["wedge"]),
        bonus=number(one["bonus"], -2, 2, 0),
        leader=leader(one["leader"]) if one["leader"].has_value else None,
    )
    _check(one, found)
    return found


def _base(one: Reader, marks: list[Mark]) -> Unit:
    if not one["of"].has_value:
        return Unit(one["type"].one_of(TYPES), one["tq"].number(1, MOST_TQ))
    contingent = contingents()[one["of"].one_of(contingents())]
    marks += [mark for mark in contingent.marks if mark not in marks]
    found = contingent.unit(number(one["number"], 1, 40, 1))
    kind = choice(one["type"], TYPES, found.type)
    return replace(found, type=kind, tq=number(one["tq"], 1, MOST_TQ, found.tq))


def _check(one: Reader, found: Unit) -> None:
    if found.cataphract and found.type != "HC":
        one["cataphract"].note_mistake("cataphracts_are_heavy_cavalry")
    if found.column and not found.foot:
        one["column"].note_mistake("only_foot_forms_column")  # see rule 6.4
    if found.routed and found.hits:
        one["hits"].note_mistake("routed_units_have_no_hits")  # see rule 10.2
    elif not found.routed and found.hits >= found.quality:
        one["hits"].note_mistake("routs_already", hits=found.hits, quality=found.quality)  # see rule 10.14


def leader(one: Reader) -> Leader:
    one.only("charisma personal_combat wounded")
    return Leader(
        number(one["charisma"], 0, MOST_RATING, 0),
        number(one["personal_combat"], 0, MOST_RATING, 0),
        flag(one["wounded"]),
    )


def fraction(chance: Fraction) -> str:
    return str(chance)


def marks_json(marks: list[Mark]) -> list[dict[str, str]]:
    """Convert the notes on values that the rulebook does not confirm to JSON objects."""
    return [{"what": one.what, "found": one.found} for one in marks]
