"""Read and answer calculator questions as JSON. Reading is strict and reports every mistake with its path."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from battles.dba.answers.schema import schema as schema
from battles.dba.forecast.advice import Change, advice
from battles.dba.rules import situation as words
from battles.dba.rules.odds import PAIRS, Odds, grid, odds
from battles.dba.rules.reckoning import Reckoning, reckon
from battles.dba.rules.resolve import Resolution
from battles.dba.rules.resolve import resolve as resolve_dice
from battles.dba.rules.situation import SIDES, Contender, Side, Situation
from battles.dba.rules.troops import FIELD_TYPES, TYPES
from battles.dba.rules.validate import check
from engine.game import BadScenario, Facts, Json, Mistake

HOME = {"Denizens": "bua", "Followers": "camp"}  # civilians fight only in these places
_ENUMS = {
    "going": words.GOINGS,
    "post": words.POSTS,
    "room": words.ROOMS,
    "obstacle": words.OBSTACLES,
    "flight": words.FLIGHTS,
    "pursuit": words.PURSUITS,
}
_FIELDS = {f.name: f for f in dataclasses.fields(Contender)}
_TOP = ("mode", "a", "b", "active", "answered", "dice")


def resolve(facts: Facts) -> dict[str, Json]:
    """Answer one question, with the combat's result if ``dice`` are given. Raises BadScenario listing every
    mistake.
    """
    s, dice = read(facts)
    return answer(s, dice)


def answer(s: Situation, dice: tuple[int, int] | None = None) -> dict[str, Json]:
    """Return a valid situation's calculation, odds and advice as JSON, with a result if there are dice."""
    reckoning = reckon(s)
    found: dict[str, Json] = {
        "situation": write(s),
        "reckoning": _reckoning(reckoning),
        "base": {"a": reckoning.total_a, "b": reckoning.total_b},
        "odds": _odds(odds(s)),
        "grid": [[list(cell) for cell in row] for row in grid(s)],
        "advice": {side: _change(change) for side, change in advice(s).items()},
    }
    return found | _resolution(resolve_dice(s, *dice)) if dice else found


def _reckoning(r: Reckoning) -> dict[str, Json]:
    return {"a": [dataclasses.asdict(line) for line in r.a], "b": [dataclasses.asdict(line) for line in r.b]}


def _odds(o: Odds) -> dict[str, Json]:
    """Return the odds as JSON, each chance as [count, 36]."""
    return {
        "a": {fate: [n, PAIRS] for fate, n in o.a.items()},
        "b": {fate: [n, PAIRS] for fate, n in o.b.items()},
        "joint": [[a, b, n, PAIRS] for (a, b), n in o.joint.items()],
    }


def _change(change: Change | None) -> Json:
    if change is None:
        return None
    return {
        k: [v.numerator, v.denominator] if isinstance(v, Fraction) else v for k, v in change._asdict().items()
    }


def _resolution(r: Resolution) -> dict[str, Json]:
    return {
        "dice": [r.die_a, r.die_b],
        "totals": {"a": r.final_a, "b": r.final_b},
        "comparison": r.comparison,
        "outcome": {"a": r.outcome.a._asdict(), "b": r.outcome.b._asdict()},
        "fate": {"a": r.fate_a, "b": r.fate_b},
        "consequences": [dataclasses.asdict(c) for c in r.consequences],
    }


# --- reading and writing a situation ---


def write(s: Situation) -> dict[str, Json]:
    """Return a situation as JSON. Facts with their default value are left out, except for the type."""
    found: dict[str, Json] = {"mode": s.mode, "a": _write(s.a), "b": _write(s.b), "active": s.active}
    return found | ({"answered": True} if s.answered else {})


def _write(c: Contender) -> dict[str, Json]:
    found = {n: getattr(c, n) for n, f in _FIELDS.items() if n == "type" or getattr(c, n) != f.default}
    # leave out a civilian's only possible post
    return found if c.post == HOME.get(c.type, "field") else found | {"post": c.post}


def read(facts: Json) -> tuple[Situation, tuple[int, int] | None]:
    """Read a situation, and the dice if they are given. Raises BadScenario listing every mistake."""
    if not isinstance(facts, Mapping):
        raise BadScenario([Mistake("$", "not_an_object")])
    found: list[Mistake] = [Mistake(str(key), "unknown_field") for key in facts if key not in _TOP]
    sides = {side: _contender(facts.get(side), side, found) for side in SIDES}
    mode = facts.get("mode", "close")
    if mode not in words.MODES:
        found.append(Mistake("mode", "not_one_of", {"expected": list(words.MODES)}))
    active = facts.get("active", _whose_bound(mode, sides))
    if active not in SIDES:
        found.append(Mistake("active", "not_one_of", {"expected": list(SIDES)}))
    answered = facts.get("answered", False)
    if type(answered) is not bool:
        found.append(Mistake("answered", "wrong_type", {"expected": "boolean"}))
    dice = _dice(facts.get("dice"), found)
    if found:
        raise BadScenario(found)
    s = Situation(mode, sides["a"], sides["b"], active, answered)
    check(s)
    return s, dice


def _whose_bound(mode: Json, sides: Mapping[Side, Contender]) -> Side:
    """Infer whose bound it is, for a question that does not say. The active side is the one that charged, or
    that shoots. Artillery is assumed to shoot in the enemy's bound.
    """
    if mode == "shooting":
        return "b" if sides["a"].type == "Art" else "a"
    return "b" if sides["b"].charged and not sides["a"].charged else "a"


def _contender(facts: Json, path: str, found: list[Mistake]) -> Contender:
    if not isinstance(facts, Mapping):
        found.append(Mistake(path, "missing" if facts is None else "not_an_object"))
        return Contender("Bd")
    values: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in _FIELDS:
            found.append(Mistake(f"{path}.{name}", "unknown_field"))
            continue
        mistake = _mistake(f"{path}.{name}", name, value)
        if mistake:
            found.append(mistake)
        else:
            values[name] = value
    if "type" not in values:
        if "type" not in facts:
            found.append(Mistake(f"{path}.type", "missing"))
        values["type"] = "Bd"
    values.setdefault("post", HOME.get(values["type"], "field"))
    return Contender(**values)


def _mistake(path: str, name: str, value: Json) -> Mistake | None:
    if name == "type" or name == "behind":
        allowed = TYPES if name == "type" else ("", *FIELD_TYPES)
        return (
            None
            if value in allowed
            else Mistake(path, "unknown_type", {"expected": [t for t in allowed if t]})
        )
    if name in _ENUMS:
        fits = isinstance(value, str) and value in _ENUMS[name]
        return None if fits else Mistake(path, "not_one_of", {"expected": list(_ENUMS[name])})
    if name == "depth_mm" and value is None:
        return None
    kind = type(_FIELDS[name].default) if name != "depth_mm" else int
    if type(value) is not kind:
        word = {bool: "boolean", int: "integer", str: "string"}[kind]
        return Mistake(path, "wrong_type", {"expected": word})
    return None


def _dice(value: Json, found: list[Mistake]) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        found.append(Mistake("dice", "two_dice"))
        return None
    for i, face in enumerate(value):
        if type(face) is not int or not 1 <= face <= 6:
            found.append(Mistake(f"dice[{i}]", "out_of_range", {"low": 1, "high": 6}))
            return None
    return value[0], value[1]
