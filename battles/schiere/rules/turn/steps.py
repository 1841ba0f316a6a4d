"""Where units may step, and what it costs: a schiera as one, open order one by one (L104, L108-126)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from battles.schiere.rules.board.contact import may_enter
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.registry import refuse
from engine.paths import Leg
from engine.paths import Path as Way
from engine.ways import cheapest

RULE = "movement"
CAVALRY = ("heavy_cavalry", "light_cavalry")
Shift = Mapping[str, str]
Prices = Mapping[str, Mapping[str, int]]


@lru_cache(maxsize=1 << 14)
def _leg(origin: str, to: str, cost: int) -> Leg:
    return Leg(origin, to, cost)


@dataclass(frozen=True)
class Body:
    """Pieces that move as one: each keeps its place beside the first, the ``lead``. Asked of the position
    from which they set out, so that none of them stands in another's way."""

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
        """Each piece, where it stands when the lead stands somewhere, and what steps cost it."""
        ground = self.pos.ground
        lead = ground.places[self.pos.piece(self.lead).at]
        found = []
        for id in self.units:
            at = ground.places[self.pos.piece(id).at]
            shift = ground.shifted(at.column - lead.column, at.row - lead.row)
            found.append((id, shift, ground.prices(self.pos.cls(id))))
        return tuple(found)

    @cached_property
    def _bound(self) -> frozenset[str]:
        """Those who stand still out of command: all but horse (L210-214)."""
        return frozenset(id for id in self.units if self.pos.cls(id) not in CAVALRY)

    @cached_property
    def _taken(self) -> frozenset[str]:
        own = set(self.units)
        return frozenset(square for square, id in self.pos.stood.items() if id not in own)

    @cached_property
    def _influence(self) -> Mapping[str, tuple[str, ...]]:
        return self.pos.influenced(self.seat)

    @cached_property
    def _commanded(self) -> frozenset[str] | None:
        """Where units are in command; None for commanders, who need none."""
        return self.pos.commanded(self.seat) if self.pos.is_unit(self.lead) else None

    def at(self, square: str) -> Mapping[str, str]:
        """Where they stand when the lead stands there; "" for one that would be off the board."""
        return {id: shift[square] for id, shift, _ in self._offsets}

    def cost(self, here: str, there: str) -> int | None:
        """What a step of the lead costs all of them together: as much as the one that pays most; None where
        one of them cannot go."""
        taken, influence, most = self._taken, self._influence, 0
        for id, shift, prices in self._offsets:
            origin, to = shift[here], shift[there]
            if not origin or not to or to in taken:
                return None
            price = prices[origin].get(to)
            if price is None:
                return None
            if to in influence and not all(may_enter(self.pos, id, other, to) for other in influence[to]):
                return None
            if price > most:
                most = price
        return most

    def halts(self, square: str) -> bool:
        """Whether they go no further from there: in an enemy's influence area (L124), or where a unit that is
        no cavalry is out of command (L210)."""
        influence, commanded, bound = self._influence, self._commanded, self._bound
        for id, shift, _ in self._offsets:
            there = shift[square]
            if there in influence or (commanded is not None and id in bound and there not in commanded):
                return True
        return False

    def strays(self, square: str) -> bool:
        """Whether cavalry that ended there would be out of command without the points to come back (L214).
        Reckoned by the cheapest ways, whoever stands on them (ruling S20)."""
        if self._commanded is None or len(self._bound) == len(self.units):
            return False
        for id, there in self.at(square).items():
            if there in self._commanded or id in self._bound:
                continue
            cls = self.pos.cls(id)
            spent = self.pos.ground.reached(self.pos.piece(id).at, self.points, cls).get(there)
            if spent is None or not any(
                s in self._commanded for s in self.pos.ground.reached(there, self.points - spent, cls)
            ):
                return True
        return False

    @cached_property
    def way(self) -> Way | None:
        """Every way that they may go, as a field of a choice; None where they cannot move."""
        start = self.pos.piece(self.lead).at
        prices = self._offsets[0][2]
        legs: list[Leg] = []
        halts: set[str] = set()

        def onward(here: str, spent: int, _: None) -> Iterable[tuple[str, int, None]]:
            if here != start and self.halts(here):
                halts.add(here)
                return
            for there in prices[here]:
                price = self.cost(here, there)
                if price is not None and spent + price <= self.points:
                    legs.append(_leg(here, there, price))
                    yield there, spent + price, None

        reached = cheapest({start: (0, None)}, onward)
        halts |= {square for square in reached if square != start and self.halts(square)}
        strayed = frozenset(square for square in reached if square != start and self.strays(square))
        if len(strayed) >= len(reached) - 1:
            return None
        return Way("way", start, tuple(legs), self.points, 1, None, frozenset(halts), strayed)

    def walk(self, way: tuple[str, ...]) -> int:
        """What a way costs; refuses with the section whatever cannot be gone."""
        here, spent, seen = self.pos.piece(self.lead).at, 0, {self.pos.piece(self.lead).at}
        if not way:
            refuse(RULE, "no_way")
        for number, there in enumerate(way):
            if there not in self.pos.ground.around[here] or there in seen:
                refuse(RULE, "not_a_neighbour", origin=here, to=there[:8])
            if number and self.halts(here):
                near = any(s in self._influence for s in self.at(here).values())
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
