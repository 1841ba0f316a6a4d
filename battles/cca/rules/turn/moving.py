"""The units that can move this turn with the card in play, and their destinations (L194-276, L1141-1191)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.cca.rules.movement import leader_reach, reach, stops, touches
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.terrain.board import HEXES, NAMES
from battles.cca.rules.turn.orderable_units import Objection, objection


def why_not_move(pos: Battle, again: bool, at: str, alone: bool) -> Objection | None:
    """Return the reason the unit in a hex, or its leader alone, cannot move now. None means that it can.

    A piece without an order must be able to get one. ``again``: whether this is the second move of
    Move-Fire-Move. ``alone``: whether the leader moves without a unit.
    """
    turn = pos.turn
    known = (turn.leaders if alone else turn.units).get(at)
    if known is None:
        if again:
            return Objection("L1179", "not_ordered")
        against = objection(pos, at, alone)
        if against is not None:
            return against
    elif known.done:
        return Objection("L196", "moved_already")
    if not turn.plain and pos.card.most == 0:
        return Objection("L1141", "card_forbids_moves")
    if alone:
        with_unit = at in pos.state.units and at in turn.units and turn.units[at].done
        return Objection("L272", "moved_with_unit") if with_unit else None
    return Objection("L270", "leader_has_joined") if at in turn.frozen else None


def unit_ends(pos: Battle, at: str) -> Mapping[str, int]:
    """Return the hexes where a unit can end its move, each with the movement used."""
    unit = pos.state.units[at]
    kind = unit.kind
    most = None if pos.turn.plain else pos.card.moves_of(kind.id)
    crosses = not pos.turn.plain and pos.card.crosses
    known = pos.turn.units.get(at)
    spent = known.spent if known is not None and not known.done else 0
    if spent:  # the unit entered the board this turn (L1404)
        most = (kind.charge or kind.move) - spent
    ends = reach(pos.board, HEXES[at], most, cross_friends=crosses)
    return {
        NAMES[to]: cost
        for to, cost in ends.items()
        if not spent or cost + spent <= kind.move or touches(pos.board, unit, to)
    }


def leader_ends(pos: Battle, at: str) -> Mapping[str, int]:
    """Return the hexes to which a leader can move alone, each with the length of the shortest path."""
    return {NAMES[to]: cost for to, cost in leader_reach(pos.board, HEXES[at]).items()}


def may_leave(pos: Battle, at: str) -> bool:
    """Return whether a unit can leave the board over the enemy's edge. It must be in a hex that the scenario
    names, have movement left, and not have been stopped by the terrain (L1581; ruling 57).
    """
    turn, board = pos.turn, pos.board
    for rule in pos.setting.special("exit_for_banner"):
        if rule["side"] != turn.seat:
            continue
        unit = pos.state.units[at]
        card = None if turn.plain else pos.card.moves_of(unit.type)
        most = unit.kind.move if card is None else card
        ends = unit_ends(pos, at)
        return (at in rule["hexes"] and most > 0) or any(
            name in ends and ends[name] < most and not stops(board, unit.kind, HEXES[name])
            for name in rule["hexes"]
            if pos.state.leaders.get(name) is None
        )
    return False
