"""The terrain of a battlefield: the pieces that a home topography requires and allows, and problems with the
chosen pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from engine.game import IllegalAction
from engine.values import dataclass

Kind = Literal[
    "river",
    "steep_hill",
    "gentle_hill",
    "woods",
    "marsh",
    "rough",
    "dunes",
    "oasis",
    "waterway",
    "road",
    "bua",
]
KINDS: Final[tuple[Kind, ...]] = (
    "bua",
    "woods",
    "steep_hill",
    "gentle_hill",
    "rough",
    "marsh",
    "dunes",
    "oasis",
    "river",
    "waterway",
    "road",
)
LINEAR: Final = frozenset({"river", "road", "waterway"})
BAD_GOING: Final = frozenset({"steep_hill", "woods", "marsh", "rough", "dunes", "oasis"})
HARD: Final = BAD_GOING | {"river", "waterway"}  # at least two quarters must contain one of these kinds
UNIQUE: Final = frozenset({"waterway", "river", "oasis", "bua"})
LONG: Final = frozenset({"marsh", "rough"})  # the only kinds that may be longer than twice their width
# quarters that meet only at a point, so no linear piece can run through just these two
DIAGONAL: Final = ({1, 3}, {2, 4})
BASE_MM: Final = 40
RULE: Final = "battlefield"


@dataclass(frozen=True)
class Topography:
    """The kinds of pieces in a home topography. A battlefield has one or two pieces of the ``compulsory``
    kind and two or three ``optional`` ones, and only one kind of each ``exclusive`` pair.
    """

    compulsory: Kind
    optional: frozenset[Kind]
    exclusive: tuple[tuple[Kind, Kind], ...] = ()


TOPOGRAPHIES: Final[Mapping[str, Topography]] = {
    "arable": Topography(
        "bua", frozenset({"river", "steep_hill", "gentle_hill", "woods", "road", "waterway"})
    ),
    "forest": Topography("woods", frozenset({"river", "gentle_hill", "marsh"})),
    "hilly": Topography("steep_hill", frozenset({"river", "bua", "woods", "road"})),
    "steppe": Topography("gentle_hill", frozenset({"river", "rough", "bua"})),
    "dry": Topography("rough", frozenset({"dunes", "steep_hill", "oasis", "bua"})),
    "tropical": Topography("woods", frozenset({"river", "marsh", "rough", "bua", "road"})),
    "littoral": Topography(
        "waterway",
        frozenset({"steep_hill", "marsh", "woods", "dunes", "bua", "river"}),
        (("steep_hill", "marsh"), ("woods", "dunes")),
    ),
}


@dataclass(frozen=True)
class Piece:
    """A piece of terrain on the table. ``quarters``: the quarters that it touches (1-4, clockwise from the
    far left). ``length_mm`` and ``width_mm``: the sides of an area piece's bounding rectangle, or 0 if not
    measured.
    """

    kind: Kind
    quarters: tuple[int, ...]
    length_mm: int = 0
    width_mm: int = 0


def check(topography: str, pieces: tuple[Piece, ...]) -> None:
    """Refuse a battlefield that the rules of the home topography forbid. Raises IllegalAction."""
    for code, facts in faults(topography, pieces):
        raise IllegalAction(RULE, code, **facts)


def check_numbers(topography: str, pieces: tuple[Piece, ...]) -> None:
    """Refuse pieces whose kinds or numbers the home topography forbids. Raises IllegalAction."""
    for code, facts in choice_faults(topography, pieces):
        raise IllegalAction(RULE, code, **facts)


def choice_faults(topography: str, pieces: tuple[Piece, ...]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the faults in the kinds and numbers of pieces, ignoring where they are."""
    return _numbers(TOPOGRAPHIES[topography], Counter(p.kind for p in pieces))


def faults(topography: str, pieces: tuple[Piece, ...]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each problem with the chosen pieces, as a refusal code and its facts."""
    yield from _numbers(TOPOGRAPHIES[topography], Counter(p.kind for p in pieces))
    yield from _quarters(pieces)
    for number, piece in enumerate(pieces):
        yield from _shape(number, piece)
    areas = [p for p in pieces if p.kind not in LINEAR and p.length_mm]
    # equal sizes are a fault whichever way the pieces are turned
    sizes = [(min(p.length_mm, p.width_mm), max(p.length_mm, p.width_mm)) for p in areas]
    if len(set(sizes)) < len(sizes):
        yield "areas_same_size", {}


def _numbers(home: Topography, count: Mapping[str, int]) -> Iterator[tuple[str, dict[str, object]]]:
    for kind in count:
        if kind != home.compulsory and kind not in home.optional:
            yield "not_of_this_topography", {"piece": kind}
    for kind, number in count.items():
        if kind in UNIQUE and number > 1:
            yield "only_one", {"piece": kind}
        elif kind != home.compulsory and number > 2:
            yield "only_two", {"piece": kind}
    if not 1 <= count.get(home.compulsory, 0) <= 2:
        yield "compulsory_number", {"piece": home.compulsory, "number": count.get(home.compulsory, 0)}
    optional = sum(number for kind, number in count.items() if kind != home.compulsory)
    if not 2 <= optional <= 3:
        yield "optional_number", {"number": optional}
    for one, two in home.exclusive:
        if count.get(one) and count.get(two):
            yield "either_or", {"piece": one, "other": two}


def _quarters(pieces: tuple[Piece, ...]) -> Iterator[tuple[str, dict[str, object]]]:
    if len({q for p in pieces for q in p.quarters}) < 3:
        yield "three_quarters", {}
    hard = {q for p in pieces for q in p.quarters if p.kind in HARD}
    if len(hard) < 2:
        yield "two_hard_quarters", {}


def _shape(number: int, piece: Piece) -> Iterator[tuple[str, dict[str, object]]]:
    facts: dict[str, object] = {"piece": piece.kind, "number": number + 1}
    quarters = set(piece.quarters)
    if not quarters or not quarters <= {1, 2, 3, 4} or len(quarters) < len(piece.quarters):
        yield "bad_quarters", facts
    if piece.kind in LINEAR:
        if len(quarters) != 2:
            yield "linear_two_quarters", facts
        elif quarters in DIAGONAL:
            yield "quarters_apart", facts
        return
    if not piece.length_mm and not piece.width_mm:
        return  # not measured, so the players check it
    long, short = max(piece.length_mm, piece.width_mm), min(piece.length_mm, piece.width_mm)
    if short < BASE_MM:
        yield "narrower_than_base", facts
    if long + short > 360:
        yield "area_too_large", facts
    if piece.kind not in LONG and long > 2 * short:
        yield "area_too_long", facts
