"""Answers about a shot, a roll against a rating or a unit's quality, a leader in danger, and champions."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from battles.cataphract.answers.reading import (
    choice,
    faces,
    flag,
    fraction,
    leader,
    marks_json,
    number,
    raise_mistakes,
    unit,
)
from battles.cataphract.rules.checks import champions, command, quality
from battles.cataphract.rules.missile import (
    LEVELS,
    Shot,
    aim,
    endangers_leader,
    supply_after,
    why_no_missiles,
)
from battles.cataphract.rules.own_data.chart import Chart
from battles.cataphract.rules.shock.fight import casualty
from battles.cataphract.rules.tables import FACES, Mark
from engine.game import Json
from engine.odds import die
from engine.reading import Reader

TEN: Final = die(FACES, 0)
DOOM: Final = ("leader_finished", "side_finished", "all_finished")


def _face(top: Reader) -> int | None:
    return top["rolled"].number(0, FACES - 1) if top["rolled"].has_value else None


def resolve_shot(top: Reader, chart: Chart | None = None) -> dict[str, Json]:
    """Answer a question about a shot (8.1).

    The answer gives the modified roll that is needed, the chance of each number of hits, and the hits of
    a given roll. ``chart``: a player's own chart.
    """
    top.only(
        "ask firer target distance moves through_front in_woods shieldwall harassing height upwind rolled"
    )
    marks: list[Mark] = []
    firer, target, face = unit(top["firer"], marks), unit(top["target"], marks), _face(top)
    why = why_no_missiles(firer)
    if why:
        top["firer"].note_mistake(why)
    if flag(top["shieldwall"]) and target.type not in ("HI", "MI"):
        top["shieldwall"].note_mistake("only_heavy_and_medium_foot")  # see rule 11.7
    fired = Shot(
        firer,
        target,
        number(top["distance"], 1, 12, 1),
        flag(top["moves"]),
        flag(top["through_front"], True),
        flag(top["in_woods"]),
        flag(top["shieldwall"]),
        flag(top["harassing"]),
        choice(top["height"], LEVELS, "level"),
        flag(top["upwind"]),
    )
    raise_mistakes(top)
    found = aim(fired, chart)
    if found.strength is None:
        top["distance"].note_mistake("out_of_range")
        raise_mistakes(top)
    hits = TEN.map(found.hits)
    answer: dict[str, Json] = {
        "strength": found.strength,
        "extended": found.extended,
        "modifiers": [{"code": code, "amount": amount} for code, amount in found.modifiers],
        "chances": {str(n): fraction(hits[n]) for n in sorted(hits)},
        "expected": fraction(hits.expectation()),
        "supply_chances": {
            supply: fraction(chance)
            for supply, chance in sorted(TEN.map(lambda rolled: supply_after(firer, rolled)).items())
        },
    }
    if face is not None:
        after = target.hits + found.hits(face)
        answer |= {
            "hits": found.hits(face),
            "supply": supply_after(firer, face),
            "leader_rolls": endangers_leader(face),
            "target_hits": after,
            "target_routs": after >= target.quality,
        }
    marks += found.marks
    return answer | ({"marks": marks_json(marks)} if marks else {})


def check(top: Reader) -> dict[str, Json]:
    """Answer a question about a roll against a leader's rating: momentum, trump, Line Command, rally or
    discipline. The answer gives the chance of each result, and the result of a given roll.
    """
    top.only("ask kind rating rolled")
    kind, rating, face = top["kind"].one_of(command.KINDS), number(top["rating"], 0, 9, 0), _face(top)
    raise_mistakes(top)
    found = command.check(kind, rating)
    said = TEN.map(lambda rolled: command.answer(found, rolled))
    answer: dict[str, Json] = {
        "needs": found.needs,
        "chances": {what: fraction(said[what]) for what in sorted(said)},
        "rule": found.rule,
    }
    return answer | ({} if face is None else {"result": command.answer(found, face)})


def doom(top: Reader) -> dict[str, Json]:
    """Answer a question about the Dieroll of Doom, which follows a natural 9 for momentum."""
    top.only("ask rolled")
    face = _face(top)
    raise_mistakes(top)
    said = TEN.map(command.doom)
    answer: dict[str, Json] = {"chances": {what: fraction(said[what]) for what in DOOM}, "rule": "5.3"}
    return answer | ({} if face is None else {"result": command.doom(face)})


def check_quality(top: Reader) -> dict[str, Json]:
    """Answer a question about a quality check that is not part of a charge, such as one for impetuosity. The
    answer gives the chance of each result, and the result of a given roll.
    """
    top.only("ask kind unit rolled")
    marks: list[Mark] = []
    kind, of, face = top["kind"].one_of(quality.KINDS), unit(top["unit"], marks), _face(top)
    raise_mistakes(top)
    decides = kind in ("impetuosity", "about_face")
    answer: dict[str, Json]
    if decides:
        answer = {"passes": fraction(TEN.chance(lambda rolled: quality.passes(kind, of, rolled)))}
    else:
        hits = TEN.map(lambda rolled: quality.hits(kind, of, rolled))
        answer = {
            "hits": {str(n): fraction(hits[n]) for n in sorted(hits)},
            "routs": fraction(hits.chance(lambda n: of.hits + n >= of.quality)),
        }
    if face is not None:
        hit = quality.hits(kind, of, face)
        answer["result"] = (
            ("passes" if quality.passes(kind, of, face) else "fails")
            if decides
            else {"hits": hit, "routs": of.hits + hit >= of.quality}
        )
    return answer | ({"marks": marks_json(marks)} if marks else {})


def recovery(top: Reader) -> dict[str, Json]:
    """Answer a question about an order to recover: the hits that it removes or, if none, the reason
    (10.16).
    """
    top.only("ask unit open_ground enemy_adjacent in_range")
    marks: list[Mark] = []
    of = unit(top["unit"], marks)
    ground, adjacent = flag(top["open_ground"], True), flag(top["enemy_adjacent"])
    raise_mistakes(top)
    removed, why = quality.recovery(of, ground, adjacent, flag(top["in_range"]))
    return {"removes": removed, "rule": "10.16"} | ({"why_not": why} if why else {})


def rally(top: Reader) -> dict[str, Json]:
    """Answer a question about a rally. The answer gives the chance of success, which depends on Charisma, and
    the unit's hits after the rally (10.27).
    """
    top.only("ask unit charisma rolled")
    marks: list[Mark] = []
    of, charisma, face = unit(top["unit"], marks), number(top["charisma"], 0, 9, 0), _face(top)
    if not of.routed:
        top["unit"].note_mistake("not_routed")
    raise_mistakes(top)
    found = command.check("rally", charisma)
    answer: dict[str, Json] = {
        "chance": fraction(TEN.chance(lambda rolled: rolled <= charisma)),
        "hits": quality.rallied_hits(of),
        "supply": "no" if of.foot and of.missile else of.supply,
        "rule": found.rule,
    }
    answer |= {} if face is None else {"result": command.answer(found, face)}
    return answer | ({"marks": marks_json(marks)} if marks else {})


def casualty_of(top: Reader) -> dict[str, Json]:
    """Answer a question about a leader in a hex that fights or is shot at (9.14, 8.19).

    The answer gives the chance of each fate, and the fate for given rolls.
    """
    top.only("ask leader rolled")
    of, rolled = leader(top["leader"]), faces(top["rolled"], 2)
    raise_mistakes(top)
    second = TEN.map(lambda face: casualty(of, lambda: face)[0])
    answer: dict[str, Json] = {
        "chances": {fate: fraction(second[fate] / FACES) for fate in sorted(second)}
        | {"unhurt": fraction(Fraction(FACES - 1, FACES))},
        "rule": "9.14",
    }
    if not rolled:
        return answer
    if rolled[0]:
        return answer | {"result": "unhurt"}
    if len(rolled) < 2 and not of.wounded:
        return answer | {"needs": {"step": "wound", "rule": "9.14"}}
    return answer | {"result": casualty(of, lambda: rolled[1])[0]}


def champions_of(top: Reader) -> dict[str, Json]:
    """Answer a question about the challenge of the champions (11.8).

    The answer gives the first champion's chance to win, and the effect of one round.
    """
    top.only("ask first second hits rolled")
    one, other = (_champion(top[side]) for side in ("first", "second"))
    rolled, hits = faces(top["rolled"], 2), [each.number(0, 9) for each in _pair(top["hits"])] or [0, 0]
    if rolled and len(rolled) != 2:
        top["rolled"].note_mistake("two_dice")
    raise_mistakes(top)
    answer: dict[str, Json] = {
        "first_wins": fraction(champions.wins(one, other, (hits[0], hits[1]))),
        "rule": "11.8",
    }
    if rolled:
        blow = champions.blow(one, other, (rolled[0], rolled[1]))
        dead = (hits[0] + blow[0] > one.resistance, hits[1] + blow[1] > other.resistance)
        answer["round"] = {"hits": list(blow), "dead": "first" if dead[0] else "second" if dead[1] else ""}
    return answer


def _pair(one: Reader) -> list[Reader]:
    found = one.items(2) if one.has_value else []
    if one.has_value and len(found) != 2:
        one.note_mistake("two_numbers")
    return found


def _champion(one: Reader) -> champions.Champion:
    one.only("combat resistance")
    return champions.Champion(one["combat"].number(0, 9), one["resistance"].number(0, 9))
