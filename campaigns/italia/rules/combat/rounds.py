"""One round of combat, in which both sides roll at once (10.1, 10.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    ELEPHANT,
    ROUTS,
    Aims,
    Group,
    Side,
    Situation,
    apply_hits,
    to_hit,
    type_of,
)
from engine.values import dataclass

Throw = Callable[[int, Side], Sequence[int]]  # rolls a number of ten-sided dice for a side


class Shot(NamedTuple):
    """One die that a unit rolls against a target. ``needs``: the lowest face that hits."""

    kind: str
    target: str
    needs: int


@dataclass(frozen=True)
class Volley:
    """The dice of one side in the order of its shots, and their effect."""

    faces: tuple[int, ...]
    hits: Mapping[str, int]  # enemy kind -> hits
    routs: int  # enemy units that elephants also drive off (10.2)


@dataclass(frozen=True)
class Result:
    attacker: Group
    defender: Group
    by_attacker: Volley
    by_defender: Volley


def shots(s: Situation, side: Side, aims: Aims) -> Iterator[Shot]:
    """Yield every die that a side rolls, in the order of kinds and targets."""
    for kind in sorted(aims):
        for target in sorted(aims[kind]):
            if number := aims[kind][target]:
                yield from [Shot(kind, target, to_hit(s, side, kind, target))] * number


def volley(s: Situation, side: Side, fired: Sequence[Shot], faces: Sequence[int]) -> Volley:
    """Return the hits and routs that a side's dice cause. ``faces``: the face rolled for each shot. When an
    elephant rolls a natural 9 or 10, it also drives off one enemy unit, except in a raid.
    """
    hits: dict[str, int] = {}
    routs = 0
    for shot, face in zip(fired, faces, strict=True):
        if face >= shot.needs:
            hits[shot.target] = hits.get(shot.target, 0) + 1
        routs += not s.raid and type_of(shot.kind) == ELEPHANT and face in ROUTS
    return Volley(tuple(faces), hits, routs)


def fight(s: Situation, attacking: Aims, defending: Aims, throw: Throw) -> Result:
    """Fight one round of combat. Both sides roll before any hit is applied, so that no side loses dice to
    the other's roll.
    """
    first = tuple(shots(s, ATTACKER, attacking))
    second = tuple(shots(s, DEFENDER, defending))
    a = volley(s, ATTACKER, first, throw(len(first), ATTACKER))
    d = volley(s, DEFENDER, second, throw(len(second), DEFENDER))
    return Result(apply_hits(s, ATTACKER, d.hits), apply_hits(s, DEFENDER, a.hits), a, d)
