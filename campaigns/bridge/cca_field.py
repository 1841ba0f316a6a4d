"""The board for a campaign's battle in Commands & Colors: Ancients. It has both lines of battle, and terrain
that depends on the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final
from zlib import crc32

from battles.cca.rules.terrain.board import HEXES, NAMES, mirror
from battles.cca.rules.units import UNITS
from campaigns.bridge.cca_armies import BOTTOM, TOP, data

SEA, DEFENDED = "sea", "defended"
WALL: Final = {BOTTOM: "rampart NW NE", TOP: "rampart SE SW"}  # the hex sides toward the enemy
AHEAD: Final = frozenset({"light_inf", "light_bow", "light_sling", "elephant"})
# the order in which types of unit are placed in a line
ORDER: Final = (
    "heavy_inf",
    "medium_inf",
    "warrior",
    "auxilia",
    "heavy_cav",
    "medium_cav",
    "light_cav",
    "elephant",
    "light_inf",
    "light_bow",
    "light_sling",
)


def turn_hex(name: str) -> str:
    """Return the hex at the same place as seen from the other side of the board."""
    return NAMES[mirror(HEXES[name])]


def terrain(place: str, kind: str, attacker: str) -> dict[str, str]:
    """Return the terrain of a place by hex. The same place always has the same board. ``kind``: the kind of
    ground. ``attacker``: the attacker's seat.
    """
    choices = data()["boards"][kind]
    board: Mapping[str, list[str]] = choices[crc32(place.encode()) % len(choices)]
    defender = TOP if attacker == BOTTOM else BOTTOM
    found: dict[str, str] = {}
    for what, hexes in board.items():
        for name in hexes:
            if what == SEA:
                found[_hex_from(attacker, name)] = "coast"
            elif what == DEFENDED:
                found[_hex_from(defender, name)] = WALL[defender]
            else:
                found[name] = found[turn_hex(name)] = what
    return dict(sorted(found.items()))


def line_up(seat: str, troops: Mapping[str, int]) -> dict[str, str]:
    """Assign a hex to each unit of a side, from the middle of the line outwards. Return the type of unit in
    each hex.
    """
    found: dict[str, str] = {}
    line: Mapping[str, list[str]] = data()["line"]
    for kind in ORDER:
        where = "front" if kind in AHEAD else "middle" if UNITS[kind].foot else "wings"
        others = [name for part in ("behind", "front", "middle", "wings") for name in line[part]]
        for _unit in range(troops.get(kind, 0)):
            at = next(name for name in (*line[where], *others) if _hex_from(seat, name) not in found)
            found[_hex_from(seat, at)] = kind
    return found


def attach_leaders(seat: str, units: Mapping[str, str], leaders: Iterable[str]) -> list[dict[str, Any]]:
    """Attach the leaders of a side to its units, the first in the middle and the others on the wings. Return
    each leader's side, name and hex. A leader for whom no unit is free is left out.
    """
    line: Mapping[str, list[str]] = data()["line"]
    places = [_hex_from(seat, name) for part in ("middle", "front", "wings", "behind") for name in line[part]]
    wings = [_hex_from(seat, name) for part in ("wings", "middle", "front", "behind") for name in line[part]]
    found: list[dict[str, Any]] = []
    for name in leaders:
        taken = [one["hex"] for one in found]
        free = [at for at in (wings if found else places) if at in units and at not in taken]
        if free:
            found.append({"side": seat, "name": name, "hex": free[0]})
    return found


def _hex_from(seat: str, name: str) -> str:
    return name if seat == BOTTOM else turn_hex(name)
