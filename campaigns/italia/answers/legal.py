"""Check whether a stack or a step is legal, and give the reason if it is not."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.chapters import CODEC
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.scenario.types import ENTRY
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.dice import Scripted
from engine.dry_run import why_not
from engine.game import Facts, Refusal


def stack(pos: Position, nation: str, area: str, *, attacking: bool, invasion: bool) -> dict[str, Any]:
    """Judge whether a nation's units can stay in an area (8.0, 8.1, 8.3). Return the verdict, the units, the
    limit, and the reasons against the stack. The limit for attackers applies if ``attacking`` or if enemies
    are present.
    """
    here, led = pos.troops(area, nation), bool(pos.leaders(area, nation))
    foes = pos.foes(nation, area)
    limit = pos.limit(nation, area)
    if attacking or foes:
        limit = pos.attack_limit(nation, area, led=led, invasion=invasion)
    wrong: list[dict[str, Any]] = []
    if here > limit:
        rule = "8.3" if attacking or foes else "8.0"
        wrong.append({"code": "too_many", "rule": rule, "facts": {"units": here, "limit": limit}})
    friends = [other for other in pos.foreign(nation, area) if pos.friends(nation, other)]
    if friends:
        wrong.append({"code": "among_friends", "rule": "12.5", "facts": {"nations": friends}})
    if pos.area(area).kind == ENTRY and not pos.treats_as_ordinary(nation, area):
        wrong.append({"code": "entry_area_closed", "rule": "9.2", "facts": {"area": area}})
    return {"legal": not wrong, "units": here, "limit": limit, "why": wrong}


def step(pos: Position, nation: str, written: Facts, *, invasion: bool) -> dict[str, Any]:
    """Judge whether a nation can begin its movement with this step. ``written``: the action as JSON. If the
    nation cannot, the answer names the section and the reason.
    """
    rules = ItaliaRules(pos.setting)
    play = Play(pos, Scripted([]))
    play.set(nation=nation)
    play.push(Movement(nation, ships=ships_of(play.pos, nation), invasion=invasion))
    rules.drive(play)
    refusal: Refusal | None
    try:
        refusal = why_not(rules, play.state, pos.seat(nation), CODEC.read(written))
    except Refusal as found:
        refusal = found
    if refusal is None:
        return {"legal": True}
    return {"legal": False, "code": refusal.code, "rule": refusal.rule, "facts": dict(refusal.facts)}
