"""The squares that units can move to, and their costs. A schiera moves as one; in open order units move one
by one (L104, L108-126).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from battles.schiere.rules.board.contact import may_enter
from battles.schiere.rules.board.options import SUPPORT
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import CAVALRY
from battles.schiere.rules.melee.contact import strikers
from engine.routes.paths import Leg
from engine.routes.paths import Path as Way
from engine.values import cached_property, dataclass
from kit.rules.decisions import refuse

RULE = "movement"
Shift = Mapping[str, str]
Prices = Mapping[str, Mapping[str, int]]


@lru_cache(maxsize=1 << 14)
def _leg(origin: str, to: str, cost: int) -> Leg:
    return Leg(origin, to, cost)


def _square(step: tuple[str, str]) -> str:
    return step[0]


@dataclass(frozen=True)
class Reach:
    """The squares that pieces can reach from ``start``. It holds every leg with its cost, the lowest cost of
    each square (``spent``) and its predecessor (``back``). Pieces must stop on the squares in ``halts``,
    and must not end on those in ``strayed``.
    """

    start: str
    legs: tuple[tuple[str, str, int], ...]
    spent: Mapping[str, int]
    back: Mapping[str, str]
    halts: frozenset[str]
    strayed: frozenset[str]

    @property
    def moves(self) -> bool:
        """Return whether there is any destination."""
        return len(self.strayed) < len(self.spent) - 1

    @property
    def goals(self) -> list[str]:
        """Return the possible destinations, nearest first."""
        return [square for square in self.spent if square != self.start and square not in self.strayed]

    def way(self, goal: str) -> tuple[str, ...]:
        """Return the cheapest route to a square, without the start."""
        found = [goal]
        while (before := self.back[found[-1]]) != self.start:
            found.append(before)
        return tuple(reversed(found))


@dataclass(frozen=True)
class Body:
    """Pieces that move as one, each keeping its place relative to the first, the ``lead``. All of them are
    lifted off the board for the search, so that they do not block each other.
    """

    pos: Position
    units: tuple[str, ...]
    points: int

    @property
    def lead(self) -> str:
        return self.units[0]

    @cached_property
    def seat(self) -> str:
        return self.pos.piece(self.lead).seat

    @cached_property
    def _offsets(self) -> tuple[tuple[str, Shift, Prices], ...]:
        ground = self.pos.ground
        lead = ground.places[self.pos.piece(self.lead).at]
        found = []
        for id in self.units:
            at = ground.places[self.pos.piece(id).at]
            shift = ground.shift_squares(at.column - lead.column, at.row - lead.row)
            found.append((id, shift, ground.prices(self.pos.cls(id))))
        return tuple(found)

    @cached_property
    def _fitting(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _bound_units(self) -> frozenset[str]:
        """Return the units that must stop on leaving command, which are all except cavalry (L210-214)."""
        return frozenset(id for id in self.units if self.pos.cls(id) not in CAVALRY)

    @cached_property
    def _occupied_squares(self) -> frozenset[str]:
        own = set(self.units)
        return frozenset(square for square, id in self.pos.occupants.items() if id not in own)

    def _enemies_near(self, square: str) -> tuple[str, ...]:
        return self.pos.enemies_influencing(self.seat, square)

    @cached_property
    def _squares_in_command(self) -> frozenset[str] | None:
        return self.pos.squares_in_command(self.seat) if self.pos.is_unit(self.lead) else None

    def squares_at(self, square: str) -> Mapping[str, str]:
        """Return the squares of all pieces when the lead is on ``square``. A piece off the board gets ""."""
        return {id: shift[square] for id, shift, _ in self._offsets}

    def cost(self, here: str, there: str) -> int | None:
        """Return the cost of a step of the leading piece from ``here`` to ``there``. It is the highest cost
        that any piece of the group pays. Return None if one of the pieces cannot make the step.
        """
        most = 0
        if not self.fits(there):
            return None
        for _, shift, prices in self._offsets:
            price = prices[shift[here]].get(shift[there])
            if price is None:
                return None
            if price > most:
                most = price
        return most

    def fits(self, square: str) -> bool:
        """Return whether the marching pieces can stand where they would be with the lead on this square.
        Every piece needs a free square and must not come next to an enemy that it cannot fight.
        """
        known = self._fitting.get(square)
        if known is None:
            known = self._fitting[square] = self._fits(square)
        return known

    def _fits(self, square: str) -> bool:
        taken = self._occupied_squares
        for id, shift, _ in self._offsets:
            to = shift[square]
            if not to or to in taken:
                return False
            if not all(may_enter(self.pos, id, other, to) for other in self._enemies_near(to)):
                return False
        return self.pos.setting.options.corners == SUPPORT or self._fights(square)

    def _fights(self, square: str) -> bool:
        """Return whether every enemy near the marching pieces would have an opponent if the lead were on
        ``square``. The opponent is a marching piece side by side with the enemy, or a friend that faces the
        enemy (L124, ruling S34).
        """
        pos = self.pos
        stood = self.squares_at(square)
        for to in stood.values():
            for other in self._enemies_near(to):
                beside = pos.ground.side_neighbours[pos.piece(other).at]
                met = to in beside or any(there in beside for there in stood.values())
                if not met and not strikers(pos, other):
                    return False
        return True

    def halts(self, square: str) -> bool:
        """Return whether the pieces must stop on a square. They stop in an enemy's influence area (L124),
        and out of command unless they are cavalry (L210).
        """
        commanded, bound = self._squares_in_command, self._bound_units
        for id, shift, _ in self._offsets:
            there = shift[square]
            if self._enemies_near(there) or (
                commanded is not None and id in bound and there not in commanded
            ):
                return True
        return False

    def strays(self, square: str) -> bool:
        """Return whether cavalry ending on a square would be out of command without the movement points to
        return (L214). It returns by the cheapest route, occupied or not (ruling S20).
        """
        if self._squares_in_command is None or len(self._bound_units) == len(self.units):
            return False
        for id, there in self.squares_at(square).items():
            if there in self._squares_in_command or id in self._bound_units:
                continue
            cls = self.pos.cls(id)
            spent = self.pos.ground.reach(self.pos.piece(id).at, self.points, cls).get(there)
            if spent is None or not self.pos.would_be_in_command(self.seat, cls, there, self.points - spent):
                return True
        return False

    @property
    def reach(self) -> Reach:
        """Return the squares that the pieces can reach. The result is cached."""
        known, key = self.pos.found.reach, (self.units, self.points, self.pos.ground)
        found: Reach | None = known.get(key)
        if found is None:
            found = known[key] = self._search()
        return found

    def _search(self) -> Reach:
        """Find the cheapest route to every square. Squares with a lower cost come first, and squares with
        equal costs are sorted by name. Every step costs at least one point, so a list of squares for each
        cost serves as the queue.
        """
        self.pos.enemy_influence(self.seat)  # computes the influence on all squares at once
        start, prices = self.pos.piece(self.lead).at, self._offsets[0][2]
        legs: list[tuple[str, str, int]] = []
        spent, back, halts = dict[str, int](), dict[str, str](), set[str]()
        due: list[list[tuple[str, str]]] = [[] for _ in range(max(0, self.points) + 1)]
        due[0].append((start, ""))
        for so_far, waiting in enumerate(due):
            for here, before in sorted(waiting, key=_square):
                if here in spent:
                    continue
                spent[here], back[here] = so_far, before
                if here != start and self.halts(here):
                    halts.add(here)
                    continue
                for there in prices[here]:
                    price = self.cost(here, there)
                    if price is not None and so_far + price <= self.points:
                        legs.append((here, there, price))
                        if there not in spent:
                            due[so_far + price].append((there, here))
        strayed = frozenset(square for square in spent if square != start and self.strays(square))
        return Reach(start, tuple(legs), spent, back, frozenset(halts), strayed)

    @cached_property
    def way(self) -> Way | None:
        """Return all possible paths of the pieces as a field of a choice, or None if they cannot move."""
        found = self.reach
        if not found.moves:
            return None
        legs = tuple(_leg(*leg) for leg in found.legs)
        return Way("way", found.start, legs, self.points, 1, None, found.halts, found.strayed)

    def price(self, way: tuple[str, ...]) -> int:
        """Return the cost of a path that has been checked."""
        here, spent = self.pos.piece(self.lead).at, 0
        for there in way:
            spent += max(prices[shift[here]][shift[there]] for _, shift, prices in self._offsets)
            here = there
        return spent

    def walk(self, way: tuple[str, ...]) -> int:
        """Check a path and return its cost. Refuses an impossible path with the section that forbids it."""
        here, spent, seen = self.pos.piece(self.lead).at, 0, {self.pos.piece(self.lead).at}
        if not way:
            refuse(RULE, "no_way")
        for number, there in enumerate(way):
            if there not in self.pos.ground.neighbours[here] or there in seen:
                refuse(RULE, "not_a_neighbour", origin=here, to=there[:8])
            if number and self.halts(here):
                near = any(self._enemies_near(s) for s in self.squares_at(here).values())
                refuse("influence" if near else "chief", "must_halt", place=here)
            price = self.cost(here, there)
            if price is None:
                refuse(RULE, "cannot_enter", place=there)
            spent += price
            here = there
            seen.add(there)
        if spent > self.points:
            refuse(RULE, "too_far", cost=spent, budget=self.points)
        if self.strays(here):
            refuse("chief", "cannot_come_back", place=here)
        return spent
