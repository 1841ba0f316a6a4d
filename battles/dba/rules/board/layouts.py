"""Deployment in one of several styles, or by hand with a layout as text: "r1 300 480 0, r2 260 480 0"
(section "deployment").

A layout gives each element's left front corner in millimetres and its heading in degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from battles.dba.rules.board import deployment
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field import convex, ground
from battles.dba.rules.field.bases import FULL, Base
from battles.dba.rules.field.geometry import UNIT, Point
from battles.dba.rules.field.ground import SIDE
from battles.dba.rules.field.position import Camp, Position
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from engine.game import IllegalAction, InvalidAction

STYLES: Final = tuple(deployment.STYLES)


def write_layout(places: Mapping[str, Base]) -> str:
    """Write a layout as text, in whole millimetres."""
    return ", ".join(
        f"{name} {base.x // UNIT} {base.y // UNIT} {base.heading // 2}" for name, base in places.items()
    )


def read(text: str, codes: Mapping[str, str]) -> dict[str, Base]:
    """Read the bases of a layout. Raises InvalidAction for text that is not a layout, or for an element that
    is not in ``codes``.
    """
    found = {}
    for part in text.split(","):
        name, *numbers = part.split() or [""]
        if name not in codes or len(numbers) != 3 or not all(one.isdecimal() for one in numbers):
            raise InvalidAction("", "layout_text", text=part.strip()[:60])
        x, y, heading = (int(one[:5]) for one in numbers)
        found[name] = Base(codes[name], x * UNIT, y * UNIT, 2 * heading % FULL)
    return found


@dataclass(frozen=True)
class Zone:
    """The zone in which a side deploys. ``position``: the position with the side's camp. ``edge``: the
    side's edge. ``codes``: the base codes of the elements to place. ``site``: the camp, if the side has
    pitched one.
    """

    position: Position
    edge: int
    codes: Mapping[str, str]
    site: Camp | None = None


def zone(battle: Battle, state: TableState, seat: str) -> Zone:
    """Return the deployment zone of a side. Raises IllegalAction if there is no room for its camp."""
    position = position_of(battle, state)
    edge = deployment.edge_of(state.side, seat == state.invader)
    site = deployment.camp_site(position, seat, edge) if state.camps[seat].pitched else None
    if site is not None:
        position = replace(position, camps={**position.camps, seat: site})
    codes = {n: battle.base(n, state).code for n in battle.of(seat) if state.elements[n].where == "table"}
    return Zone(position, edge, codes, site)


def check(position: Position, edge: int, places: Mapping[str, Base]) -> None:
    """Refuse a layout that leaves the zone, uses forbidden ground or has overlapping bases."""
    shore = deployment.shore(position, edge)
    for name, base in places.items():
        if not all(_in_zone(edge, shore, corner) for corner in base.corners):
            raise IllegalAction("deployment", "outside_zone", element=name)
        if not deployment.lawful_place(position, base):
            raise IllegalAction("deployment", "no_room", base=base.code)
        others = [
            *((other, one) for other, one in places.items() if other != name),
            *position.bases_in_open.items(),
        ]
        met = next((other for other, one in others if convex.overlap(base.corners, one.corners)), "")
        if met:
            raise IllegalAction("tactical_moves", "place_taken", element=name, other=met)


def _in_zone(edge: int, shore: int, corner: Point) -> bool:
    along, off = _seen_from(edge, corner)
    slack = convex.TOUCH
    beside = deployment.FLANK - slack <= along <= SIDE - deployment.FLANK + slack
    return beside and -slack <= off <= shore + deployment.DEEP + slack and not ground.off_board((corner,))


def _seen_from(edge: int, corner: Point) -> Point:
    """Return a point's distances along an edge and away from it, the reverse of ``deployment.point``."""
    x, y = corner
    return {1: (SIDE - x, y), 2: (SIDE - y, SIDE - x), 3: (x, SIDE - y), 4: (y, x)}[edge]


def places(where: Zone, layout: str) -> dict[str, Base]:
    """Return each element's base. ``layout``: one of the STYLES, or the text of a layout. Raises
    IllegalAction for an illegal layout, and InvalidAction for a layout that leaves out an element.
    """
    if layout in STYLES:
        return deployment.line_up(where.position, where.edge, where.codes, layout)
    found = read(layout, where.codes)
    if left := set(where.codes) - set(found):
        raise InvalidAction("", "layout_text", text=", ".join(sorted(left))[:60])
    check(where.position, where.edge, found)
    return found
