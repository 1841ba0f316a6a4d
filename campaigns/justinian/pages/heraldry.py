"""Each power's emblem: a colour, a pattern and two letters, so that no reader depends on colour alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Arms:
    """A power's emblem. ``mark``: its two letters. ``pattern``: the name of its flag's pattern in
    games.templatetags.vexillum. ``motif``: the SVG path, on a tile of 8 by 8, that is repeated over the
    power's places on the map.
    """

    mark: str
    colour: str
    pattern: str
    motif: str = "M4 0V8M0 4H8"


ARMS = {
    "byzantium": Arms("BY", "#5e2468", "plain", ""),
    "persia": Arms("PE", "#a8441f", "bend", "M-2 6L2 10M-2 -2L10 10M6 -2L10 2"),
    "vandals": Arms("VA", "#1f6f78", "stripes", "M0 2H8M0 6H8"),
    "ostrogoths": Arms("OS", "#2f5d2a", "saltire", "M-2 2L2 -2M-2 10L10 -2M6 10L10 6"),
    "moors": Arms("MO", "#8a6a1f", "chevron", "M0 6L4 2L8 6"),
    "franks": Arms("FR", "#2b4c8c", "pale", "M2 0V8M6 0V8"),
    "visigoths": Arms("VI", "#5a6b1f", "cross", "M4 1.5V6.5M1.5 4H6.5"),
    "alamanni": Arms("AL", "#6b4a2b", "border", "M1.5 1.5H6.5V6.5H1.5Z"),
    "lombards": Arms("LO", "#8c2b4c", "chevron", "M1.5 6.5L4 1.5L6.5 6.5Z"),
    "gepids": Arms("GE", "#3d5a66", "bend", "M4 1.5A2.5 2.5 0 1 0 4.01 1.5Z"),
    "slavs": Arms("SL", "#4d6b5a", "stripes", "M0 4Q2 1 4 4T8 4"),
    "bulgars": Arms("BU", "#7a3b2e", "cross", "M2 2L6 6M6 2L2 6"),
    "kotrigur_huns": Arms("KO", "#5f4b8b", "saltire", "M4 7V1M1.5 3.5L4 1L6.5 3.5"),
    "utigur_huns": Arms("UT", "#8b5f4b", "pale", "M1 4H7M4.5 1.5L7 4L4.5 6.5"),
    "crimean_goths": Arms("CG", "#3b6e5f", "border", "M4 .8L7.2 4L4 7.2L.8 4Z"),
    "lakhmid_arabs": Arms(
        "LA",
        "#6e5f1f",
        "chevron",
        "M5.5 1.5A2.8 2.8 0 1 0 5.5 6.5A2.5 2.5 0 0 1 5.5 1.5Z",
    ),
    "ghassanid_arabs": Arms("GH", "#1f5f6e", "bend", "M0 0H8M0 4H8M2 0V4M6 4V8"),
}
REVOLT = Arms("!!", "#96201c", "saltire", "M0 0L8 8M8 0L0 8M0 4L4 0L8 4L4 8Z")
NOBODY = Arms("–", "#66553f", "plain", "M4 3.4A.6 .6 0 1 0 4.01 3.4Z")
UNKNOWN = Arms("??", "#66553f", "plain")


FOLLOWED = ("byzantium", "persia", "vandals", "ostrogoths")  # powers shown in charts and summaries


def arms(power: str) -> Arms:
    """Return the emblem of a power, of the In Revolt marker ("revolt") or of a province without an owner
    ("nobody"). An unknown name gets a plain one.
    """
    return {"revolt": REVOLT, "nobody": NOBODY}.get(power) or ARMS.get(power, UNKNOWN)
