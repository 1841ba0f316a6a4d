"""Answers about a clash or a whole segment: the calculation, the chances, and the result of given dice
(9.0).
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.cataphract.answers.reading import (
    choice,
    faces,
    flag,
    fraction,
    marks_json,
    number,
    raise_mistakes,
    unit,
)
from battles.cataphract.forecast.odds import chances
from battles.cataphract.rules.shock.fight import fight
from battles.cataphract.rules.shock.reckoning import calculate_clash
from battles.cataphract.rules.shock.report import NeededDie, ReportLine, SegmentReport, UnitResult
from battles.cataphract.rules.shock.situation import (
    ASPECTS,
    SIDES,
    TERRAIN,
    Army,
    Attacker,
    Clash,
    Defender,
    Segment,
    Side,
)
from battles.cataphract.rules.tables import Mark
from engine.game import Json
from engine.reading import Reader

MOST_CLASHES, MOST_UNITS = 40, 6  # maximum clashes in a segment, and maximum units on each side of a clash
_CLASH = "attackers defenders reference order terrain by_number"
_ATTACKER = "check moved aspect aspects outflanked held advance_hits in_zone on_charge"
_DEFENDER = "open_flank in_zone"
_ARMIES = "armies rolled chances ask"


def clash(top: Reader) -> dict[str, Json]:
    """Answer a question about one clash. With ``rolled``, the clash is also fought with these dice."""
    top.only(f"{_CLASH} {_ARMIES}")
    marks: list[Mark] = []
    found, armies, rolled = _clash(top, marks), _armies(top["armies"]), faces(top["rolled"])
    raise_mistakes(top)
    answer = _describe_before(found, armies, flag(top["chances"], True))
    if top["rolled"].has_value:
        answer |= _fight_result(Segment((found,), armies), rolled, one=True)
    return answer | ({"marks": marks_json(marks)} if marks else {})


def segment(top: Reader) -> dict[str, Json]:
    """Answer a question about all clashes of a segment."""
    top.only(f"clashes {_ARMIES}")
    marks: list[Mark] = []
    listed = top["clashes"].items(MOST_CLASHES)
    found = tuple(_clash(one.only(_CLASH), marks) for one in listed)
    if not listed:
        top["clashes"].note_mistake("missing_field", field="clashes")
    armies, rolled = _armies(top["armies"]), faces(top["rolled"])
    raise_mistakes(top)
    asked = flag(top["chances"], True)
    answer: dict[str, Json] = {"clashes": [_describe_before(one, armies, asked) for one in found]}
    if top["rolled"].has_value:
        answer |= _fight_result(Segment(found, armies), rolled)
    return answer | ({"marks": marks_json(marks)} if marks else {})


# --- reading the question ----------------------------------------------------------------------------------


def _clash(one: Reader, marks: list[Mark]) -> Clash:
    attackers = tuple(_attacker(each, marks) for each in one["attackers"].items(MOST_UNITS))
    defenders = tuple(_defender(each, marks) for each in one["defenders"].items(MOST_UNITS))
    for side, units in (("attackers", attackers), ("defenders", defenders)):
        if not units and one[side].has_value:
            one[side].note_mistake("nobody_there")
    numbers: dict[Side, int] = {"a": len(attackers), "d": len(defenders)}
    by_number = flag(one["by_number"])
    terrain = one["terrain"].items(len(TERRAIN)) if one["terrain"].has_value else []
    return Clash(
        attackers,
        defenders,
        {s: one["reference"][s].number(1, numbers[s] or 1) - 1 for s in _given_sides(one["reference"])},
        {s: tuple(_order(one["order"][s], numbers[s])) for s in _given_sides(one["order"])},
        frozenset(each.one_of(TERRAIN) for each in terrain),
        by_number,
    )


def _given_sides(one: Reader) -> list[Side]:
    if one.has_value:
        one.only("a d")
    return [side for side in SIDES if one.has_value and one[side].has_value]


def _order(one: Reader, most: int) -> Iterator[int]:
    for each in one.items(MOST_UNITS):
        yield each.number(1, most or 1) - 1


def _attacker(one: Reader, marks: list[Mark]) -> Attacker:
    found = unit(one, marks, _ATTACKER)
    if found.routed:
        one["routed"].note_mistake("routed_never_attacks")  # see rule 7.3
    if found.column:
        one["column"].note_mistake("column_never_attacks")  # see rule 6.4
    aspects = one["aspects"]
    return Attacker(
        found,
        flag(one["check"], True),
        flag(one["moved"], flag(one["check"], True)),
        choice(one["aspect"], ASPECTS, "front"),
        {int(key) - 1: aspects[key].one_of(ASPECTS) for key in _numbers(aspects)},
        flag(one["outflanked"]),
        flag(one["held"]),
        number(one["advance_hits"], 0, 9, 0),
        one["in_zone"].flag() if one["in_zone"].has_value else None,
        number(one["on_charge"], -2, 2, 0),
    )


def _numbers(one: Reader) -> list[str]:
    keys = list(one.object()) if one.has_value else []
    allowed = [str(n + 1) for n in range(MOST_UNITS)]
    for key in keys:
        if key not in allowed:
            one[key].note_mistake("not_one_of", value=key[:20], expected=allowed)
    return [key for key in keys if key in allowed]


def _defender(one: Reader, marks: list[Mark]) -> Defender:
    found = unit(one, marks, _DEFENDER)
    zone = one["in_zone"].flag() if one["in_zone"].has_value else None
    return Defender(found, flag(one["open_flank"]), zone)


def _armies(one: Reader) -> dict[Side, Army]:
    found: dict[Side, Army] = {"a": Army(), "d": Army()}
    for side in _given_sides(one):
        army = one[side].only("undisciplined initiative on_checks")
        found[side] = Army(
            flag(army["undisciplined"]),
            number(army["initiative"], 0, 9, 0),
            number(army["on_checks"], -2, 2, 0),
        )
    return found


# --- answering ---------------------------------------------------------------------------------------------


def _describe_before(one: Clash, armies: dict[Side, Army], asked: bool) -> dict[str, Json]:
    found = calculate_clash(one)
    answer: dict[str, Json] = {
        "reference": {"a": found.attacker + 1, "d": found.defender + 1},
        "aspect": found.aspect,
        "superiority": found.superiority,
        "because": found.because,
        "lines": [{"code": line.code, "amount": line.amount, "rule": line.rule} for line in found.lines],
        "column": found.column,
        "halved": found.halved,
    }
    return answer | ({"chances": _chances(one, armies)} if asked else {})


def _chances(one: Clash, armies: dict[Side, Army]) -> dict[str, Json]:
    found = chances(one, armies)
    return {
        "cleared": fraction(found.cleared),
        "broken": fraction(found.broken),
        "units": {
            side: [
                {"routs": fraction(found.routs[side, n])}
                | ({"advances": fraction(found.advances[side, n])} if side == "a" else {})
                | ({"leader_hurt": fraction(found.hurt[side, n])} if found.hurt[side, n] else {})
                for n in range(len(one.units(side)))
            ]
            for side in SIDES
        },
    }


class _NeedsDie(Exception):
    def __init__(self, asked: NeededDie) -> None:
        self.asked = asked


def _fight_result(found: Segment, rolled: list[int], one: bool = False) -> dict[str, Json]:
    """Return the result for the given dice, or the die that must be rolled next."""
    given = iter(rolled)

    def roll(asked: NeededDie) -> int:
        face = next(given, None)
        if face is None:
            raise _NeedsDie(asked)
        return face

    try:
        fought = fight(found, roll)
    except _NeedsDie as die:
        asked = die.asked
        where = {"step": asked.step, "side": asked.side, "unit": asked.unit + 1, "rule": asked.rule}
        return {"needs": where | ({} if one else {"clash": asked.clash + 1})}
    answer: dict[str, Json] = {"told": [_step_json(each, one) for each in fought.told]}
    answer["left"] = (
        _units_left(fought, 0) if one else [_units_left(fought, c) for c in range(len(found.clashes))]
    )
    unused = len(list(given))
    return answer | ({"unused": unused} if unused else {})


def _step_json(one: ReportLine, alone: bool) -> dict[str, Json]:
    found: dict[str, Json] = {"step": one.step, "code": one.code, "side": one.side, "unit": one.unit + 1}
    if not alone:
        found["clash"] = one.clash + 1
    if one.unit < 0:
        del found["unit"]
    if one.face is not None:
        found["face"] = one.face
    if one.amount or one.code == "rolled":
        found["amount"] = one.amount
    return found | {"rule": one.rule}


def _units_left(fought: SegmentReport, c: int) -> dict[str, Json]:
    """Describe each unit after the fight, by side and number ("a1")."""
    return {f"{s}{n + 1}": _unit(left) for (k, s, n), left in fought.left.items() if k == c}


def _unit(left: UnitResult) -> dict[str, Json]:
    found: dict[str, Json] = {"status": left.status}
    if left.status == "stands":
        found["hits"] = left.hits
    if left.advances:
        found["advances"] = True
    if left.supply != "full":
        found["supply"] = left.supply
    if left.leader is not None:
        found["leader"] = "wounded" if left.leader.wounded else "unhurt"
    return found
