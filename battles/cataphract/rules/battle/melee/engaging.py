"""The optional rule of Engaged units on the map (10.3). It decides which units must attack, which step back
and which are released.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.cataphract.rules.battle.play import MapPlay
from battles.cataphract.rules.battle.position import MapField, name_of
from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.play.state import MAP
from engine.values import dataclass
from kit.grid.hexes import Hex, distance
from kit.rules.decisions import Action


@dataclass(frozen=True)
class StepBack(Action):
    """Move an Engaged unit back by one hex, so that it need not attack (10.32)."""

    unit: str
    to: str


def opponents_engaged_with(pos: MapField, unit: str) -> tuple[Piece, ...]:
    """Return the Engaged enemies in a unit's zone, and those in whose zone it is (10.33)."""
    one, field = pos.piece(unit), pos.battlefield
    zone = field.zone(one)
    return tuple(
        other
        for other in field.of(foe(one.seat))
        if pos.markers(other.id).engaged and (other.at in zone or one.at in field.zone(other))
    )


def release_engaged(play: MapPlay) -> None:
    """Remove the marker from every unit that is no longer next to an Engaged enemy (10.33)."""
    pos = play.pos
    held = [u for u, now in play.state.units.items() if now.engaged and now.where == MAP and not now.routed]
    for unit in [u for u in held if not opponents_engaged_with(pos, u)]:
        play.mark(unit, engaged=False)


def steps_back(pos: MapField, unit: str) -> tuple[str, ...]:
    """Return the hexes into which an Engaged unit can step back (10.32).

    Only cavalry and light foot can, and only from units that are slower.
    """
    one = pos.piece(unit)
    with_ = opponents_engaged_with(pos, unit)
    light = one.is_mounted or one.unit.type == "LI"
    if not pos.markers(unit).engaged or not light or any(o.ma >= one.ma for o in with_):
        return ()
    return tuple(sorted(map(name_of, _free_hexes(pos, one, with_))))


def _free_hexes(pos: MapField, one: Piece, with_: tuple[Piece, ...]) -> Iterator[Hex]:
    ground = pos.setting.ground
    for at in one.at.neighbours():
        if not ground.open_to(one.at, at) or at in pos.battlefield.occupants:
            continue
        if pos.battlefield.holders(one.seat, at) or step_cost(ground, one, one.at, at).mp > one.allowance:
            continue
        if all(distance(at, other.at) > 1 for other in with_):
            yield at


def step_back(play: MapPlay, unit: str, at: Hex) -> None:
    """Move a unit back. It keeps its facing, takes the hits that the terrain costs, and no longer attacks."""
    pos, one = play.pos, play.pos.piece(unit)
    cost = step_cost(pos.setting.ground, one, one.at, at)
    leaders = pos.leaders_at(unit)
    play.chart(joining=tuple(u for u in pos.board.joining if u != unit))
    play.mark(unit, engaged=False)
    play.put(unit, Stand(at, one.facing), "step_back")
    for leader in leaders:
        play.ride(leader, name_of(at), "with")
    play.hurt(unit, cost.hits, "terrain")
