"""Distances to the enemy, in a straight line and by the route that units must take."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import Troop
from battles.schiere.rules.turn.ending import points

TOO_FAR: Final = 60  # in movement points; the distance of unreachable squares
HASTE: Final = 4.0
SIGHT: Final = 4  # javelin throwers within this many squares use the straight distance
ON_FOOT: Final = (
    "javelins",
    "light_cavalry",
)  # javelins cannot cross a river, so their distance is measured by route


class Nearest(dict[str, int]):
    """The distance from each requested square to the nearest of a set of squares."""

    def __init__(self, ground: Ground, squares: tuple[str, ...]) -> None:
        super().__init__()
        self.ground, self.squares = ground, squares

    def __missing__(self, square: str) -> int:
        row = self.ground.far[square]
        found = self[square] = min([row[at] for at in self.squares], default=TOO_FAR)
        return found


@lru_cache(maxsize=64)
def nearest(ground: Ground, squares: tuple[str, ...]) -> Nearest:
    """Return cached distances to a set of squares. Most trials move only one side."""
    return Nearest(ground, squares)


class Ways(dict[str, int]):
    """The movement points from each square to the nearest goal, ignoring pieces. Distances are computed only
    as far as needed.
    """

    def __init__(self, ground: Ground, squares: tuple[str, ...], cls: str) -> None:
        super().__init__()
        self.back, self.now = _squares_back(ground, cls), 0
        self.due: list[list[str]] = [[] for _ in range(TOO_FAR + 1)]
        self.due[0] += squares

    def __missing__(self, square: str) -> int:
        while self.now <= TOO_FAR and square not in self:
            self._further()
        return self.setdefault(square, TOO_FAR)

    def _further(self) -> None:
        """Extend the search by one movement point. Every step costs something, so no square is missed."""
        now, self.now = self.now, self.now + 1
        for here in self.due[now]:
            if here in self:
                continue
            self[here] = now
            for near, price in self.back[here]:
                on = now + (
                    price if now else 1
                )  # only the way to a square next to the enemy matters, so the last step counts one point
                if near not in self and on <= TOO_FAR:
                    self.due[on].append(near)


@lru_cache(maxsize=64)
def ways(ground: Ground, squares: tuple[str, ...], cls: str) -> Ways:
    """Return the distances to these squares, cached."""
    return Ways(ground, squares, cls)


@lru_cache(maxsize=64)
def _squares_back(ground: Ground, cls: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return the squares from which each square can be entered, with the cost."""
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
    """The distances of a side's units from its enemies, assuming that the enemies stay."""

    def __init__(self, pos: Position, seat: str) -> None:
        self.pos, self.seat, self.ground = pos, seat, pos.ground
        self.enemies = tuple([pos.piece(id).at for id in pos.units(foe(seat))])
        self.crow = nearest(self.ground, self.enemies)

    @cached_property
    def haste(self) -> float:
        """Return the urgency of a side that is behind on points. It grows as the battle goes on."""
        pos = self.pos
        behind = points(pos, self.seat) <= points(pos, foe(self.seat))
        return 1 + HASTE * pos.turn / pos.setting.turns if behind else 1.0

    def far(self, troop: Troop, square: str) -> int:
        """Return the distance for a kind of unit: in a straight line for long-range shooters, by route for
        all others.
        """
        crow = self.crow[square]
        if troop.weapon and (troop.weapon not in ON_FOOT or crow <= SIGHT):
            return crow
        return ways(self.ground, self.enemies, troop.cls)[square]
