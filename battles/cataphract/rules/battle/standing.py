"""Standing orders on the map: what a seat does without being asked (6.5, 7.14, 8.2, 5.42, 10.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.fleeing import Flee, Fleeing, first_fleer, flight_ends
from battles.cataphract.rules.battle.ordering import Countering, LetLead
from battles.cataphract.rules.battle.play import MAP_FRAMES
from battles.cataphract.rules.battle.position import MapField, hex_of
from battles.cataphract.rules.battle.reacting import React, Reacting, reactions
from engine.game import Facts
from kit.grid.hexes import distance
from kit.rules.decisions import pick

NEVER, ALWAYS, FROM_FOOT = "never", "always", "from_foot"
LEAVING: Final = ("withdraw", "harry")


@MAP_FRAMES.standing_order(
    "react",
    pick("withdraw", (NEVER, ALWAYS, FROM_FOOT)),
    pick("turn", (NEVER, ALWAYS)),
    pick("fire", (ALWAYS, NEVER)),
    rule="8.2",
)
def react_by_order(pos: MapField, frame: Reacting, said: Facts) -> React:
    """Withdraw as far as possible (never, always, or from foot only), turn, shoot, as ordered. Lone leaders
    retire.
    """
    by_unit: dict[str, list[list[str]]] = {}
    for one in reactions(pos, frame):
        words = one.split("|")
        by_unit.setdefault(words[0], []).append(words)
    chosen = (words for unit, found in by_unit.items() for words in _choose(pos, frame, unit, found, said))
    return React(tuple("|".join(words) for words in chosen))


def _choose(
    pos: MapField, frame: Reacting, unit: str, found: list[list[str]], said: Facts
) -> Iterator[list[str]]:
    mover = pos.piece(frame.mover) if frame.mover in pos.battlefield.pieces else None
    if unit in pos.roster.chiefs:
        alone = not pos.units_in(pos.chief(unit).seat, pos.post(unit))
        if alone and mover is not None:
            yield max(found, key=lambda w: (distance(hex_of(w[2]), mover.at), w[2]))
        return
    leave = [words for words in found if words[1] in LEAVING]
    policy = said.get("withdraw", NEVER)
    if leave and mover is not None and (policy == ALWAYS or (policy == FROM_FOOT and mover.unit.foot)):
        shoots = said.get("fire", ALWAYS) == ALWAYS
        best = [w for w in leave if (w[1] == "harry") == shoots] or leave
        yield max(best, key=lambda w: (distance(hex_of(w[2][:4]), mover.at), w[2]))
        return
    turns = [words for words in found if words[1] == "turn"]
    blind = mover is not None and mover.at not in pos.battlefield.zone(pos.piece(unit))
    if turns and blind and said.get("turn", NEVER) == ALWAYS:
        yield turns[0]
    fires = [words for words in found if words[1] == "fire"]
    if fires and said.get("fire", ALWAYS) == ALWAYS:
        yield fires[0]


@MAP_FRAMES.standing_order("trump", pick("counter", (NEVER,)), rule="5.42")
def let_lead_by_order(pos: MapField, frame: Countering, said: Facts) -> LetLead:
    """Never trump a Trump or a Momentum."""
    return LetLead()


@MAP_FRAMES.standing_order("flee", pick("choose", ("first",)), rule="10.21")
def flee_by_order(pos: MapField, frame: Fleeing, said: Facts) -> Flee:
    """Flee by the first of several ways of the same sort."""
    one = first_fleer(pos)
    assert one is not None
    return Flee(next(iter(flight_ends(pos, one))))
