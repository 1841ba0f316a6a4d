"""The symbols and colours of sides, unit types and terrain on the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from battles.cataphract.rules.battle.rules import COLOURS
from battles.cataphract.rules.field import ground
from battles.cataphract.rules.sheet.armies.roster import FIRST, SECOND
from maps.grounds import GROUNDS
from maps.values import Ground, Side

MOTIFS: Final = {FIRST: "M0 2H8M0 6H8", SECOND: "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"}
# a frame with one stroke means horse, with two strokes foot, with a dash artillery
SYMBOLS: Final = {
    "horse": "M-6-4.5H6V4.5H-6ZM-6 4.5L6-4.5",
    "foot": "M-6-4.5H6V4.5H-6ZM-6 4.5L6-4.5M-6-4.5L6 4.5",
    "artillery": "M-6-4.5H6V4.5H-6ZM-1.5 0h3",
    "leader": "M0-5L1.5-1.5L5-1.2L2.3 1.1L3.2 4.7L0 2.8L-3.2 4.7L-2.3 1.1L-5-1.2L-1.5-1.5Z",
}
TERRAIN: Final[Mapping[str, Ground]] = {
    ground.WOODS: GROUNDS["woods"],
    ground.BROKEN: GROUNDS["broken"],
}
STROKES: Final[Mapping[str, str]] = {
    ground.RIVER: "river",
    ground.STREAM: "river",
    ground.TRENCH: "trench",
}


def sides(names: Mapping[str, str], banners: Mapping[str, Mapping[str, str]]) -> Mapping[str, Side]:
    """Return both sides by seat, each with the first two letters of its army's name. In a campaign's battle
    they have the campaign map's colours.
    """
    return {
        seat: replace(
            Side(seat, names[seat][:2].upper(), COLOURS[seat], MOTIFS[seat]), **dict(banners.get(seat, {}))
        )
        for seat in (FIRST, SECOND)
    }
