"""Land a littoral army's reserve on the shore of a waterway, as one group (L238, section "deployment")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from battles.dba.rules.board.actions import LandOnBoard
from battles.dba.rules.board.turning import fits
from battles.dba.rules.field import bases, convex, ground, groups, shapes, sight, touch
from battles.dba.rules.field.bases import FULL, RIGHT_ANGLE, WIDE, WIDTH, Base
from battles.dba.rules.field.geometry import UNIT, Line, Point, distance_between
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.troops import ENGINES, is_camel
from engine.game import IllegalAction, InvalidAction
from engine.values import replace

SHORE: Final = ground.BANK  # a base within 10 paces of the water is on the shore (ruling B21)
ON_SHORE: Final = 2  # elements of a landing that must be on the shore (L238)
APART: Final = WIDTH  # distance between two landing places that are offered
OFFERED: Final = 6
INLAND: Final = 40 * UNIT  # greatest distance tried between the water and an offered landing


def place_group(
    position: Position, seat: str, codes: Sequence[tuple[str, str, bool]], action: LandOnBoard
) -> Position:
    """Return the position after a landing. ``codes``: the name and base code of each element aboard, and
    whether it is the general. Raises IllegalAction if the landing is illegal, and InvalidAction if it does
    not list exactly the elements aboard.
    """
    known = {name: (code, general) for name, code, general in codes}
    if sorted(action.who) != sorted(known) or not 1 <= action.files <= len(known):
        raise InvalidAction("", "landing_text", text=" ".join(action.who)[:60])
    found = line_up([(n, known[n][0]) for n in action.who], action)
    placed = {n: Placed(seat, base, known[n][1]) for n, base in found.items()}
    after = replace(position, elements={**position.elements, **placed})
    check_landing(after, tuple(found))
    return after


def line_up(codes: Sequence[tuple[str, str]], action: LandOnBoard) -> dict[str, Base]:
    """Return the bases of a landing, placed row by row behind the front row."""
    first = Base(codes[0][1], action.x * UNIT, action.y * UNIT, 2 * action.heading % FULL)
    found: dict[str, Base] = {}
    for number, (name, code) in enumerate(codes):
        row, file = divmod(number, action.files)
        if row:
            found[name] = bases.base_behind(found[codes[number - action.files][0]], code)
        else:
            corner = bases.offset(first.corner, first.heading, 0, file * WIDE)
            found[name] = Base(code, *corner, first.heading)
    return found


def check_landing(after: Position, who: tuple[str, ...]) -> None:
    """Refuse an illegal landing. The elements must form one group with room for each, and at least two of
    them (or a single element) must be on the shore. They must be clear of enemies and of strips that may not
    be crossed. Only a column or a single element may land in bad going, and artillery and war wagons may
    never land there.
    """
    if len(who) > 1 and not groups.is_group(after, who):
        raise IllegalAction("tactical_moves", "not_a_group")
    shores = waters(after)
    ashore = [n for n in who if _on_shore(after.base(n), shores)]
    if len(ashore) < min(ON_SHORE, len(who)):
        raise IllegalAction("deployment", "off_the_shore", number=min(ON_SHORE, len(who)))
    closed = [strip for strip in sight.strips(after, after.elements[who[0]].seat) if not strip.is_open(who)]
    for name in who:
        base = after.base(name)
        if not fits(after, name, base) or any(convex.overlap(base.corners, area) for _, area in after.areas):
            raise IllegalAction("deployment", "no_room", base=base.code)
        kinds = ground.kinds_under(after, base.corners)
        bad = kinds & ground.BAD or (kinds & ground.SAND and not is_camel(base.type, base.code))
        if bad and base.type in ENGINES:
            raise IllegalAction("distances", "never_in_bad", element=name, type=base.type)
        if bad and len(who) > 1 and not groups.is_column(after, who):
            raise IllegalAction("tactical_moves", "in_column", element=name)
        if foes := touch.touching_enemies(after, name):
            raise IllegalAction("contact", "not_lined_up", element=name, other=foes[0])
        crossed = next((strip.guard for strip in closed if convex.overlap(base.corners, strip.outline)), "")
        if crossed:
            raise IllegalAction("crossing_fronts", "strip_closed", other=crossed)


def waters(position: Position) -> tuple[Line, ...]:
    return tuple(
        part for piece in position.drawing if piece.kind == "waterway" for part in ground.parts(piece)
    )


def _on_shore(base: Base, shores: Sequence[Line]) -> bool:
    return any(convex.is_within(base.corners, water, SHORE) for water in shores)


def landings(position: Position, seat: str, codes: Sequence[tuple[str, str, bool]]) -> Iterator[LandOnBoard]:
    """Yield legal landings along the shores, with the group facing inland: first in line, then in two files,
    up to ``OFFERED`` of each.
    """
    who = tuple(name for name, _, _ in codes)
    files = sorted({len(who), min(2, len(who))}, reverse=True)
    for wide in files:
        found = 0
        for spot, heading in _spots(position):
            action = _nearest_landing(
                position, seat, codes, LandOnBoard(who, *_millimetres(spot), heading // 2, wide)
            )
            if action is not None:
                yield action
                found += 1
            if found == OFFERED:
                break


def _spots(position: Position) -> Iterator[tuple[Point, int]]:
    """Yield points along the shores, each with the heading inland."""
    for piece in position.drawing:
        if piece.kind != "waterway":
            continue
        for a, b in pairwise(shapes.course(piece)):
            heading = _heading_inland(a, b, piece.edge)
            long = distance_between(a, b)
            for at in range(APART // 2, long, APART):
                yield (a[0] + (b[0] - a[0]) * at // long, a[1] + (b[1] - a[1]) * at // long), heading


def _heading_inland(a: Point, b: Point, edge: int) -> int:
    """Return the heading that points most nearly straight inland from a stretch of shore. It is given in
    half degrees, but is always a whole number of degrees.
    """
    away = {1: 360, 2: 540, 3: 0, 4: 180}[edge]
    near = [(away + turn) % FULL for turn in range(-RIGHT_ANGLE // 2, RIGHT_ANGLE // 2 + 1, 2)]

    def slant(heading: int) -> int:
        x, y = bases.vector_ahead(heading)
        return abs(x * (b[0] - a[0]) + y * (b[1] - a[1]))

    return min(near, key=slant)


def _millimetres(spot: Point) -> tuple[int, int]:
    return spot[0] // UNIT, spot[1] // UNIT


def _nearest_landing(
    position: Position, seat: str, codes: Sequence[tuple[str, str, bool]], first: LandOnBoard
) -> LandOnBoard | None:
    """Return the legal landing nearest to the water with its front centred on a point of the shore, or
    None.
    """
    heading = 2 * first.heading
    kinds = [(n, code) for n, code, _ in codes]
    whole = line_up(kinds, first)
    rows = [list(whole.values())[row : row + first.files] for row in range(0, len(whole), first.files)]
    deep = sum(max(base.deep for base in row) for row in rows)
    spot = (first.x * UNIT, first.y * UNIT)
    for inland in range(0, INLAND, 2 * UNIT):
        corner = bases.add_points(
            spot, bases.way(heading, deep * bases.STEP + inland, -first.files * WIDTH // 2)
        )
        action = replace(first, x=corner[0] // UNIT, y=corner[1] // UNIT)
        try:
            place_group(position, seat, codes, action)
        except IllegalAction as refusal:
            if refusal.code == "off_the_shore":
                return None
            continue
        return action
    return None
