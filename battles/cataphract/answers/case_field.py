"""Test cases about positions on the hex map: units in place, with their zones, reach and clashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from battles.cataphract.answers.reading import number, unit
from battles.cataphract.rules.field.contact import clash_between, targets
from battles.cataphract.rules.field.feints import (
    LONGEST,
    SHORTEST,
    feints,
    gap_between,
    pursuit,
    why_no_feint,
)
from battles.cataphract.rules.field.flight import Goal, flights, friends_in_way, goal_of
from battles.cataphract.rules.field.ground import Ground, plain, read_ground, read_hex
from battles.cataphract.rules.field.harassment import exposed_to, harassments, why_no_harassment
from battles.cataphract.rules.field.lines import (
    in_range,
    line_kinds,
    lines,
    shieldwall_row,
    why_no_line,
)
from battles.cataphract.rules.field.pieces import CORNERS, SIDES, Battlefield, Piece
from battles.cataphract.rules.field.reach import Stand, may_turn_in_zone, reach, walk, why_no_way_out
from battles.cataphract.rules.field.setup import set_up
from battles.cataphract.rules.field.sight import shot_between, why_no_shot
from battles.cataphract.rules.field.withdrawal import why_no_withdrawal, withdrawals
from battles.cataphract.rules.sheet.armies.printed_battles import battles
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.shock.reckoning import calculate_clash
from battles.cataphract.rules.tables import Mark
from engine.game import BadScenario, Json
from engine.reading import Reader
from engine.refusals import IllegalAction

USUAL_MA: Final = {"HC": 7, "LN": 8, "LC": 9, "HI": 4, "MI": 4, "LI": 5}


def answer(given: Mapping[str, Any]) -> Mapping[str, Json]:
    """Answer a case about the field.

    The answer gives the places and zones of all units. For a case with ``of``, it also gives the reach
    and targets of that unit, and follows the case's ``path``. Other keys ask for a clash, a shot, a rout
    move, Lines, a withdrawal, a feigned retreat, harassment or a Shieldwall.
    """
    top = Reader(given)
    top.only("ask battle ground pieces of path clash shot flight lines wall withdrawal feint harass")
    field = _field(top)
    top.raise_mistakes(BadScenario)
    found: dict[str, Json] = {
        "at": {id: f"{_name(field, one.at)} {one.facing_name}" for id, one in field.pieces.items()},
        "zones": {id: [_name(field, at) for at in field.zone(one)] for id, one in field.pieces.items()},
    }
    if "of" in given:
        found |= _reach_json(field, field.pieces[given["of"]], given.get("path"))
    if "clash" in given:
        found |= _clash(field, given["clash"])
    if "shot" in given:
        found |= _shot_json(field, given["shot"])
    if "flight" in given:
        found |= _flight(field, given["flight"])
    if "lines" in given:
        found |= _lines(field, given["lines"])
    if "withdrawal" in given:
        found |= _withdrawal(field, given["withdrawal"])
    if "feint" in given:
        found |= _feint(field, given["feint"])
    if "harass" in given:
        found |= _harass(field, given["harass"])
    if "wall" in given:
        wall = given["wall"]
        found["wall"] = sorted(shieldwall_row(field, field.pieces[wall["unit"]], wall["able"]))
    return found


def _field(top: Reader) -> Battlefield:
    ground = read_ground(top["ground"]) if top["ground"].has_value else plain()
    if top["battle"].has_value:
        return set_up(top["battle"].one_of(battles()), ground)
    pieces: dict[str, Piece] = {}
    for one in top["pieces"].items(200):
        found = _piece(one, ground)
        if found is None:
            continue
        if any(other.at == found.at and other.seat != found.seat for other in pieces.values()):
            one["at"].note_mistake("enemies_in_one_hex")
        if found.id in pieces:
            one["id"].note_mistake("repeated_id", id=found.id)
        pieces[found.id] = found
    return Battlefield(ground, pieces)


def _piece(one: Reader, ground: Ground) -> Piece | None:
    marks: list[Mark] = []
    found = unit(one, marks, "id seat at facing ma tags contingent counter")
    at = read_hex(one["at"], one["at"].text(8))
    if at is None:
        return None
    names = SIDES if found.column else CORNERS
    return Piece(
        one["id"].text(20),
        one["seat"].one_of(SEATS),
        found,
        number(one["ma"], 1, 12, USUAL_MA[found.type]),
        at,
        names.index(one["facing"].one_of(names)),
        one["tags"].words() if one["tags"].has_value else (),
        one["contingent"].text(40) if one["contingent"].has_value else "",
        number(one["counter"], 1, 99, 1),
    )


def _name(field: Battlefield, at: Any) -> str:
    return field.ground.board.name(at)


def _reach_json(field: Battlefield, one: Piece, path: Sequence[str] | None) -> dict[str, Json]:
    found = reach(field, one)
    names = SIDES if one.unit.column else CORNERS
    told: dict[str, Json] = {
        "reach": {
            f"{_name(field, stand.at)} {names[stand.facing]}": [cost.mp, cost.hits]
            for stand, (cost, _way) in found.stands.items()
        },
        "hexes": len(found.hexes()),
        "stands": len(found.stands),
        "held": why_no_way_out(field, one),
        "turns_in_zone": may_turn_in_zone(field, one),
        "targets": sorted(target.id for target in targets(field, one)),
    }
    if path is None:
        return told
    try:
        walked = walk(field, one, [_stand(field, one, leg) for leg in path])
    except IllegalAction as refusal:
        return told | {"refused": [refusal.code], "rule": refusal.rule, "hex": refusal.facts.get("hex", "")}
    end = f"{_name(field, walked.stand.at)} {names[walked.stand.facing]}"
    return told | {"end": end, "mp": walked.cost.mp, "hits": walked.cost.hits, "passed": list(walked.passed)}


def _stand(field: Battlefield, one: Piece, leg: str) -> Stand:
    """Read a leg of a path, written as a hex and a facing: "1905 E"."""
    at, _space, facing = leg.partition(" ")
    names = SIDES if one.unit.column else CORNERS
    return Stand(field.ground.board.layout.parse(at), names.index(facing))


def _shot_json(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    firer, target = field.pieces[asked["firer"]], field.pieces[asked["target"]]
    if why := why_no_shot(field, firer, target):
        return {"refused": [why]}
    shot = shot_between(field, firer, target, moves=asked.get("moves", False))
    return {
        "distance": shot.distance,
        "through_front": shot.through_front,
        "in_woods": shot.in_woods,
        "height": shot.height,
    }


def _flight(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Describe the possible rout moves of ``unit``. Its goal is a ``hex``, an ``edge`` of the map (named by
    the vertex that points to it), or the goal of its side in a ``battle``.
    """
    one = field.pieces[asked["unit"]]
    if "hex" in asked:
        goal = Goal(0, field.ground.board.place(asked["hex"]))
    else:
        goal = Goal(CORNERS.index(asked["edge"])) if "edge" in asked else goal_of(asked["battle"], one.seat)
    found = flights(field, one, goal)
    return {
        "flees": sorted("off" if f.off and goal.hex is None else _name(field, f.at) for f in found),
        "through": sorted({id for f in found for id in f.through}),
        "eliminated": sorted({id for f in found for id, gone in friends_in_way(field, f) if gone}),
        "lost": not found or all(f.off for f in found),
    }


def _withdrawal(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Describe the places where ``unit`` can withdraw when ``mover`` approaches.

    ``horse_stays`` applies the rule of the Attila battles, where horse does not withdraw from horse.
    """
    one, mover = field.pieces[asked["unit"]], field.pieces[asked["mover"]]
    if why := why_no_withdrawal(field, one, mover, horse_stays=asked.get("horse_stays", False)):
        return {"refused": [why]}
    found = withdrawals(field, one, mover)
    return {
        "before": found.before,
        "after": found.after,
        "away": sorted({_name(field, stand.at) for stand in found.stands}),
        "withdraws": {
            f"{_name(field, stand.at)} {CORNERS[stand.facing]}": [cost.mp, cost.hits]
            for stand, (cost, _way) in found.stands.items()
        },
    }


def _feint(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Describe the feigned retreats of ``unit`` before ``mover``, with the places where a retreat of each
    length can end.

    With ``to``, describe the route to that hex, and where the mover's pursuit ends.
    """
    one, mover = field.pieces[asked["unit"]], field.pieces[asked["mover"]]
    if why := why_no_feint(field, one, mover):
        return {"refused": [why]}
    found = feints(field, one, mover)
    ends = {stand.at: len(way) - 1 for stand, way in found.items()}
    told: dict[str, Json] = {
        "feigns": {
            str(length): sorted(_name(field, at) for at, hexes in ends.items() if hexes == length)
            for length in range(SHORTEST, LONGEST + 1)
        }
    }
    if "to" not in asked:
        return told
    way = next(way for stand, way in found.items() if _name(field, stand.at) == asked["to"])
    facings = [CORNERS[stand.facing] for stand in found if stand.at == way[-1]]
    after = field.with_piece(one.moved_to(way[-1], CORNERS.index(facings[0])))
    ridden = pursuit(after, mover, way)
    last = ridden[-1] if ridden else Stand(mover.at, mover.facing)
    gap = gap_between(after, mover.moved_to(*last), after.pieces[one.id])
    return told | {
        "way": [_name(field, at) for at in way],
        "facings": sorted(facings),
        "pursues": [_name(field, stand.at) for stand in ridden],
        "close": gap is not None,
    }


def _harass(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Describe the paths along which ``unit`` can harass ``target``: where each path ends, and who can shoot
    at the unit on it.
    """
    one, target = field.pieces[asked["unit"]], field.pieces[asked["target"]]
    if why := why_no_harassment(field, one):
        return {"refused": [why]}
    found = harassments(field, one, target)
    return {
        "ends": sorted(_name(field, at) for at in found),
        "shoots_back": {
            _name(field, at): sorted(o.id for o in exposed_to(field, one, way)) for at, way in found.items()
        },
    }


def _lines(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    """Describe the Lines that a leader with this command ``range`` can form.

    ``row`` is the number, from 1, of a row in the ``battle``'s table of Lines. With ``chosen``, also say
    why these units cannot form a Line, if they cannot.
    """
    seat, leader = str(asked["seat"]), field.ground.board.place(asked["leader"])
    kind = line_kinds(asked["battle"], seat)[asked["row"] - 1]
    found: dict[str, Json] = {
        "lines": [sorted(group) for group in lines(field, kind, seat, leader, asked["range"])],
        "in_range": sorted(o.id for o in field.of(seat) if in_range(field, o, leader, asked["range"])),
    }
    if "chosen" in asked:
        why = why_no_line(field, kind, seat, leader, asked["range"], asked["chosen"])
        found |= {"refused": [why]} if why else {}
    return found


def _clash(field: Battlefield, asked: Mapping[str, Any]) -> dict[str, Json]:
    attackers = [field.pieces[id] for id in asked["attackers"]]
    defenders = [field.pieces[id] for id in asked["defenders"]]
    clash = clash_between(field, attackers, defenders, moved=frozenset(asked.get("moved", ())))
    found = calculate_clash(clash)
    return {
        "aspects": {one.id: a.aspect for one, a in zip(attackers, clash.attackers, strict=True)},
        "outflanked": [o.id for o, a in zip(attackers, clash.attackers, strict=True) if a.outflanked],
        "held_by_others": [o.id for o, a in zip(attackers, clash.attackers, strict=True) if a.held],
        "open_flanks": [o.id for o, d in zip(defenders, clash.defenders, strict=True) if d.open_flank],
        "terrain": sorted(clash.terrain),
        "superiority": found.superiority,
        "because": found.because,
        "column": found.column,
    }
