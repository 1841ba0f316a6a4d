"""The sheet as JSON. Nothing is hidden, because both players are at one table."""

from __future__ import annotations

from battles.cataphract.rules import chapters
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.play.field import NEAR, Field
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.units.orders import orders_left
from engine.game import Facts


def view(pos: Field) -> Facts:
    """Return the whole sheet as JSON."""
    state, phase = pos.state, pos.state.phase
    return {
        "turn": state.turn,
        "phase": None if phase is None else {**chapters.CODEC.encode(phase), "left": orders_left(pos)},
        "sides": {seat: _side(pos, seat) for seat in SEATS},
        "quality": dict(state.quality),
        "clashes": [chapters.CODEC.encode(one) for one in state.clashes],
        "next_leaders": pos.next_leaders() if phase is None else [],
        "in_progress": [chapters.CODEC.write(frame) for frame in state.stack],
        "ended": state.ended,
        "winner": state.winner,
    }


def _side(pos: Field, seat: str) -> Facts:
    units = {one.id: _unit(pos, one.id) for one in pos.roster.counters_of(seat)}
    fighting = [id for id in units if pos.markers(id).where == MAP and not pos.markers(id).routed]
    return {
        "points": pos.rout_points(seat),
        "level": pos.level(seat),
        "heart": seat in pos.state.heart,
        "units": units,
        "leaders": {one.id: _leader(pos, one.id) for one in pos.roster.chiefs_of(seat)},
        "shaken": [u for u in sorted(fighting, key=lambda u: (pos.hits_left(u), u)) if _is_shaken(pos, u)],
        "empty": [u for u in fighting if pos.markers(u).supply != "full"],
        "routed": list(pos.units_on_map(seat, routed=True)),
    }


def _is_shaken(pos: Field, unit: str) -> bool:
    """Return whether a unit has taken hits and is one or two hits from routing."""
    return pos.markers(unit).hits > 0 and pos.hits_left(unit) <= NEAR


def _unit(pos: Field, unit: str) -> Facts:
    now = pos.markers(unit)
    return {**chapters.CODEC.encode(now), "limit": pos.limit(unit), "left": pos.hits_left(unit)}


def _leader(pos: Field, leader: str) -> Facts:
    command = pos.command(leader)
    active = pos.state.phase is not None and pos.state.phase.leader == leader
    return {
        **chapters.CODEC.encode(command),
        "active": active,
        "initiative": pos.rating(leader, "initiative"),
        "charisma": pos.rating(leader, "charisma"),
    }
