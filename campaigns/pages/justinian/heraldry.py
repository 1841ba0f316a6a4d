"""How powers are told apart: a colour, a pattern and two letters (never by colour alone)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Arms:
    """``css`` is the power's class suffix in static/campaigns/justinian.css; ``pattern`` one of WEB's."""

    mark: str
    colour: str
    pattern: str


ARMS = {
    "byzantium": Arms("BY", "#5e2468", "plain"),
    "persia": Arms("PE", "#a8441f", "bend"),
    "vandals": Arms("VA", "#1f6f78", "stripes"),
    "ostrogoths": Arms("OS", "#2f5d2a", "saltire"),
    "moors": Arms("MO", "#8a6a1f", "chevron"),
    "franks": Arms("FR", "#2b4c8c", "pale"),
    "visigoths": Arms("VI", "#5a6b1f", "cross"),
    "alamanni": Arms("AL", "#6b4a2b", "border"),
    "lombards": Arms("LO", "#8c2b4c", "chevron"),
    "gepids": Arms("GE", "#3d5a66", "bend"),
    "slavs": Arms("SL", "#4d6b5a", "stripes"),
    "bulgars": Arms("BU", "#7a3b2e", "cross"),
    "kotrigur_huns": Arms("KO", "#5f4b8b", "saltire"),
    "utigur_huns": Arms("UT", "#8b5f4b", "pale"),
    "crimean_goths": Arms("CG", "#3b6e5f", "border"),
    "lakhmid_arabs": Arms("LA", "#6e5f1f", "chevron"),
    "ghassanid_arabs": Arms("GH", "#1f5f6e", "bend"),
}
REVOLT = Arms("!!", "#96201c", "saltire")
UNKNOWN = Arms("??", "#66553f", "plain")


def arms(power: str) -> Arms:
    """The arms of a power, of the In Revolt marker, or those of nobody."""
    return REVOLT if power == "revolt" else ARMS.get(power, UNKNOWN)
