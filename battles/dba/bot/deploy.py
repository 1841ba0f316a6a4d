"""Deploy on the board in one close line, so that a single PIP moves the whole army (section "deployment").

The bot looks for the stretch of its zone with the most open ground in it and ahead of it. An army that
deploys second also matches its troops with the enemies that face them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from battles.dba.bot.worth import FAST, duel
from battles.dba.rules.board import deployment, layouts
from battles.dba.rules.board.actions import DeployOnBoard
from battles.dba.rules.field import bases, convex, ground, groups
from battles.dba.rules.field.bases import WIDTH, Base
from battles.dba.rules.field.geometry import UNIT, Point
from battles.dba.rules.field.ground import SIDE
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import setup
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, InvalidAction

FRONTS: Final = (150, 140, 130, 115, 100)  # mm from the shore or edge to the front of the line
SHIFTS: Final = (0, 500, 1000)  # sideways shifts of the line, in hundredths of a millimetre
WIDEST: Final = 10  # the greatest number of files in the line
LOOK: Final = (40, 80, 120, 160, 200, 240)  # mm ahead of the line where ground counts
BEHIND: Final = ("Ps", "LH", "Cv", "Cm", "SCh")  # types that stand behind the line, first choice first
ROOM: Final = {False: 0, True: -25}  # worth of a place ahead, by whether it's bad going
SHUT: Final = -120  # worth of a place ahead that no element can enter
FILE: Final = 200  # worth of each file of the line
RANKS: Final = 3  # the greatest depth of the line
TRIES: Final = 40  # the number of lines that the bot tries to fill
GAP: Final = 300  # cost of each file that is missing inside the line
WING: Final = 60  # worth of fast troops in the outer two files
MIXED: Final = 30  # cost of neighbours of different speed
ASIDE: Final = 3 * WIDTH  # sideways distance within which an enemy is thought to face a file


@dataclass(frozen=True)
class Line:
    """Places for a line: the left front corner of each file, from left to right."""

    corners: tuple[Point, ...]
    heading: int


def deploy(battle: Battle, state: TableState) -> act.Deploy | DeployOnBoard:
    """Choose how the active side deploys. If there is no room for a close line, choose the style that splits
    the army into the fewest groups.
    """
    seat = state.active
    if setup.second_wave(battle, state, seat):
        return act.Deploy()
    try:
        zone = layouts.zone(battle, state, seat)
        lined = line_up(zone, battle.general(seat), seat)
        if lined is None:
            return DeployOnBoard(min(layouts.STYLES, key=lambda style: _count_groups(zone, style)))
        layout = layouts.write_layout(lined)
        layouts.places(zone, layout)
    except (IllegalAction, InvalidAction):
        return act.Deploy()
    return DeployOnBoard(layout)


def _count_groups(zone: layouts.Zone, style: str) -> int:
    placed = {name: Placed("red", base) for name, base in layouts.places(zone, style).items()}
    position = Position(placed)
    return len({groups.group_of(position, name) for name in placed})


def line_up(zone: layouts.Zone, general: str, seat: str) -> dict[str, Base] | None:
    """Return the bases of a close line with the whole army, or None if there is no room for one."""
    names = sorted(zone.codes, key=lambda name: (_order(zone.codes[name]), name))
    foes = [one.base for one in zone.position.elements.values() if one.seat != seat and not one.inside]
    lines = list(_lines(zone, len(names)))
    heading = deployment.HEADINGS[zone.edge]
    corners = {corner for line in lines for corner in line.corners}
    ground_worth = {corner: _ground_ahead(zone.position, corner, heading) for corner in corners}
    for line in sorted(lines, key=lambda one: _worth(one, ground_worth), reverse=True)[:TRIES]:
        files = min(WIDEST, len(line.corners), len(names))
        front, rear = _ranks(names, zone.codes, files, general)
        if len(rear) > (RANKS - 1) * files:
            continue
        order = _match(front, zone.codes, line, foes, general)
        places = _place(order, rear, zone.codes, line)
        if all(_fits(zone.position, base) for base in places.values()):
            return places
    return None


def _order(code: str) -> int:
    return deployment.ORDER.index(bases.kind_of(code))


# --- where the line can stand ---


def _lines(zone: layouts.Zone, number: int) -> Iterator[Line]:
    """Yield lines that have room for the army: stretches of open ground, and lines with gaps."""
    shore, heading = deployment.shore(zone.position, zone.edge), deployment.HEADINGS[zone.edge]
    wide = SIDE - 2 * deployment.FLANK
    for off in FRONTS:
        for shift in SHIFTS:
            corners = [
                deployment.point(zone.edge, along, shore + off * UNIT)
                for along in range(deployment.FLANK + shift, deployment.FLANK + wide - WIDTH + 1, WIDTH)
            ]
            runs = list(_runs(zone.position, corners, heading))
            for run in (*runs, [corner for part in runs for corner in part]):
                most = min(WIDEST, number, len(run))
                for width in range(-(-number // RANKS), most + 1):
                    for at in range(len(run) - width + 1):
                        yield Line(tuple(run[at : at + width]), heading)


def _runs(position: Position, corners: Sequence[Point], heading: int) -> Iterator[list[Point]]:
    """Yield the unbroken stretches of files where close troops can stand two deep."""
    run: list[Point] = []
    for corner in corners:
        base = Base("4Pk", *corner, heading)
        if _fits(position, base) and _fits(position, base.move_by(-3 * base.deep * bases.STEP)):
            run.append(corner)
            continue
        if run:
            yield run
        run = []
    if run:
        yield run


def _fits(position: Position, base: Base) -> bool:
    return (
        not ground.off_board(base.corners)
        and deployment.lawful_place(position, base, careful=base.type != "Ps")
        and not any(convex.overlap(base.corners, one.base.corners) for one in position.elements.values())
    )


def _worth(line: Line, ground_worth: Mapping[Point, int]) -> tuple[int, int]:
    """Return how good the ground of a line is. Of equal lines the one nearer to the middle is better."""
    (x1, y1), (x2, y2) = line.corners[0], line.corners[-1]
    missing = (abs(x1 - x2) + abs(y1 - y2)) // WIDTH + 1 - len(line.corners)
    total = sum(FILE + ground_worth[corner] for corner in line.corners) - GAP * missing
    return total, -abs(x1 + x2 - SIDE) - abs(y1 + y2 - SIDE)


def _ground_ahead(position: Position, corner: Point, heading: int) -> int:
    """Return the worth of the ground ahead of a file."""
    base = Base("4Bd", *corner, heading)
    return sum(_going_ahead(position, base.move_by(ahead * UNIT)) for ahead in LOOK)


def _going_ahead(position: Position, base: Base) -> int:
    if ground.off_board(base.corners):
        return 0
    closed = any(convex.overlap(base.corners, area) for _, area in position.areas)
    if closed or ground.impassable(position, base.corners):
        return SHUT
    return ROOM[ground.going_of(position, base) != "good"]


# --- which element stands in which place ---


def _ranks(
    names: Sequence[str], codes: Mapping[str, str], files: int, general: str
) -> tuple[list[str], list[str]]:
    """Return the elements of the front rank and those behind it. Half of the Pikes support the others,
    and light and fast troops wait behind a line that is full.
    """
    kinds = {name: bases.kind_of(codes[name]) for name in names}
    pikes = [name for name in names if kinds[name] == "Pk" and name != general]
    rear = pikes[: len(pikes) // 2]
    for kind in BEHIND:
        surplus = max(0, len(names) - files - len(rear))
        rear += [name for name in names if kinds[name] == kind and name != general][:surplus]
    left = [name for name in names if name not in rear]
    while len(left) > files:
        name = next(n for n in reversed(left) if n != general)
        left.remove(name)
        rear.append(name)
    return left, rear


def _match(
    front: Sequence[str], codes: Mapping[str, str], line: Line, foes: Sequence[Base], general: str
) -> list[str]:
    """Return the front rank from left to right. It begins with heavy foot in the middle. Then elements are
    exchanged as long as that improves the line.
    """
    slots = sorted(range(len(front)), key=lambda at: abs(2 * at - len(front) + 1))
    order = [""] * len(front)
    for name, at in zip(front, slots, strict=True):
        order[at] = name
    values = {name: _values(bases.kind_of(codes[name]), line, foes) for name in front}

    def worth() -> int:
        total = sum(values[name][at] for at, name in enumerate(order))
        kinds = [bases.kind_of(codes[name]) for name in order]
        total -= MIXED * sum((a in FAST) != (b in FAST) for a, b in zip(kinds, kinds[1:], strict=False))
        for at, kind in enumerate(kinds):
            outer = min(at, len(kinds) - 1 - at)
            total += WING * (kind in FAST and outer < 2) - 10 * WING * (kind in ENGINES and outer > 0)
            total -= WING * (order[at] == general and outer < 2)
        return total

    best, better = worth(), True
    while better:
        better = False
        for one in range(len(order)):
            for two in range(one):
                order[one], order[two] = order[two], order[one]
                if (now := worth()) > best:
                    best, better = now, True
                else:
                    order[one], order[two] = order[two], order[one]
    return order


def _values(kind: str, line: Line, foes: Sequence[Base]) -> list[int]:
    """Return how well a troop type does in each file against the enemies that face the file."""
    right = bases.rightwards(line.heading)
    found = []
    for corner in line.corners:
        middle = Base("4Bd", *corner, line.heading).middle
        near = [
            (ASIDE - aside, foe.type)
            for foe in foes
            if (aside := _sideways_distance(middle, foe.middle, right)) < ASIDE and foe.type not in ENGINES
        ]
        whole = sum(weight for weight, _ in near)
        found.append(sum(weight * duel(kind, foe) for weight, foe in near) // whole if whole else 0)
    return found


def _sideways_distance(mine: Point, theirs: Point, right: Point) -> int:
    return abs((theirs[0] - mine[0]) * right[0] + (theirs[1] - mine[1]) * right[1]) // bases.STEP


def _place(
    order: Sequence[str], rear: Sequence[str], codes: Mapping[str, str], line: Line
) -> dict[str, Base]:
    """Return the bases of all ranks. Pikes stand behind Pikes, and others behind the ends of the line. A
    third rank begins when every file has two.
    """
    places = {
        name: Base(codes[name], *corner, line.heading)
        for name, corner in zip(order, line.corners, strict=False)
    }
    kinds = {name: bases.kind_of(codes[name]) for name in (*order, *rear)}
    free = sorted(order, key=lambda name: min(order.index(name), len(order) - 1 - order.index(name)))
    free = [name for name in free if kinds[name] not in ENGINES] + [n for n in free if kinds[n] in ENGINES]
    for name in rear:
        same = [one for one in free if kinds[one] == kinds[name] == "Pk"]
        before = (same or free)[0]
        free.remove(before)
        free.append(name)
        places[name] = bases.base_behind(places[before], codes[name])
    return places
