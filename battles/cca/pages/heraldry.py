"""The appearance of sides, unit classes, unit types and terrain on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from maps.grounds import GROUNDS
from maps.values import Ground, Side

SIDES: Final = {
    "bottom": Side("bottom", "BO", "#8c1c13", "M0 2H8M0 6H8"),
    "top": Side("top", "TO", "#27588f", "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"),
}
# The symbols of the unit classes and of leaders: a circle is light, a triangle medium, a square heavy, a star
# a leader.
SYMBOLS: Final = {
    "light": "M0-4A4 4 0 1 0 .01-4Z",
    "medium": "M0-4.5L5 4H-5Z",
    "heavy": "M-4-4H4V4H-4Z",
    "leader": "M0-5L1.5-1.5L5-1.2L2.3 1.1L3.2 4.7L0 2.8L-3.2 4.7L-2.3 1.1L-5-1.2L-1.5-1.5Z",
}
LETTERS: Final = {
    "light_inf": "LI",
    "light_bow": "LB",
    "light_sling": "LS",
    "auxilia": "AX",
    "medium_inf": "MI",
    "warrior": "WA",
    "heavy_inf": "HI",
    "war_machine": "WM",
    "light_cav": "LC",
    "light_bow_cav": "BC",
    "barbarian_chariot": "BH",
    "medium_cav": "MC",
    "camel": "CM",
    "cataphract_camel": "CC",
    "heavy_cav": "HC",
    "cataphract_heavy_cav": "CT",
    "heavy_chariot": "HH",
    "elephant": "EL",
}
TERRAIN: Final[Mapping[str, Ground]] = {
    "broken": GROUNDS["broken"],
    "forest": GROUNDS["woods"],
    "hill": GROUNDS["hill"],
    "steep_hill": GROUNDS["hill3"],
    "coast": GROUNDS["coast"],
    "lake": GROUNDS["lake"],
    "river": GROUNDS["river"],
    "ford": GROUNDS["ford"],
    "bridge": GROUNDS["ford"],
    "rampart": GROUNDS["rampart"],
    "camp": GROUNDS["camp"],
    "scalable_wall": GROUNDS["wall"],
    "fortified_wall": GROUNDS["wall"],
    "marsh": GROUNDS["marsh"],
}


def flags(armies: Mapping[str, str], banners: Mapping[str, Mapping[str, str]]) -> Mapping[str, Side]:
    """Return both sides, marked with the initials of their armies. A campaign's battle uses the colours of
    the campaign map.
    """
    return {
        seat: replace(side, **{"mark": armies.get(seat, seat)[:2].upper(), **banners.get(seat, {})})
        for seat, side in SIDES.items()
    }
