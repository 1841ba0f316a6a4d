"""Kinds of terrain that boards share. The motif of each is drawn above and below the centre of a space,
where counters do not cover it. Kinds never differ by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from maps.values import Ground

_WAVE = "q3-4 6 0t6 0 6 0 6 0"
_ARC = "q9-8 18 0"
_TENT = "l7-9 7 9zM0-24v9"

WOODS = Ground(
    "woods",
    "#2f6b3a",
    "M-10-15l4.5-9 4.5 9zM1-15l4.5-9 4.5 9zM-10 24l4.5-9 4.5 9zM1 24l4.5-9 4.5 9z",
)
BROKEN = Ground(
    "broken",
    "#8a6a35",
    "M-12-16l3-4 3 4M-2-20l3-4 3 4M5-15l3-4 3 4M-10 21l3-4 3 4M-1 18l3-4 3 4M5 24l3-4 3 4",
)
HILL = Ground("hill", "#a5853f", f"M-9-16{_ARC}M-9 23{_ARC}")
HILL_2 = Ground("hill2", "#84642b", f"M-9-15{_ARC}M-9-19.5{_ARC}M-9 20{_ARC}M-9 24.5{_ARC}")
HILL_3 = Ground(
    "hill3", "#5f451c", f"M-9-15{_ARC}M-9-18.5{_ARC}M-9-22{_ARC}M-9 18{_ARC}M-9 21.5{_ARC}M-9 25{_ARC}"
)
RIVER = Ground("river", "#1f6f8f", f"M-12-21{_WAVE}M-12-16{_WAVE}M-12 17{_WAVE}M-12 22{_WAVE}")
FORD = Ground("ford", "#3f8f9a", f"M-12-19{_WAVE}M-11 17h5M-2 17h5M7 17h5M-7 22h5M2 22h5")
COAST = Ground("coast", "#3f7fae", f"M-12-21{_WAVE}M-12-16h24M-12 16h24M-12 22{_WAVE}")
LAKE = Ground(
    "lake",
    "#1f5f8f",
    "M-12-22h24M-16-18.5h32M-12-15h24M-12 15h24M-16 18.5h32M-12 22h24",
)
MARSH = Ground(
    "marsh",
    "#4d7a6a",
    "M-12-16h10M-9.5-16v-5M-7-16v-7M-4.5-16v-5M2-19h10M4.5-19v-4"
    "M7-19v-6M9.5-19v-4M-5 23h10M-2.5 23v-5M0 23v-7M2.5 23v-5",
)
CAMP = Ground("camp", "#6b4a2b", f"M-7-15{_TENT}M-13 17l4 6m0-6l-4 6M-2 17l4 6m0-6l-4 6M9 17l4 6m0-6l-4 6")
RAMPART = Ground(
    "rampart",
    "#7a5a3a",
    "M-13-15v-7h6v4h4v-4h6v4h4v-4h6v7zM-13 24v-7h6v4h4v-4h6v4h4v-4h6v7z",
)
WALL = Ground(
    "wall",
    "#5a5550",
    "M-13-15h26v-9h-26zM-13-19.5h26M-6-24v4.5M6-24v4.5M0-19.5v4.5"
    "M-13 24h26v-9h-26zM-13 19.5h26M-6 15v4.5M6 15v4.5M0 19.5v4.5",
)

GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {
        one.id: one
        for one in (
            WOODS,
            BROKEN,
            HILL,
            HILL_2,
            HILL_3,
            RIVER,
            FORD,
            COAST,
            LAKE,
            MARSH,
            CAMP,
            RAMPART,
            WALL,
        )
    }
)
