"""Generate a legal battlefield. Pieces are placed at random, from a seed, until the drawing has no faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

from battles.dba.rules.field import checks
from battles.dba.rules.field.shapes import BOARD, EDGES, STATIONS, Drawing, DrawnPiece
from battles.dba.rules.table.terrain import HARD, KINDS, LINEAR, TOPOGRAPHIES, UNIQUE, Kind, Topography

TRIES: Final = 40  # places tried for one piece before starting over
ROUNDS: Final = 40  # boards tried before an imperfect one is returned
PLACES: Final = 8  # places tried for a piece added to a board
_ORDER: Final = {"waterway": 0, "river": 1, "road": 2, "bua": 3}  # pieces that need the most room come first


class Chance:
    """Pseudo-random numbers derived from a string. The game's dice are never used."""

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, count()

    def draw_number(self, sides: int) -> int:
        drawn = sha256(f"{self._seed}:{next(self._count)}".encode()).digest()
        return int.from_bytes(drawn[:8]) % sides

    def draw_between(self, low: int, high: int, step: int = 1) -> int:
        """Return a random number between two limits, both included."""
        return low + step * self.draw_number((high - low) // step + 1)


@lru_cache(maxsize=512)
def battlefield(topography: str, seed: str) -> Drawing:
    """Return a random layout of pieces that a home terrain allows."""
    return lay_pieces(choice(TOPOGRAPHIES[topography], Chance(f"{seed}:choice")), topography, seed)


def choice(home: Topography, chance: Chance) -> tuple[Kind, ...]:
    """Return one or two compulsory pieces and two or three optional ones, chosen at random within the limits
    for each kind. At least one piece hinders movement.
    """
    while True:
        found = _choose_kinds(home, chance)
        if any(kind in HARD for kind in found):
            return found


def _choose_kinds(home: Topography, chance: Chance) -> tuple[Kind, ...]:
    found: list[Kind] = [home.compulsory]
    if home.compulsory not in UNIQUE and chance.draw_number(3) == 0:
        found.append(home.compulsory)
    wanted = len(found) + chance.draw_between(2, 3)
    while len(found) < wanted:
        open_to = [kind for kind in KINDS if kind in home.optional and _may_add(kind, found, home)]
        found.append(open_to[chance.draw_number(len(open_to))])
    return tuple(found)


def _may_add(kind: Kind, found: Sequence[Kind], home: Topography) -> bool:
    shut = {b if kind == a else a for a, b in home.exclusive if kind in (a, b)}
    return not shut.intersection(found) and found.count(kind) < (1 if kind in UNIQUE else 2)


@lru_cache(maxsize=512)
def lay_pieces(kinds: tuple[Kind, ...], topography: str, seed: str) -> Drawing:
    """Place these pieces legally and return them in the given order. If no legal layout is found, return the
    last complete attempt, or else pieces placed anywhere.
    """
    order = sorted(range(len(kinds)), key=lambda n: (_ORDER.get(kinds[n], 4), n))
    best: dict[int, DrawnPiece] = {}
    hopeless = _CHOSEN | (set() if HARD.intersection(kinds) else {"two_hard_quarters"})
    hopeless |= {"three_quarters"} if len(kinds) < 2 else set()
    for attempt in range(ROUNDS):
        chance, found = Chance(f"{seed}:{attempt}"), dict[int, DrawnPiece]()
        for n in order:
            one = piece_beside(kinds[n], tuple(found.values()), chance, small=attempt > ROUNDS // 2)
            if one is None:
                break
            found[n] = one
        if len(found) == len(kinds):
            drawing = tuple(found[n] for n in range(len(kinds)))
            if not any(fault.code not in hopeless for fault in checks.faults(drawing, topography)):
                return drawing
            best = found
    return tuple(best.get(n) or _anywhere(kind, Chance(f"{seed}:{n}")) for n, kind in enumerate(kinds))


# faults in the choice of pieces, which no layout can remove
_CHOSEN: Final = frozenset(
    {"not_of_this_topography", "only_one", "only_two", "compulsory_number", "optional_number", "either_or"}
)


def piece_beside(kind: Kind, others: Drawing, chance: Chance, small: bool = False) -> DrawnPiece | None:
    """Return a piece of the given kind that fits legally on a board with ``others``, or None if there is no
    room. ``small``: whether to make an area piece small.
    """
    for _ in range(TRIES):
        one = _anywhere(kind, chance, small=small)
        if any(checks.check_piece(0, one)) or any(_same_size(one, two) for two in others):
            continue
        if not any(fault for two in others for fault in checks.check_pair(0, one, 1, two)):
            return one
    return None


def add_piece(kind: Kind, others: Drawing, seed: str, topography: str = "") -> DrawnPiece:
    """Return a piece to add to a board. It is legal if possible, otherwise placed where there is room,
    otherwise anywhere.
    """
    chance = Chance(f"{seed}:{kind}:{len(others)}")
    found = None
    for attempt in range(PLACES):
        one = piece_beside(kind, others, chance, small=attempt > PLACES // 2)
        if one is not None and not any(checks.faults((*others, one), topography)):
            return one
        found = found or one
    return found or _anywhere(kind, chance, small=True)


def _same_size(one: DrawnPiece, two: DrawnPiece) -> bool:
    return not one.linear and not two.linear and {one.length, one.width} == {two.length, two.width}


def _anywhere(kind: Kind, chance: Chance, *, small: bool = False) -> DrawnPiece:
    if kind in LINEAR:
        return _line(kind, chance)
    short = chance.draw_between(50, 70, 5) if small else chance.draw_between(70, 120, 5)
    long = min(short + chance.draw_between(10, 80, 5), 2 * short, 355 - short)
    turn = chance.draw_between(0, 165, 15)
    one = DrawnPiece(kind, BOARD // 2, BOARD // 2, long, short, turn)
    # how far the piece can be shifted from the board's centre in each direction
    top, right, bottom, left = (gap // 100 for gap in checks.edges(one))
    x = chance.draw_between(BOARD // 2 - left, BOARD // 2 + right)
    y = chance.draw_between(BOARD // 2 - top, BOARD // 2 + bottom)
    return replace(one, x=x, y=y)


def _line(kind: Kind, chance: Chance) -> DrawnPiece:
    edge = EDGES[chance.draw_number(4)]
    if kind == "waterway":
        course = tuple(chance.draw_between(95, 150, 5) for _ in STATIONS)
        return DrawnPiece(kind, width=chance.draw_between(0, 40, 10), edge=edge, course=course)
    width = chance.draw_between(20, 35, 5) if kind == "river" else chance.draw_between(15, 25, 5)
    low, high = (175, 275) if kind == "river" else (60, 270)
    at = chance.draw_between(low, high)
    course_ = []
    for _ in STATIONS:
        at = min(high, max(low, at + chance.draw_between(-45, 45)))
        course_.append(at)
    return DrawnPiece(kind, width=width, edge=edge, course=tuple(course_))
