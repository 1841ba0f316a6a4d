"""Run the cases of Commands & Colors: Ancients (tests/cases/cca, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from battles.cca.answers.case_turns import play, write_none
from battles.cca.forecast import odds
from battles.cca.rules import editing
from battles.cca.rules.army.battle import battle_by_points, read_recipe
from battles.cca.rules.combat.exchange import (
    Answers,
    Exchange,
    answer_strike,
    attack_strike,
    check_declared,
    fight,
)
from battles.cca.rules.combat.fate import Fate
from battles.cca.rules.combat.field import close_combat, fire
from battles.cca.rules.combat.rampage import rampage
from battles.cca.rules.combat.retreat import evasions, retreats
from battles.cca.rules.combat.situation import Combat, read_combat
from battles.cca.rules.combat.strike import dice, may_ignore, retreat_per_flag
from battles.cca.rules.dice import Face, parse_faces
from battles.cca.rules.position import Position
from battles.cca.rules.sight import targets
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import BOARD, Side, sections_of
from battles.cca.rules.units import LEADER
from engine.game import BadScenario, Json
from engine.refusals import IllegalAction

_ANSWERS: Final = {"evade", "first_strike", "battle_back", "ignore", "ignore_back"}


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer a case, or return the mistakes in it. ``ask`` names the question; by default it is a combat."""
    try:
        return _ASKS[given.get("ask", "combat")]({k: v for k, v in given.items() if k != "ask"})
    except BadScenario as refusal:
        return {
            "refused": sorted({mistake.code for mistake in refusal.mistakes}),
            "mistakes": {mistake.path: mistake.code for mistake in refusal.mistakes},
            "why": {mistake.path: dict(mistake.facts) for mistake in refusal.mistakes},
        }
    except IllegalAction as refusal:
        return {"refused": [refusal.code], "rule": refusal.rule, "why": dict(refusal.facts)}


def _combat(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Describe a combat before it is fought, and its result if dice are given."""
    known = {k: v for k, v in given.items() if k not in {*_ANSWERS, "rolled"}}
    combat = read_combat(known)
    answers = Answers(**{k: v for k, v in given.items() if k in _ANSWERS})
    check_declared(combat, answers)
    found: dict[str, Json] = _describe_before(combat, answers)
    if "rolled" in given:
        faces = list(parse_faces(given["rolled"]))
        found |= _exchange_json(fight(combat, answers, lambda number, _purpose: _take_faces(faces, number)))
        found["unused"] = [str(face) for face in faces]
    else:
        found["chances"] = _chances(combat, answers)
    return found


def _take_faces(faces: list[Face], number: int) -> tuple[Face, ...]:
    if len(faces) < number:
        raise IllegalAction("L470", "more_dice_needed", missing=number - len(faces))
    taken = tuple(faces[:number])
    del faces[:number]
    return taken


def _describe_before(combat: Combat, answers: Answers) -> dict[str, Json]:
    strike = attack_strike(combat, answers)
    found: dict[str, Json] = {"dice": dice(strike)}
    if combat.target.type != LEADER:
        answer = answer_strike(combat)
        found |= {
            "may_ignore": may_ignore(strike, True),
            "retreat_per_flag": retreat_per_flag(strike),
            "may_evade": combat.mode == "close" and combat.target.kind.may_evade(combat.attacker.kind),
        }
        if combat.mode == "close":
            found |= {"answer_dice": dice(answer), "answer_may_ignore": may_ignore(answer, True)}
    return found


def _exchange_json(exchange: Exchange) -> dict[str, Json]:
    return {
        "attack": _fate(exchange.attack),
        "answer": _fate(exchange.back),
        "trodden": asdict(exchange.trodden) if exchange.trodden else {},
        "trodden_back": asdict(exchange.trodden_back) if exchange.trodden_back else {},
        "momentum": exchange.momentum,
        "extra_hex": exchange.extra_hex,
        "bonus": exchange.bonus,
    }


def _fate(fate: Fate | None) -> Json:
    if fate is None:
        return {}
    return asdict(fate) | {"eliminated": fate.is_eliminated, "banners": fate.banners}


def _chances(combat: Combat, answers: Answers) -> dict[str, str]:
    found = odds.exchanges(combat, answers)
    return {
        "eliminated": str(found.chance(lambda one: one.attack is not None and one.attack.is_eliminated)),
        "leaves": str(found.chance(lambda one: one.attack is not None and one.attack.left_hex)),
        "answered": str(found.chance(lambda one: one.back is not None)),
        "attacker_eliminated": str(found.chance(lambda one: one.back is not None and one.back.is_eliminated)),
    }


def _retreat(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Describe the retreat of a unit by a number of hexes: where it can end, the hexes that it retreats, its
    losses, and the hexes of the units that a blocked elephant charges.
    """
    found = retreats(_position(given), BOARD.place(given["at"]), given["hexes"])
    return {
        "ends": sorted(BOARD.name(way.end) for way in found),
        "gone": found[0].gone,
        "lost": found[0].lost,
        "joins": found[0].joins,
        "charged": sorted(BOARD.name(at) for way in found for at in way.charged),
        "blocks_each": found[0].blocks_each,
    }


def _evade(given: Mapping[str, Json]) -> Mapping[str, Json]:
    found = evasions(_position(given), BOARD.place(given["at"]))
    return {"ends": sorted(BOARD.name(at) for at in found)}


def _fire(given: Mapping[str, Json]) -> Mapping[str, Json]:
    found = targets(_position(given), BOARD.place(given["at"]))
    return {"targets": sorted(BOARD.name(at) for at in found)}


def _rampage(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the effects of a rampage, by hex. ``order``: the hexes in the sequence in which their dice are
    rolled.
    """
    faces = list(parse_faces(given["rolled"]))
    found = rampage(
        _position(given),
        BOARD.place(given["at"]),
        lambda number, _side: _take_faces(faces, number),
        [BOARD.place(name) for name in given["order"]],
    )
    return {
        BOARD.name(one.at): {
            "roller": str(one.roller),
            "lost": one.lost,
            "left": one.left,
            "leader": one.leader,
        }
        for one in found
    }


def _sections(given: Mapping[str, Json]) -> Mapping[str, Json]:
    return {"sections": list(sections_of(BOARD.place(given["at"]), Side(given["side"])))}


def _field(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the facts that a position gives about both sides of a combat."""
    declare = fire if given.get("mode") == "ranged" else close_combat
    at, target = BOARD.place(given["at"]), BOARD.place(given["target"])
    combat = declare(_position(given), at, target, given.get("moved", 0), given.get("card_dice", 0))
    return {"attacker": asdict(combat.attacker), "target": asdict(combat.target)}


def _scenario(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Open a built-in scenario with some parts changed, as a check. Return an answer without mistakes if it
    opens. Raises BadScenario listing every mistake if it does not.
    """
    changed = {**CCA.scenario(given["scenario"]), **given["change"]}
    CCA.open(changed, given.get("options", {}))
    return {"mistakes": {}}


def _edit(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a scenario after the editor's steps, and the number of units of each type on both sides. Each
    step is a list: the step's name, then its values. If no scenario is given, the steps begin with an empty
    board.
    """
    document: Any = CCA.scenario(given["scenario"]) if "scenario" in given else editing.blank()
    for name, *values in given["steps"]:
        document = _EDITS[name](document, *values)
    counted = {side: dict(editing.count_units(document, side)) for side in ("bottom", "top")}
    return {"document": write_none(document), "counted": counted}


def _points(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the points battle that a recipe produces, after a check that it can be played."""
    document = battle_by_points(read_recipe(given))
    CCA.open(document, {})
    return {
        "document": document,
        "units": {f"{one['hex']}": f"{one['side']} {one['type']}" for one in document["units"]},
        "leaders": {one["hex"]: one["side"] for one in document["leaders"]},
        "counted": {side: dict(editing.count_units(document, side)) for side in ("bottom", "top")},
    }


def _position(given: Mapping[str, Any]) -> Position:
    return Position.parse("\n".join(given["board"]))


_ASKS: Final[Mapping[str, Callable[[Mapping[str, Json]], Mapping[str, Json]]]] = {
    "combat": _combat,
    "retreat": _retreat,
    "evade": _evade,
    "fire": _fire,
    "rampage": _rampage,
    "sections": _sections,
    "play": play,
    "field": _field,
    "scenario": _scenario,
    "edit": _edit,
    "points": _points,
}
_EDITS: Final[Mapping[str, Callable[..., Any]]] = {
    "as_own": editing.as_own,
    "with_goals": editing.with_goals,
    "put_unit": editing.put_unit,
    "put_leader": editing.put_leader,
    "put_ground": editing.put_ground,
    "clear": editing.clear,
    "move": editing.move,
    "change_side": editing.change_side,
    "turn_battle": editing.turn_battle,
    "flip_battle": editing.flip_battle,
    "mirror_army": editing.mirror_army,
    "empty_board": editing.empty_board,
    "with_ambush": editing.with_ambush,
    "without_rule": editing.without_rule,
    "add_rule": lambda document, *values: {
        **document,
        "special": [*document["special"], editing.rule_of(*values)],
    },
}
