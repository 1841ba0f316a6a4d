"""The appearance of nations on the map: the colour, pattern and letters on their cards."""

from __future__ import annotations

from campaigns.italia.rules.scenario.types import Nation, Scenario
from maps.values import Side

# The patterns named on cards, drawn on an 8 by 8 tile.
MOTIFS = {
    "plain": "",
    "stripes": "M0 2H8M0 6H8",
    "hatch": "M-2 6L2 10M-2 -2L10 10M6 -2L10 2",
    "dots": "M4 2.6A1.4 1.4 0 1 0 4.01 2.6Z",
    "chevrons": "M0 6L4 2L8 6",
    "cross": "M4 1.5V6.5M1.5 4H6.5",
}
NOBODY = Side("nobody", "", "#66553f")
READABLE = 4.5  # the lowest contrast of white letters on a counter


def side(scn: Scenario, nation: str) -> Side:
    """Return a nation's appearance on the map. The nation "" means that nobody holds a place."""
    card = scn.nations.get(nation)
    return _side(card) if card else NOBODY


def _side(card: Nation) -> Side:
    return Side(card.id, card.mark, darken(card.colour), MOTIFS.get(card.pattern, ""))


def darken(colour: str) -> str:
    """Darken a colour until white letters on it are readable.
    >>> darken("#8c1c13"), darken("#d4a017")
    ('#8c1c13', '#936e0c')
    """
    parts = list(bytes.fromhex(colour.removeprefix("#")))
    while 1.05 / (_luminance(parts) + 0.05) < READABLE:
        parts = [part * 97 // 100 for part in parts]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _luminance(parts: list[int]) -> float:
    """Return the relative luminance of a colour."""
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in parts)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
