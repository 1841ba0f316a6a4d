"""Distances to the enemy, in a straight line and by the routes that units can take."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import Troop
from battles.schiere.rules.turn.ending import points

TOO_FAR: Final = 60  # movement points; used as the distance to unreachable squares
HASTE: Final = 4.0
SIGHT: Final = 4  # within this many squares, throwers and light cavalry use the straight line
# javelins cannot be thrown over a river, so these units measure the distance by route
ON_FOOT: Final = (
    "javelins",
    "light_cavalry",
)


class Nearest(dict[str, int]):
    """Distances from squares to the nearest of a set of target squares, computed on demand."""

    def __init__(self, ground: Ground, squares: tuple[str, ...]) -> None:
        super().__init__()
        self.ground, self.squares = ground, squares

    def __missing__(self, square: str) -> int:
        row = self.ground.far[square]
        found = self[square] = min([row[at] for at in self.squares], default=TOO_FAR)
        return found


@lru_cache(maxsize=64)
def nearest(ground: Ground, squares: tuple[str, ...]) -> Nearest:
    """Return the distances to a set of squares. They are cached because most trials move only one side."""
    return Nearest(ground, squares)


class RouteDistances(dict[str, int]):
    """The movement points from each square to the nearest goal, ignoring pieces. The search extends only as
    far as needed.
    """

    def __init__(self, ground: Ground, squares: tuple[str, ...], cls: str) -> None:
        super().__init__()
        self.back, self.now = _squares_back(ground, cls), 0
        self.due: list[list[str]] = [[] for _ in range(TOO_FAR + 1)]
        self.due[0] += squares

    def __missing__(self, square: str) -> int:
        while self.now <= TOO_FAR and square not in self:
            self._extend_search()
        return self.setdefault(square, TOO_FAR)

    def _extend_search(self) -> None:
        """Extend the search by one movement point. Every move costs at least one, so no square is missed."""
        now, self.now = self.now, self.now + 1
        for here in self.due[now]:
            if here in self:
                continue
            self[here] = now
            for near, price in self.back[here]:
                # stopping next to the enemy is enough, so the step onto the enemy's square costs one
                on = now + (price if now else 1)
                if near not in self and on <= TOO_FAR:
                    self.due[on].append(near)


@lru_cache(maxsize=64)
def ways(ground: Ground, squares: tuple[str, ...], cls: str) -> RouteDistances:
    """Return the distances by route to a set of squares, cached."""
    return RouteDistances(ground, squares, cls)


@lru_cache(maxsize=64)
def _squares_back(ground: Ground, cls: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Map each square to the squares from which it can be entered, with the cost."""
    prices = ground.prices(cls)
    return {
        square: tuple(
            (near, prices[near].get(square, 1))
            for near in ground.neighbours[square]
            if not ground.is_barred(near)
        )
        for square in ground.squares
    }


class Approach:
    """The distances between a side's units and the enemy's, assuming that the enemy does not move."""

    def __init__(self, pos: Position, seat: str) -> None:
        self.pos, self.seat, self.ground = pos, seat, pos.ground
        self.enemies = tuple([pos.piece(id).at for id in pos.units(foe(seat))])
        self.crow = nearest(self.ground, self.enemies)

    @cached_property
    def haste(self) -> float:
        """The urgency of attacking. It is above 1 for a side that is not ahead on points, and grows with
        each turn.
        """
        pos = self.pos
        behind = points(pos, self.seat) <= points(pos, foe(self.seat))
        return 1 + HASTE * pos.turn / pos.setting.turns if behind else 1.0

    def far(self, troop: Troop, square: str) -> int:
        """Return the distance of a square from the enemy for a type of troop: in a straight line for
        shooters, by route for everybody else. Javelin throwers and light cavalry count as shooters only
        near the enemy.
        """
        crow = self.crow[square]
        if troop.weapon and (troop.weapon not in ON_FOOT or crow <= SIGHT):
            return crow
        return ways(self.ground, self.enemies, troop.cls)[square]
