"""Answer a question about a combat outside any game. The answer has the number that each side needs to hit,
with reasons, and the possible results. The question is a document like ``SHAPE``, and every mistake in it
is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from campaigns.italia.forecast.combat import about_the_end, after_rounds, is_over, summary, to_the_end
from campaigns.italia.forecast.ladders import Key
from campaigns.italia.forecast.raids import raid
from campaigns.italia.rules.combat.rounds import fight, shots
from campaigns.italia.rules.combat.situation import (
    AT_SEA,
    ATTACKER,
    DEFENDER,
    Group,
    Side,
    Situation,
    modifiers,
    other,
    to_hit,
    usual_aims,
)
from campaigns.italia.rules.combat.supremacy import has_supremacy
from campaigns.italia.rules.scenario.loading import builtin, load
from campaigns.italia.rules.scenario.types import FLEET, UnitType
from engine.dice import BadFace
from engine.game import BadScenario, Facts, InvalidAction
from engine.reading import Reader

FIELDS: Final = "ask attacker defender ground city first raid rounds dice"
SIDE: Final = "units leaders hurt by_sea weak fleets aims"
GROUNDS: Final = ("normal", "highland", "marsh")
MOST: Final = 12
FEW: Final = 8  # up to this many units, odds are exact even with several types
SHAPE: Final[Facts] = {
    "ask": "combat",
    "attacker": {"units": {"legion": 4}, "leaders": 1, "by_sea": {}, "hurt": {}, "fleets": 0, "weak": 0},
    "defender": {"units": {"infantry": 4}},
    "ground": list(GROUNDS),
    "city": True,
    "first": True,
    "raid": False,
    "rounds": 2,
    "dice": {"attacker": [6], "defender": [5, 5]},
}


@cache
def unit_types() -> Mapping[str, UnitType]:
    """Return the unit types by name. They are the same in both boxed games (*Italia I* and *Italia II*)."""
    return load(builtin("italia1")).units


def read(question: Facts) -> tuple[Situation, Reader]:
    """Read the combat that a question describes, and return it with the reader for the question's other
    fields. Raises BadScenario listing every mistake.
    """
    top = Reader(question).only(FIELDS)
    attacker, fleets = _group(top["attacker"], top.value.get("raid") is True)
    defender, foes = _group(top["defender"], False)
    supremacy = ATTACKER if has_supremacy(fleets, foes) else DEFENDER if has_supremacy(foes, fleets) else ""
    s = Situation(
        unit_types(),
        attacker,
        defender,
        top["ground"].one_of(GROUNDS) if "ground" in top else "normal",
        "city" in top and top["city"].flag(),
        supremacy,
        top["first"].flag() if "first" in top else True,
        "raid" in top and top["raid"].flag(),
    )
    if "rounds" in top:
        top["rounds"].number(1, 20)
    top.raise_mistakes(BadScenario)
    return (s if s.first else s.with_groups(s.attacker.merge_seaborne(), s.defender)), top


def _group(r: Reader, raid: bool) -> tuple[Group, int]:
    r.only(SIDE)
    units = _units(r["units"])
    if not units:
        r["units"].note_mistake("no_units")
    wet = _units(r["by_sea"]) if "by_sea" in r else {}
    kinds: dict[str, int] = {}
    for unit, number in units.items():
        by_sea = wet.get(unit, 0)
        if by_sea > number:
            r["by_sea"][unit].note_mistake("not_so_many", high=number)
        if by_sea:
            kinds[unit + AT_SEA] = min(by_sea, number)
        if number > by_sea:
            kinds[unit] = number - by_sea
    hurt = _units(r["hurt"]) if "hurt" in r else {}
    for unit, number in hurt.items():
        if unit not in units or unit_types()[unit].hits < 2 or number > units[unit]:
            r["hurt"][unit].note_mistake("not_so_many", high=units.get(unit, 0))
    leaders = r["leaders"].number(0, 4) if "leaders" in r else 0
    weak = r["weak"].number(0, 5) if "weak" in r else 0
    fleets = r["fleets"].number(0, 20) if "fleets" in r else 0
    return Group(kinds, leaders, hurt, weak=weak), fleets


def _units(r: Reader) -> dict[str, int]:
    found = {}
    for name in r.object():
        unit = str(name)
        if unit not in unit_types() or unit == FLEET:
            r[unit].note_mistake("unknown_unit", name=unit[:80])
        else:
            found[unit] = r[unit].number(1, MOST)
    return found


def combat(question: Facts) -> dict[str, Any]:
    """Return the numbers needed to hit, and the result of the given dice. Without dice, return the odds of a
    fight to the end, and after some rounds if the question asks for them.
    """
    s, top = read(question)
    if "dice" in top:
        return {**needs(s), "round": _round(s, top)}
    return {**needs(s), **chances(s, question.get("rounds"))}


def needs(s: Situation) -> dict[str, Any]:
    """Return the number that each kind of unit needs to hit each enemy kind, by side."""
    return {side: _needs_by_kind(s, side) for side in (ATTACKER, DEFENDER)}


def chances(s: Situation, rounds: int | None) -> dict[str, Any]:
    """Return the odds of a fight to the end. If ``rounds`` is given, add the odds after that many rounds, for
    a side that considers a retreat. For a raid, return the chance of success and the average number of
    surviving raiders.
    """
    if s.raid:
        told = raid(s)
        return {"raid": _state_chances({"succeeds": told.succeeds, "raiders_left": told.survivors})}
    found: dict[str, Any] = {"end": _end_chances(s)}
    if rounds:
        after = dict(after_rounds(s, rounds).items())
        found["after"] = _list_ends(after.items())
        found["standing"] = _state_chances(_summarise_states(after))
    return found


def _summarise_states(after: Mapping[Key, Fraction]) -> dict[str, Fraction]:
    found = summary(after, Fraction(0))
    both = sum((chance for key, chance in after.items() if not is_over(key)), Fraction(0))
    return {**found, "nobody": found["nobody"] - both, "both": both}


def _needs_by_kind(s: Situation, side: Side) -> dict[str, Any]:
    """Return the face needed to hit and the modifiers, by own kind and enemy kind."""
    return {
        kind: {
            target: {
                "needs": to_hit(s, side, kind, target),
                "modifiers": {m.code: m.value for m in modifiers(s, side, kind, target)},
            }
            for target in s.group(other(side)).units
        }
        for kind in s.group(side).units
    }


def _round(s: Situation, top: Reader) -> dict[str, Any]:
    faces = {side: [one.number(1, 10) for one in top["dice"][side].items()] for side in (ATTACKER, DEFENDER)}
    aims = {side: _read_aims(s, side, top[side]) for side in (ATTACKER, DEFENDER)}
    for side in (ATTACKER, DEFENDER):
        due = len(tuple(shots(s, side, aims[side])))
        if len(faces[side]) != due:
            top["dice"][side].note_mistake("dice_wanted", number=due)
    top.raise_mistakes(BadScenario)
    try:
        result = fight(s, aims[ATTACKER], aims[DEFENDER], lambda count, side: faces[side])
    except (BadFace, ValueError) as error:
        raise InvalidAction("10.2", "dice_wanted", path="$.dice") from error
    return {
        "attacker": {
            "hits": dict(result.by_attacker.hits),
            "routs": result.by_attacker.routs,
            "left": dict(result.attacker.units),
            "hurt": dict(result.attacker.hurt),
        },
        "defender": {
            "hits": dict(result.by_defender.hits),
            "routs": result.by_defender.routs,
            "left": dict(result.defender.units),
            "hurt": dict(result.defender.hurt),
        },
    }


def _read_aims(s: Situation, side: Side, r: Reader) -> dict[str, dict[str, int]]:
    """Read a side's aims, or return the default aims: own kind -> enemy kind -> the number of aims. Each unit
    must aim exactly once, at a kind of enemy that is present.
    """
    if "aims" not in r:
        return {kind: dict(at) for kind, at in usual_aims(s, side).items()}
    own, foes = s.group(side).units, s.group(other(side)).units
    found: dict[str, dict[str, int]] = {}
    for kind in r["aims"].object():
        at = r["aims"][str(kind)]
        if kind not in own:
            at.note_mistake("unknown_unit", name=str(kind)[:80])
            continue
        found[kind] = {str(t): at[str(t)].number(1, MOST) for t in at.object() if t in foes}
        if sum(found[kind].values()) != own[kind]:
            at.note_mistake("aims_wanted", number=own[kind])
    return found


def _end_chances(s: Situation) -> dict[str, Any]:
    """Return the odds of a fight to the end. They are exact for a few units, or for one type on each side.
    Otherwise they are only approximate.
    """
    kinds = len(s.attacker.units) + len(s.defender.units)
    if kinds == 2 or s.attacker.total + s.defender.total <= FEW:
        return _state_chances(summary(to_the_end(s), Fraction(0)))
    about = summary(about_the_end(s), 0.0)
    return {name: {"exact": "", "about": f"{value:.4f}"} for name, value in about.items()}


def _state_chances(chances: Mapping[str, Fraction]) -> dict[str, Any]:
    return {
        name: {"exact": _fraction_text(value), "about": f"{float(value):.4f}"}
        for name, value in chances.items()
    }


def _fraction_text(value: Fraction) -> str:
    """Return a fraction as text, or "" if the text would be too long."""
    text = f"{value.numerator}/{value.denominator}"
    return text if len(text) <= 60 else ""


def _list_ends(items: Any) -> list[dict[str, Any]]:
    listed: list[tuple[Key, Fraction]] = sorted(items, key=lambda item: (-item[1], item[0]))
    return [
        {
            "attacker": dict(key[0]),
            "defender": dict(key[2]),
            "chance": _fraction_text(chance),
            "about": f"{float(chance):.4f}",
        }
        for key, chance in listed
    ]
