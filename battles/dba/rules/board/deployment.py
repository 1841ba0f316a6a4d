"""Deploy legally on the drawn battlefield, with a camp at the back and a line in front of it (L238, section
"deployment").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from battles.dba.rules.field import bases, convex, ground, shapes
from battles.dba.rules.field.bases import STEP, Base
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.field.ground import SIDE
from battles.dba.rules.field.position import Camp, Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.troops import ENGINES, MOUNTED
from engine.game import IllegalAction

# the depth of a deployment zone, from the side's own edge or from the shore of a waterway along it
DEEP: Final = 600 * PER_PACE
FLANK: Final = 300 * PER_PACE  # the distance from the side edges of the board to the deployment zone
# headings in half degrees, by the army's edge: far, right, near, left
HEADINGS: Final = {1: 360, 2: 540, 3: 0, 4: 180}
CAMP: Final = (12, 8)  # the size of a camp in steps (60 by 40 mm)
ROWS: Final = (130, 95, 60)  # mm from the edge to the front of each line
# maps each style to the point on the edge (in quarters of its length) from which a line grows outwards
STYLES: Final = {
    "centre": 2,
    "left": 1,
    "right": 3,
    "two_lines": 2,
}
SECOND: Final = frozenset({"Kn", "SCh", "Cm", "Cv", "LH", "El", "Ps"})  # types in the second line
# Troop types in the order from the middle of the line outwards.
ORDER: Final = (
    "Pk",
    "Sp",
    "Bd",
    "Hd",
    "Wb",
    "Bw",
    "WWg",
    "Art",
    "El",
    "Ax",
    "Kn",
    "SCh",
    "Cm",
    "Cv",
    "LH",
    "Ps",
)


def edge_of(side: int, invader: bool) -> int:
    """Return the edge of one side. The invader's edge is ``side``, and the defender's is the opposite one."""
    return side if invader else (side + 1) % 4 + 1


def point(edge: int, along: int, off: int) -> Point:
    """Return the point at the distance ``along`` an edge from its left end, and ``off`` the edge towards the
    middle of the board. Left is as seen by the side that deploys at the edge.
    """
    return {
        1: (SIDE - along, off),
        2: (SIDE - off, SIDE - along),
        3: (along, SIDE - off),
        4: (off, along),
    }[edge]


def shore(position: Position, edge: int) -> int:
    """Return how far a waterway along an edge reaches into the board. The deployment zone begins at its
    shore (L238, ruling B18).
    """
    along = (piece for piece in position.drawing if piece.kind == "waterway" and piece.edge == edge)
    return max((shapes.reach(piece)[1] for piece in along), default=0)


def camp_site(position: Position, seat: str, edge: int) -> Camp:
    """Return a site for a camp at the side's own edge, in good going and as close to the middle as possible.
    Raises IllegalAction if there is none.
    """
    wide, deep = CAMP
    first = shore(position, edge) + deep * STEP
    for off in range(first, first + DEEP, 2 * STEP):
        for along in _places_outwards(SIDE - wide * STEP):
            x, y = point(edge, along, off)
            site = Camp(x, y, HEADINGS[edge], wide, deep, seat)
            if not ground.kinds_under(position, site.outline) - {"road", "gentle_hill"}:
                return site
    raise IllegalAction("camps", "no_room_for_the_camp", seat=seat)


def line_up(
    position: Position, edge: int, codes: Mapping[str, str], style: str = "centre"
) -> dict[str, Base]:
    """Place elements in rows along their side's board edge, and return their bases. ``codes``: each element's
    code. The line grows outwards from the starting point of its style, heavy foot first, as close together
    as the ground allows.
    """
    order = sorted(codes, key=lambda name: (ORDER.index(bases.kind_of(codes[name])), name))
    taken = [one.base.corners for one in position.elements.values()]
    found: dict[str, Base] = {}
    for name in order:
        behind = style == "two_lines" and bases.kind_of(codes[name]) in SECOND
        rows = (*ROWS[1:], *ROWS[:1]) if behind else ROWS
        found[name] = _place(position, edge, codes[name], taken, rows, STYLES[style])
        taken.append(found[name].corners)
    return found


def _place(
    position: Position, edge: int, code: str, taken: Sequence[Line], rows: Sequence[int], start: int
) -> Base:
    for careful in (True, False):
        for row in rows:
            for along in _places_outwards(SIDE - 2 * FLANK - bases.WIDTH, start):
                x, y = point(edge, FLANK + along, shore(position, edge) + row * UNIT)
                base = Base(code, x, y, HEADINGS[edge])
                free = not any(convex.overlap(base.corners, other) for other in taken)
                if free and lawful_place(position, base, careful):
                    return base
    raise IllegalAction("deployment", "no_room", base=code)


def lawful_place(position: Position, base: Base, careful: bool = False) -> bool:
    """Return whether a base may be deployed where it is.

    Water, camps and built-up areas are forbidden. Bad going is forbidden to artillery and war wagons. If
    ``careful``, it counts as forbidden to the other troops that fight badly in it, too.
    """
    if any(convex.overlap(base.corners, area) for _, area in position.areas):
        return False
    kinds = ground.kinds_under(position, base.corners)
    bad = kinds & (ground.BAD | ground.SAND)
    shy = base.type in ENGINES or (careful and base.type in {*MOUNTED, "Pk", "Sp", "Bd", "Hd", "Wb", "Bw"})
    return not kinds & {"waterway", "river"} and not (bad and shy)


def _places_outwards(most: int, start: int = 2) -> Iterator[int]:
    """Yield distances along a stretch of the given length. They begin at ``start`` (in quarters of the
    stretch) and spread outwards, alternating left and right.
    """
    middle = most * start // 4 // STEP * STEP
    yield middle
    for away in range(STEP, most, STEP):
        if middle - away >= 0:
            yield middle - away
        if middle + away <= most:
            yield middle + away
