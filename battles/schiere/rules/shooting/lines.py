"""Lines of fire: the squares that a shot crosses, and the obstacles that block it (L282, L370-374).

Heights and woods between shooter and target block every shot. The exceptions are the height or wood that
the shooter is on, and the one that the target is on (ruling S41). A line exactly through a corner is
blocked if both squares next to the corner block it. Friends also block it, unless the shooters are on a
height and the friends are at least three squares from the target (ruling C4). Enemies do not block it
(ruling S42).
"""

from __future__ import annotations

from collections.abc import Collection, Set
from functools import lru_cache
from typing import Final, Literal

from battles.schiere.rules.board.ground import BRIDGES, BUILDING, FORD, HEIGHT, RIVER, WOOD, Ground
from battles.schiere.rules.shooting.shot import FARTHEST, NEAREST, Stand
from engine.values import dataclass
from kit.grid.square import line

Hindrance = Literal["", "too_near", "too_far", "height_between", "wood_between", "wood_and_river", "friends"]
COVER: Final = (HEIGHT, WOOD)
WATER: Final = (RIVER, FORD, BUILDING, *BRIDGES)  # bridges and fords lie only on rivers (L37)
CLEAR: Final = 3  # friends must be this many squares from the target of a shot from a height (L370)


@dataclass(frozen=True)
class Lane:
    """The squares between a shooter and a target, in sequence. Two squares that meet at a corner on the line
    count as one. ``hindrance``: the reason why no shot is possible, or "". ``stand``: the terrain that a shot
    is fired from or over.
    """

    crossed: tuple[tuple[str, ...], ...]
    hindrance: Hindrance
    stand: Stand


@lru_cache(maxsize=1 << 16)
def lane(ground: Ground, shooter: str, target: str) -> Lane:
    """Return the line of fire between two squares, ignoring friends: the squares that it crosses, what blocks
    it, and the terrain that counts.
    """
    crossed = tuple(
        tuple(sorted(str(square) for square in passed))
        for passed in line(ground.places[shooter], ground.places[target])
    )
    wood = ground.kind(shooter) == WOOD
    river = any(all(ground.kind(square) in WATER for square in passed) for passed in crossed)
    hindrance = _stopping_obstacle(ground, shooter, target, crossed)
    if not hindrance and wood and river:
        hindrance = "wood_and_river"  # the rules have no table for a wood and a river together (ruling S43)
    return Lane(crossed, hindrance, "in_wood" if wood else "over_river" if river else "open")


def _stopping_obstacle(
    ground: Ground, shooter: str, target: str, crossed: Collection[tuple[str, ...]]
) -> Hindrance:
    distance = ground.distance(shooter, target)
    if distance < NEAREST:
        return "too_near"
    if distance > FARTHEST:
        return "too_far"
    own = patch(ground, shooter) | patch(ground, target)
    for passed in crossed:
        stopping = [s for s in passed if ground.kind(s) in COVER and s not in own]
        if len(stopping) == len(passed):
            return "height_between" if ground.kind(stopping[0]) == HEIGHT else "wood_between"
    return ""


@lru_cache(maxsize=1 << 12)
def patch(ground: Ground, square: str) -> Set[str]:
    """Return the squares of the height or wood that a square belongs to, or an empty set on other terrain.
    The squares are joined along sides. Those that touch only at a corner belong to different patches
    (ruling S41).
    """
    kind = ground.kind(square)
    if kind not in COVER:
        return frozenset()
    found, edge = {square}, [square]
    while edge:
        for there in ground.side_neighbours[edge.pop()]:
            if there not in found and ground.kind(there) == kind:
                found.add(there)
                edge.append(there)
    return frozenset(found)


def find_hindrance(ground: Ground, shooter: str, target: str, friends: Collection[str]) -> Hindrance:
    """Return the reason why a shot between two squares is impossible, or "". ``friends``: the squares of the
    shooter's friends.
    """
    found = lane(ground, shooter, target)
    if found.hindrance:
        return found.hindrance
    high = ground.kind(shooter) == HEIGHT
    for passed in found.crossed:
        if all(
            square in friends and not (high and ground.distance(square, target) >= CLEAR) for square in passed
        ):
            return "friends"
    return ""
