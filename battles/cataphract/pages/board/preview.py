"""A preview of a move: which enemies may react to which step, and the odds of a charge at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from battles.cataphract.forecast.odds import chances
from battles.cataphract.rules.battle.marching import orderable_places
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.position import MapField, name_of
from battles.cataphract.rules.battle.reacting import BEGINS, LEAVES, STEPS, Reacting, reactions
from battles.cataphract.rules.battle.state import Place
from battles.cataphract.rules.field.contact import aspect
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.clashing.charge import armies
from battles.cataphract.rules.sheet.play.state import Attacking, Charged, Defending


@dataclass(frozen=True)
class Blow:
    """A clash that a unit could begin from a place. ``aspect``: the side on which it would strike the enemy.
    ``goes``: the chance that the enemy is gone afterwards. ``routs``: the chance that the unit itself is
    gone.
    """

    enemy: str
    aspect: str
    goes: Fraction
    routs: Fraction


@dataclass(frozen=True)
class Preview:
    """A move that the player has not sent yet.

    ``way``: the hexes of the move. ``answers``: each enemy's possible reactions, with the hex
    that first allows one. ``blows``: the clashes that the unit could begin at the end of the move.
    """

    way: tuple[str, ...] = ()
    answers: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    blows: tuple[Blow, ...] = ()


def preview(pos: MapField, frame: Marching, stand: Stand) -> Preview:
    """Return the consequences of a march to a place, assuming that no reaction changes the route."""
    found = orderable_places(pos, frame).stands.get(stand)
    if found is None:
        return Preview()
    way = found[1]
    answers: dict[str, tuple[str, list[str]]] = {}
    here, there = pos, way[0]
    for moment, step in _moments(frame, way):
        if step != there:
            here, there = with_unit_at(pos, frame.unit, step), step
        for one in reactions(here, Reacting(frame.unit, moment)):
            who, what, *_rest = one.split("|")
            kinds = answers.setdefault(who, (name_of(step.at), []))[1]
            if what not in kinds:
                kinds.append(what)
    end = with_unit_at(pos, frame.unit, stand)
    hexes = tuple(dict.fromkeys(name_of(one.at) for one in way))
    told = {who: (at, tuple(kinds)) for who, (at, kinds) in answers.items()}
    return Preview(hexes, told, tuple(_blows(end, frame.unit, moved=len(way) > 1)))


def _moments(frame: Marching, way: tuple[Stand, ...]) -> Iterator[tuple[str, Stand]]:
    """Yield the moments at which the enemy can react, each with the place of the moving unit (6.51, 8.2)."""
    if not frame.spent and len(way) > 1:
        yield BEGINS, way[0]
    for before, after in zip(way, way[1:], strict=False):
        if before.at != after.at:
            yield LEAVES, before
            yield STEPS, after


def with_unit_at(pos: MapField, unit: str, stand: Stand) -> MapField:
    """Return the position with a unit in another place."""
    places = {**pos.board.places, unit: Place(name_of(stand.at), stand.facing)}
    return MapField(pos.setting, pos.state.but(board=pos.board.but(places=places)))


def _blows(pos: MapField, unit: str, *, moved: bool) -> Iterator[Blow]:
    one = pos.piece(unit)
    sides: dict[Any, Any] = dict(armies(pos, one.seat))
    for enemy in pos.opponents(unit):
        clash = pos.clash(Charged((Attacking(unit, moved),), (Defending(enemy.id),)))
        if clash is not None:
            found = chances(clash, sides)
            yield Blow(enemy.id, aspect(one, enemy), found.cleared, found.broken)
