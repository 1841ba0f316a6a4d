"""Why the program answers as it does, for whoever asks it for advice: the number that decided. A reason is a
code and its facts; the shell words it. What is left to the rules' default has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.italia.bot.movement import best_idea
from campaigns.italia.bot.outlook import outlook
from campaigns.italia.bot.stacks import land
from campaigns.italia.forecast.prospects import prospects
from campaigns.italia.rules.combat.battle import Battle, FightOn, Submit, situation
from campaigns.italia.rules.combat.combats import Attack, Raid
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.retreats import Withdraw
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import Action
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.movement.movement import EndMovement
from campaigns.italia.rules.war.campaign import Campaign, MakeMove
from engine.game import Facts

if TYPE_CHECKING:
    from campaigns.italia.rules.ground.state import State
    from campaigns.italia.rules.opened import ItaliaRules


def why(rules: ItaliaRules, state: State, action: Any) -> Facts | None:
    """``{"code": ..., <facts>}`` for an action of the program; None where it has no reason of its own."""
    if not state.stack:
        return None
    pos, frame = rules.position(state), state.stack[-1]
    match frame:
        case Movement():
            return _movement(pos, frame, action)
        case Combats():
            return _combat(pos, frame, action)
        case Battle():
            return _battle(pos, frame, action)
        case Campaign():
            return {"code": "army_goes_on" if isinstance(action, MakeMove) else "army_stays"}
    return None


def _movement(pos: Position, frame: Movement, action: Action) -> Facts | None:
    if isinstance(action, EndMovement):
        return {"code": "no_move_adds"}
    idea = best_idea(pos, frame)
    if idea is None or idea.action != action or not idea.to:
        return None
    view = outlook(pos, frame.nation)
    facts = {"area": idea.to, "halves": round(2 * idea.gain)}
    if view.foes[idea.to]:
        return {"code": "goes_to_fight", **facts}
    return {"code": "goes_to_hold", **facts}


def _combat(pos: Position, frame: Combats, action: Action) -> Facts | None:
    if isinstance(action, Raid):
        hit = 1 - 0.6 ** pos.troops(action.area, frame.nation)
        return {"code": "raid_pays", "area": action.area, "percent": round(100 * hit)}
    if isinstance(action, Attack):
        led = len(pos.leaders(action.area, frame.nation))
        wet = frame.seaborne.get(action.area, {})
        win = outlook(pos, frame.nation).wins(action.area, land(pos, frame.nation, action.area), led, wet)
        return {"code": "fight_pays", "area": action.area, "percent": round(100 * win)}
    return None


def _battle(pos: Position, frame: Battle, action: Action) -> Facts | None:
    p = prospects(situation(pos, frame))
    win = p.win if frame.stage == "retreat_attacker" else p.lose
    codes = {FightOn: "stays", Withdraw: "leaves", Submit: "submits"}
    if type(action) not in codes:
        return None
    return {"code": codes[type(action)], "percent": round(100 * win)}
