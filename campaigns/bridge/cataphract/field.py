"""The set-up of a campaign's battle on the printed grid of *Cataphract*: two lines of battle on open ground.

No printed map belongs to these battles. The set-up is our design.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import FIRST, SECOND
from battles.cataphract.rules.unit import FOOT
from campaigns.bridge.cataphract.armies import FieldedUnit, data
from engine.game import Facts

FACING: Final = {FIRST: "E", SECOND: "W"}
RETREAT: Final = {FIRST: "W", SECOND: "E"}
LIGHT: Final = "LI"


def line_up(seat: str, units: Sequence[FieldedUnit]) -> dict[str, dict[str, Any]]:
    """Return the place of each unit of a side, as a scenario describes it.

    Heavy and medium foot is in the middle of the main line, with half of the horse on either wing. Light
    foot is in front of the middle. A long line continues behind its middle.
    """
    rule = data()["field"]
    light = [one for one in units if one.contingent.type == LIGHT]
    foot = [one for one in units if one.contingent.type in FOOT and one not in light]
    horse = [one for one in units if one.contingent.type not in FOOT]
    wings = (horse[0::2], horse[1::2])
    main = [*reversed(wings[0]), *foot, *wings[1]]
    low, high = rule["rows"]
    room = high - low + 1
    found: dict[str, dict[str, Any]] = {}
    for column, row in (
        (rule["line"][seat], main[:room]),
        (rule["ahead"][seat], light[:room]),
        (rule["behind"][seat], [*main[room:], *light[room:]]),
    ):
        for one, at in zip(row, _rows(rule["middle"], len(row)), strict=True):
            found[one.id] = {
                "of": one.of,
                "number": one.number,
                "hex": f"{column:02}{at:02}",
                "facing": FACING[seat],
            }
    return found


def _rows(middle: int, many: int) -> Iterator[int]:
    first = middle - many // 2
    return iter(range(first, first + many))


def post_leaders(units: Sequence[FieldedUnit], places: Facts, leaders: Sequence[str]) -> dict[str, str]:
    """Return the hex in which each leader begins. ``leaders``: a side's leaders, the commander first, who is
    with the unit in the middle of the side. The others are spread over the side from north to south.
    """
    order = sorted((places[one.id]["hex"] for one in units), key=lambda at: (at[2:], at))
    found = {leaders[0]: order[len(order) // 2]}
    others = leaders[1:]
    for at, leader in enumerate(others):
        found[leader] = order[(2 * at + 1) * len(order) // (2 * len(others))]
    return found
