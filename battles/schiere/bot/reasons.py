"""The reasons for the bot's choices, as codes and facts from its search.

``gain`` is how much the choice improves the position, in tenths of a victory point (bot.worth). ``next``
is the gain of the second best choice, if there is one.
"""

from __future__ import annotations

from typing import Any, Final

from battles.schiere.bot.act import Activation
from battles.schiere.bot.answers import ReasonedAnswer
from battles.schiere.bot.move import FALLEN, MoveValue
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.melee.charge import Attack
from battles.schiere.rules.shooting.shooters import shot_at
from battles.schiere.rules.shooting.shot import damages
from battles.schiere.rules.shooting.volley import Shoot
from battles.schiere.rules.turn.attaching import Attach
from battles.schiere.rules.turn.going import EndAction, Going
from battles.schiere.rules.turn.hastening import Hasten
from battles.schiere.rules.turn.march import MoveAlong
from engine.game import Facts
from kit.bot.trial import tenths

CODES: Final = (
    "commander_shelters",
    "chief_comes_up",
    "chief_follows",
    "body_attacks",
    "body_shoots",
    "body_marches",
    "body_gains",
    "nothing_gains",
    "joins_host",
    "goes_to_host",
    "attack_pays",
    "shot_pays",
    "second_march",
    "march_to_fight",
    "march_nearer",
    "march_away",
    "march_stands_better",
    "move_gains",
    "nothing_better",
    "duel_solved",
    "bids_swords",
    "bids_nothing",
    "answer_better",
    "answer_usual",
)
FIRST: Final = {
    Attack: "body_attacks",
    Shoot: "body_shoots",
    MoveAlong: "body_marches",
    Hasten: "body_marches",
}


def of_call(pos: Position, found: Activation) -> Facts:
    """Explain why these units act now, or why no unit does."""
    units = list(getattr(found.action, "units", ()))
    if found.first is None:
        return {"code": found.ground, "units": units, "tried": found.tried}
    code = FIRST.get(type(found.first.move), "body_gains")
    return {"code": code, "units": units, "gain": tenths(found.first.gain), "tried": found.tried}


def of_move(pos: Position, going: Going, found: MoveValue) -> Facts:
    """Return the reason for a move within an action."""
    move, compared = found.move, _compare_facts(found)
    if isinstance(move, EndAction):
        return {"code": "nothing_better", "tried": len(found.others)}
    if isinstance(move, Attach):
        return {"code": "joins_host", "unit": move.unit}
    if found.safety:
        return {"code": "goes_to_host"}
    if isinstance(move, Attack):
        return {"code": "attack_pays", "unit": move.unit, "target": move.target, **compared}
    if isinstance(move, Shoot):
        return {"code": "shot_pays", **_shot_facts(pos, move), **compared}
    if isinstance(move, Hasten):
        return {"code": "second_march", **compared}
    if isinstance(move, MoveAlong):
        return {**_march(pos, going, move), **compared}
    return {"code": "move_gains", **compared}


def of_answer(pos: Position, seat: str, found: ReasonedAnswer) -> Facts | None:
    """Return the reason for an answer, or None if the bot did not compare it with other answers."""
    match found.ground:
        case "":
            return None
        case "bids_swords" | "bids_nothing":
            held, left = len(pos.orders(seat, "chief")), pos.setting.turns - pos.turn
            return {"code": found.ground, "held": held, "left": left}
        case "answer_better" | "answer_usual":
            return {"code": found.ground, "tried": found.tried, "gain": tenths(found.gain)}
    return {"code": found.ground}


def _compare_facts(found: MoveValue) -> dict[str, Any]:
    second = {"next": tenths(max(found.others))} if found.others and max(found.others) > 0 else {}
    return {"gain": tenths(found.gain), "tried": len(found.others) + 1, **second}


def _shot_facts(pos: Position, move: Shoot) -> dict[str, Any]:
    """Return the shooters, the target and the average damage over all draws, in tenths. For a commander,
    also return the percentage of draws that kill.
    """
    hits = damages(shot_at(pos, move.units, move.target))
    mean = sum(hit.damage for hit in hits) / len(hits)
    told = {"units": list(move.units), "target": move.target, "damage": round(10 * mean)}
    if pos.piece(move.target).troop in FALLEN:
        falls = sum(hit.damage >= pos.defence(move.target) for hit in hits)
        told["falls"] = round(100 * falls / len(hits))
    return told


def _march(pos: Position, going: Going, move: MoveAlong) -> Facts:
    enemies = [pos.piece(id).at for id in pos.units(foe(going.seat))]
    here, there = pos.piece(move.lead).at, move.way[-1] if move.way else pos.piece(move.lead).at
    before, after = (min((pos.ground.far[at][enemy] for enemy in enemies), default=0) for at in (here, there))
    code = "march_stands_better"
    if after < before:
        code = "march_to_fight" if after <= 1 else "march_nearer"
    elif after > before:
        code = "march_away"
    return {"code": code, "unit": move.lead, "before": before, "after": after}
