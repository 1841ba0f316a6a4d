"""The opponents of a unit on the field, as the shock rules need them (7.3, 9.11 to 9.16).

On the sheet, players report these facts. On the map they follow from the positions. The same code then
resolves the clash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.ground import RIVER, TRENCH, WOODS
from battles.cataphract.rules.field.pieces import Battlefield, Piece
from battles.cataphract.rules.shock.situation import Attacker, Clash, Defender
from kit.grid.hexes import Arc, Hex, distance

ASPECT: Final[Mapping[Arc, str]] = {
    Arc.FRONT: "front",
    Arc.FLANK: "flank",
    Arc.FRONT_FLANK: "flank",
    Arc.REAR_FLANK: "flank",
    Arc.REAR: "rear",
}
BESIDE: Final = (Arc.FLANK, Arc.FRONT_FLANK, Arc.REAR_FLANK)


def targets(field: Battlefield, one: Piece) -> tuple[Piece, ...]:
    """Return the enemies in a unit's own zone, all of which it must attack (7.3). Artillery that shares a hex
    with foot does not count, because the foot fights for it (11.63).
    """
    there = (o for at in field.zone(one) for o in field.occupants.get(at, ()) if o.seat != one.seat)
    return tuple(o for o in there if not field.is_covered(o))


def aspect(attacker: Piece, defender: Piece) -> str:
    """Return the side of a defender that an attacker strikes. Artillery has a front on every side (11.64)."""
    return "front" if defender.artillery else ASPECT[defender.arc_of(attacker.at)]


def is_outflanked(field: Battlefield, one: Piece) -> bool:
    """Return whether a unit is in the zone of an enemy that is on the unit's flank or behind it (9.16)."""
    return any(one.arc_of(o.at) is not Arc.FRONT for o in field.holders(one.seat, one.at))


def has_open_flank(field: Battlefield, one: Piece) -> bool:
    """Return whether a unit has an open flank: a flank hex that holds no friend and is in no friend's zone
    (11.5).
    """
    return any(
        one.arc_of(at) in BESIDE and not field.friends_at(one, at) and not _is_covered(field, one, at)
        for at in field.ground.board.neighbours(one.at)
    )


def _is_covered(field: Battlefield, one: Piece, at: Hex) -> bool:
    return any(o.seat == one.seat and o.id != one.id for o in field.zones.get(at, ()))


def is_held(field: Battlefield, one: Piece, fought: Sequence[Piece]) -> bool:
    """Return whether a unit is in contact with an enemy that is not in ``fought``, the enemies of its own
    clash (9.21, ruling 10).

    Contact means that either is in the other's zone.
    """
    apart = [o for o in (*targets(field, one), *field.holders(one.seat, one.at)) if o not in fought]
    return bool(apart)


def clash_between(
    field: Battlefield,
    attackers: Sequence[Piece],
    defenders: Sequence[Piece],
    *,
    moved: frozenset[str] = frozenset(),
    by_number: bool = False,
) -> Clash:
    """Build the clash between some attackers and defenders from their positions.

    ``moved``: the attackers that moved into contact and must check quality (9.11). ``by_number``: whether
    units have no sizes, so that their numbers are compared.
    """
    return Clash(
        tuple(_attacker(field, one, attackers, defenders, one.id in moved) for one in attackers),
        tuple(Defender(one.unit, has_open_flank(field, one)) for one in defenders),
        terrain=frozenset(ground_lines(field, attackers, defenders)),
        by_number=by_number,
    )


def _attacker(
    field: Battlefield, one: Piece, attackers: Sequence[Piece], defenders: Sequence[Piece], moved: bool
) -> Attacker:
    near = {n: aspect(one, d) for n, d in enumerate(defenders) if distance(one.at, d.at) == 1}
    first = next(iter(near.values()), "front")
    elsewhere = any(o not in defenders for o in field.holders(one.seat, one.at))
    return Attacker(
        one.unit,
        check=moved,
        moved=moved,
        aspect=first,
        aspects={n: found for n, found in near.items() if found != first},
        outflanked=is_outflanked(field, one),
        held=is_held(field, one, defenders),
        advance_hits=max(
            (step_cost(field.ground, one, one.at, defenders[n].at).hits for n in near), default=0
        ),
        in_zone=True if elsewhere else None,
    )


def ground_lines(
    field: Battlefield, attackers: Sequence[Piece], defenders: Sequence[Piece]
) -> tuple[str, ...]:
    """Return the names of all lines of the terrain table that apply between two sides (L2152)."""
    ground, pairs = field.ground, [(a, d) for a in attackers for d in defenders if distance(a.at, d.at) == 1]
    level = ground.board.level
    low, high = max(level(a.at) for a in attackers), min(level(d.at) for d in defenders)
    applies = {
        "river": bool(pairs) and all(ground.edge(a.at, d.at) == RIVER for a, d in pairs),
        "trench": bool(pairs) and all(ground.edge(a.at, d.at) == TRENCH for a, d in pairs),
        "woods": all(ground.cover(d.at) == WOODS for d in defenders),
        "any_higher": max(level(d.at) for d in defenders) > min(level(a.at) for a in attackers),
        "all_higher": high > low,
        "all_lower": max(level(d.at) for d in defenders) < min(level(a.at) for a in attackers),
    }
    return tuple(name for name, holds in applies.items() if holds)
