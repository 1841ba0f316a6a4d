"""Retreats and routs, and the friends in their way (L401-407).

A unit retreats towards its own side and out of every influence area with its remaining movement points. A
routing unit leaves the board by the path that touches the fewest enemies, and surrenders if it cannot
avoid touching one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.turn.going import Going
from engine.routes.shortest_paths import nearest_first
from engine.values import dataclass
from kit.rules.decisions import Event

RULE: Final = "rout"
BACK: Final = {"south": -1, "north": 1}  # change of row towards each side's own edge
PUSHED_BACK: Final = 2  # how many squares a disordered schiera is pushed back (L405)
FAR: Final = 1000


@dataclass(frozen=True)
class UnitRetreated(Event):
    """A unit has retreated. ``why`` is "gave_ground", "tested" (by a test of nerve) or "disordered"."""

    unit: str
    origin: str
    to: str
    why: str


@dataclass(frozen=True)
class SchieraDisordered(Event):
    """A schiera crossed by fleeing friends is disordered and fights worse for the rest of the turn (L405)."""

    schiera: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Escape:
    """A path of retreat: its squares, its cost, whether it touches an enemy, and the friends it crosses."""

    squares: tuple[str, ...]
    cost: int
    touches: bool
    through: tuple[str, ...]

    @property
    def end(self) -> str:
        return self.squares[-1]


# --- destinations -----------------------------------------------------------------------------------------


def havens(pos: Position, id: str) -> tuple[Escape, ...]:
    """Return the paths by which a unit can retreat, nearest first. There is one path for each row towards its
    own side, ending on a free square outside all influence areas. It is the path that crosses the fewest
    friends, then the straightest, then the cheapest.
    """
    points = pos.points_left(id)
    known, key = pos.found.havens, (id, points, pos.ground, pos.side(pos.piece(id).seat).edge)
    found: tuple[Escape, ...] | None = known.get(key)
    if found is None:
        found = known[key] = _havens(pos, id, points)
    return found


def _havens(pos: Position, id: str, points: int) -> tuple[Escape, ...]:
    piece = pos.piece(id)
    back, start = BACK[pos.side(piece.seat).edge], pos.ground.places[piece.at]
    stood, places = pos.occupants, pos.ground.places
    best: dict[int, tuple[tuple[int, int, int], tuple[str, ...]]] = {}
    for square, (_, crossed, cost), way in _routes(pos, id, points, apart=True):
        there = places[square]
        rows = (there.row - start.row) * back
        if rows > 0 and square not in stood:
            worth = (crossed, abs(there.column - start.column), cost)
            if rows not in best or worth < best[rows][0]:
                best[rows] = worth, way
    return tuple([_escape(pos, best[rows][1], best[rows][0][2]) for rows in sorted(best)])


def _escape(pos: Position, way: tuple[str, ...], cost: int, *, touches: bool = False) -> Escape:
    stood = pos.occupants
    return Escape(way, cost, touches, tuple([stood[square] for square in way[1:] if square in stood]))


def way_off(pos: Position, id: str) -> Escape | None:
    """Return the path by which a routed unit leaves the board over its own edge, or None if all ways are
    blocked.
    """
    last = 0 if pos.side(pos.piece(id).seat).edge == "south" else pos.ground.board.rows - 1
    for square, (touches, _, cost), way in _routes(pos, id, FAR):
        if pos.ground.places[square].row == last:
            return _escape(pos, way, cost, touches=touches)
    return None


Cost = tuple[bool, int, int]  # whether a path touches an enemy, the friends that it crosses, its points


def _routes(
    pos: Position, id: str, points: int, *, apart: bool = False
) -> Iterator[tuple[str, Cost, tuple[str, ...]]]:
    """Yield every square in reach with its cost and a path of retreat to it. Paths that touch no enemy come
    first, then paths that cross fewer friends, then cheaper ones. ``apart``: whether to leave out paths that
    touch an enemy.
    """
    piece, cls = pos.piece(id), pos.cls(id)
    stood, enemies, prices = pos.occupants, pos.enemy_influence(piece.seat), pos.ground.prices(cls)
    barred = {square for square, other in stood.items() if pos.piece(other).seat != piece.seat}

    def onward(here: str, spent: Cost, way: tuple[str, ...]) -> Iterator[tuple[str, Cost, tuple[str, ...]]]:
        for there, price in prices[here].items():
            cost = spent[2] + price
            if cost > points or there in barred:
                continue
            touched = spent[0] or there in enemies
            if touched and apart:
                continue
            yield there, (touched, spent[1] + (there in stood), cost), (*way, there)

    return nearest_first({piece.at: ((False, 0, 0), (piece.at,))}, onward)


# --- movement ---------------------------------------------------------------------------------------------


def retreat(play: Play, id: str, way: Escape, why: str) -> None:
    """Move a unit back along a path, disordering the friends it crosses."""
    piece = play.pos.piece(id)
    disorder(play, id, way.through)
    spend_points(play, id, way.cost)
    play.place({id: way.end})
    play.count_today("moved", (id,))  # any move costs shooters a shot (L280)
    play.tell(UnitRetreated(id, piece.at, way.end, why))


def spend_points(play: Play, id: str, cost: int) -> None:
    """Spend some of the movement points that a unit has left in this turn."""
    left = max(0, play.pos.points_left(id) - cost)
    going = play.state.in_progress(Going)
    if going is not None and id in going.left:
        play.amend(Going, left={**going.left, id: left})
    else:
        play.remember(left={**play.state.today.left, id: left})


def disorder(play: Play, id: str, crossed: tuple[str, ...]) -> None:
    """Push back each schiera that a fleeing friend crosses, and mark its units as shaken for the rest of the
    turn.

    Only light units disorder their friends. With the option "heavy", only units that are not light do (ruling
    C11).
    """
    pos = play.pos
    if not pos.is_unit(id) or pos.troop(id).light != (play.setting.options.routers_disorder == "light"):
        return
    for schiera in sorted({pos.piece(one).schiera for one in crossed} - {""}):
        units = tuple(u for u in pos.schiera(schiera) if u != id)
        for unit in sorted(units, key=lambda u: _rows_from_home(pos, u)):
            _push_back(play, unit)
        play.remember(shaken=tuple(sorted({*play.state.today.shaken, *units})))
        play.tell(SchieraDisordered(schiera, units))


def _push_back(play: Play, id: str) -> None:
    """Push a unit straight back, up to two squares while they are free (L405)."""
    pos = play.pos
    back, here = BACK[pos.side(pos.piece(id).seat).edge], pos.piece(id).at
    for _ in range(PUSHED_BACK):
        there = pos.ground.square_at_offset(here, 0, back)
        if not there or pos.ground.is_barred(there) or pos.unit_at(there):
            break
        here = there
    if here != pos.piece(id).at:
        origin = pos.piece(id).at
        play.place({id: here})
        play.tell(UnitRetreated(id, origin, here, "disordered"))


def _rows_from_home(pos: Position, id: str) -> int:
    row = pos.ground.places[pos.piece(id).at].row
    return row if pos.side(pos.piece(id).seat).edge == "south" else -row
