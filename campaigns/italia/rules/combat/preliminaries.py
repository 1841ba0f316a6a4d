"""Events before the first round of a combat: elephants frighten Romans (13.3), Roman foederati desert
(14.1), and enemies are converted (14.3).
"""

from __future__ import annotations

from campaigns.italia.rules.combat.events import Converted, Deserted
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import Play, bounty
from campaigns.italia.rules.state.position import Position


def before_first_round(play: Play, area: str, attacker: str, defender: str) -> None:
    for nation, foe in ((attacker, defender), (defender, attacker)):
        _resolve_panic(play, area, nation, foe)
        _resolve_desertion(play, area, nation, foe)


def _resolve_panic(play: Play, area: str, nation: str, foe: str) -> None:
    """Resolve panic in a nation's first battles against elephants. Each unit may run away, unless the card
    spares its type.
    """
    panic = play.pos.nation(nation).effect("panic")
    if panic is None or not play.pos.units(area, foe).get(panic["before"]):
        return
    met = play.state.tallies.get(f"panic:{nation}", 0)
    if met >= len(panic["thresholds"]):
        return
    play.count(f"panic:{nation}")
    for unit, number in play.pos.units(area, nation).items():
        if unit in panic["spared"] or unit == FLEET:
            continue
        faces = play.d10s(number, "panic", "13.3", nation)
        gone = sum(face >= panic["thresholds"][met] for face in faces)
        play.tell(Deserted(nation, area, {unit: gone}, "", "panic", faces))
        play.lose(nation, area, {unit: gone}, "panic", foe)


def _resolve_desertion(play: Play, area: str, nation: str, foe: str) -> None:
    """Resolve desertion to the nations named on the card. A deserter becomes a unit of the enemy nation if a
    counter is left.
    """
    for desertion in play.pos.nation(nation).effects.get("desertion", ()):
        number = play.pos.units(area, nation).get(desertion["unit"], 0)
        if not number or foe not in desertion["thresholds"]:
            continue
        faces = play.d10s(number, "desertion", "14.1", nation)
        gone = sum(face >= desertion["thresholds"][foe] for face in faces)
        play.tell(Deserted(nation, area, {desertion["unit"]: gone}, foe, "foederati", faces))
        play.lose(nation, area, {desertion["unit"]: gone}, "desertion")
        play.place(foe, area, {desertion["into"]: gone}, (), "deserted")


def convertible(pos: Position, attacker: str, defender: str, area: str, *, done: bool) -> str:
    """Return the nation that can convert an enemy unit now, or "" if neither can. If both can, return the
    attacker. ``done``: whether a unit was converted already.
    """
    if done:
        return ""
    for nation, foe in ((attacker, defender), (defender, attacker)):
        conversion = pos.nation(nation).effect("conversion")
        if conversion is None or not pos.troops(area, nation) or pos.seat(foe) == pos.seat(nation):
            continue
        if pos.state.tallies.get(f"conversion:{nation}", 0) >= conversion["times"]:
            continue
        if any(u not in conversion["spared"] and u != FLEET for u in pos.units(area, foe)):
            return nation
    return ""


def convert(play: Play, nation: str, foe: str, area: str, unit: str) -> bool:
    """Make an enemy unit fight for a nation from now on. Return whether the nation had a counter for the
    unit.
    """
    play.count(f"conversion:{nation}")
    play.lose(foe, area, {unit: 1}, "converted")
    counter = bool(play.pos.counters_left(nation, unit))
    if counter:
        play.place(nation, area, {unit: 1}, (), "converted")
    play.tell(Converted(nation, foe, area, unit))
    play.score(nation, bounty(play, nation, "convert_unit"), "convert_unit", area)
    return counter
