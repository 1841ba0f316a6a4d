"""Standing orders on the map: how a seat answers automatically (6.5, 7.14, 8.2, 5.42, 10.21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.flight.fleeing import Flee, Fleeing, first_fleer, flight_ends
from battles.cataphract.rules.battle.missiles.sheltering import Shelter
from battles.cataphract.rules.battle.missiles.walls import Sheltering
from battles.cataphract.rules.battle.ordering import Countering, LetLead
from battles.cataphract.rules.battle.play import MAP_FRAMES
from battles.cataphract.rules.battle.position import MapField, hex_of
from battles.cataphract.rules.battle.reacting import React, Reacting, reactions
from engine.game import Facts
from kit.grid.hexes import distance
from kit.rules.decisions import pick

NEVER, ALWAYS, FROM_FOOT, BY_LINE = "never", "always", "from_foot", "by_line"
LEAVING: Final = ("withdraw", "harry")
LEAVING_BY_LINE: Final = ("line", "volley")
FARTHEST, NEAREST = "farthest", "nearest"
NEAR: Final = "near"
CLOSE_BY: Final = 4  # distance in hexes up to which artillery shoots if it is to shoot at near units only


@MAP_FRAMES.standing_order(
    "react",
    pick("withdraw", (NEVER, ALWAYS, FROM_FOOT, BY_LINE)),
    pick("turn", (NEVER, ALWAYS)),
    pick("fire", (ALWAYS, NEVER)),
    pick("feign", (NEVER, NEAREST, FARTHEST)),
    pick("bolt", (ALWAYS, NEAR, NEVER), optional=True),
    rule="8.2",
)
def react_by_order(pos: MapField, frame: Reacting, said: Facts) -> React:
    """Return the reactions that a standing order asks for.

    The order says whether units withdraw (never, always, only from foot, or with their whole Line where
    they can), turn and shoot. Units that withdraw go as far as they can. If so ordered, light horse feigns
    a retreat instead, as near or as far as it can. Artillery shoots at every unit that it can, at near ones
    only, or never. Leaders without a unit retire.
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
    feigned, where = [words for words in found if words[1] == "feign"], said.get("feign", NEVER)
    if feigned and mover is not None and where != NEVER:
        best_of = max if where == FARTHEST else min
        yield best_of(feigned, key=lambda w: (distance(hex_of(w[2][:4]), mover.at), w[2]))
        return
    policy = said.get("withdraw", NEVER)
    leave = [words for words in found if words[1] in LEAVING]
    if policy == BY_LINE:
        leave = [words for words in found if words[1] in LEAVING_BY_LINE] or leave
    leaves = policy in (ALWAYS, BY_LINE) or (policy == FROM_FOOT and mover is not None and mover.unit.foot)
    if leave and mover is not None and leaves:
        shoots = said.get("fire", ALWAYS) == ALWAYS
        best = [w for w in leave if (w[1] in ("harry", "volley")) == shoots] or leave
        yield max(best, key=lambda w: (distance(hex_of(w[2][:4]), mover.at), w[2]))
        return
    turns = [words for words in found if words[1] == "turn"]
    blind = mover is not None and mover.at not in pos.battlefield.zone(pos.piece(unit))
    if turns and blind and said.get("turn", NEVER) == ALWAYS:
        yield turns[0]
    if found[0][1] == "bolt":
        bolt, here = said.get("bolt") or ALWAYS, hex_of(pos.board.places[unit].at)
        near = mover is not None and distance(here, mover.at) <= CLOSE_BY
        if bolt == ALWAYS or (bolt == NEAR and near):
            yield found[0]
        return
    fires = [words for words in found if words[1] == "fire"]
    if fires and said.get("fire", ALWAYS) == ALWAYS:
        yield fires[0]


@MAP_FRAMES.standing_order("shelter", pick("wall", (NEVER, ALWAYS)), rule="11.71")
def shelter_by_order(pos: MapField, frame: Sheltering, said: Facts) -> Shelter:
    """Return the answer that a standing order gives: form a Shieldwall against every shot, or never."""
    return Shelter(said.get("wall", NEVER) == ALWAYS)


@MAP_FRAMES.standing_order("trump", pick("counter", (NEVER,)), rule="5.42")
def let_lead_by_order(pos: MapField, frame: Countering, said: Facts) -> LetLead:
    """Return the answer that a standing order gives: do not answer a Trump or a Momentum with a Trump."""
    return LetLead()


@MAP_FRAMES.standing_order("flee", pick("choose", ("first",)), rule="10.21")
def flee_by_order(pos: MapField, frame: Fleeing, said: Facts) -> Flee:
    """Return the answer that a standing order gives: the first of several equally short routes."""
    one = first_fleer(pos)
    assert one is not None
    return Flee(next(iter(flight_ends(pos, one))))
