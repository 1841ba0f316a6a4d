"""The look of the board: colours of the sides, terrain, and symbols of troops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from maps.grounds import GROUNDS
from maps.values import Ground, Side

SIDES: Final = {
    "rome": Side("rome", "RO", "#8c1c13", "M0 2H8M0 6H8"),
    "carthage": Side("carthage", "CA", "#27588f", "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"),
}
CAMPS: Final = {
    "rome": Side("camp_rome", "RO", "#8c1c13", "M1 7L4 2L7 7Z"),
    "carthage": Side("camp_carthage", "CA", "#27588f", "M1 7L4 2L7 7Z"),
}


def flags(banners: Mapping[str, Mapping[str, str]]) -> Mapping[str, Side]:
    """Return the colours and marks of both sides. A battle of a campaign uses those of the campaign map
    (``banners``: see games.models.Game).
    """
    return {seat: replace(side, **banners.get(seat, {})) for seat, side in SIDES.items()}


def camps(sides: Mapping[str, Side]) -> Mapping[str, Side]:
    """Return the look of both sides' camps."""
    return {
        seat: replace(camp, mark=sides[seat].mark, colour=sides[seat].colour) for seat, camp in CAMPS.items()
    }


GROUND: Final[Mapping[str, Ground]] = {
    "height": replace(GROUNDS["hill2"], id="height"),
    "wood": replace(GROUNDS["woods"], id="wood"),
    "river": GROUNDS["river"],
    "stream": Ground("stream", "#3f9ab5", "M-12-19q3-4 6 0t6 0 6 0 6 0M-12 20q3-4 6 0t6 0 6 0 6 0"),
    "ford": GROUNDS["ford"],
    "bridge": Ground(
        "bridge",
        "#6b4a2b",
        "M-13-15h26M-13-24h26M-8-15v-9M0-15v-9M8-15v-9M-13 15h26M-13 24h26M-8 15v9M0 15v9M8 15v9",
    ),
    "boat_bridge": Ground(
        "boat_bridge",
        "#6b4a2b",
        "M-13-22h26M-10-22q2 7 4 0M-2-22q2 7 4 0M6-22q2 7 4 0"
        "M-13 17h26M-10 17q2 7 4 0M-2 17q2 7 4 0M6 17q2 7 4 0",
    ),
}

# Each symbol consists of lines around the middle of a counter, 12 wide and 10 high.
FOOT, HORSE, LIGHT_HORSE = (
    "M-5-3.5H5V3.5H-5Z",
    "M-5-3.5H5V3.5H-5ZM-5 3.5L5-3.5",
    "M-5 3.5L5-3.500M2-3.5H5V-.5",
)
BOW, SLING = (
    "M-3-4.5Q4 0-3 4.5ZM-3 0H5M3-1.5L5 0L3 1.5",
    "M0 1.5A2 2 0 1 0 .01 1.5ZM-1.5 1.5L-5-4M1.5 1.5L5-4",
)
JAVELIN = "M-4 4L4-4M1-4H4V-1M-4 0L0-4"
SYMBOLS: Final = {
    "legionaries": f"{FOOT}M-5-3.5L5 3.5M5-3.5L-5 3.5",
    "auxiliaries": f"{FOOT}M0-3.5V3.5",
    "punic_foot": f"{FOOT}M-5-3.5L5 3.5M5-3.5L-5 3.5",
    "greek_foot": "M0-4.2A4.2 4.2 0 1 0 .01-4.2ZM0-1A1 1 0 1 0 .01-1Z",
    "velites": JAVELIN,
    "libyans": JAVELIN,
    "archers": BOW,
    "bowmen": BOW,
    "slingers": SLING,
    "baleares": SLING,
    "heavy_cavalry": HORSE,
    "horse": HORSE,
    "light_cavalry": LIGHT_HORSE,
    "numidians": LIGHT_HORSE,
    "elephants": "M-5 4V-.5A3.5 3.5 0 0 1-1.5-4H2.5A2.5 2.5 0 0 1 5-1.5V4H3.5V0H2V4H.5V1.5H-2V4Z",
    "ballistae": "M0 4.500V-4.5M-5-1Q0-5 5-1L0 2Z",
    "chief": "M0-5L1.5-1.5L5-1.2L2.3 1.1L3.2 4.7L0 2.8L-3.2 4.7L-2.3 1.1L-5-1.2L-1.5-1.5Z",
    "wing": "M-4 4L0-4.5L4 4M-2.500 1H2.5",
    "standard": "M-3 5V-5H4L2-3L4-1H-3",
}
