"""Convert Justinian's battles to *Cataphract* beside the box, with the battle sheet, and back."""

from __future__ import annotations

from typing import Final

from campaigns.bridge.cataphract.justinian import JustinianCataphract
from campaigns.bridge.cataphract.sheet import BesideTheBox


class JustinianSheet(BesideTheBox, JustinianCataphract):
    """The bridge from Justinian to the battle sheet of *Cataphract* (see engine.game.Bridge)."""


BRIDGE: Final = JustinianSheet()
