"""The campaign's half of a bridge. It supplies facts beyond the forces: odds, soldiers, ground and names.

``from_justinian`` and ``from_italia`` implement this half for their campaigns. The other half is a module for
each battle system, which builds armies from these facts.
"""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.game import Bridge, Facts, Force, ForceUnit, OpenBattle, OwnChances

DATA: Final = Path(__file__).parent / "data"
BOXES: Final = ("rome", "carthage")
SIDES: Final = ("attacker", "defender")


@cache
def read(name: str) -> Mapping[str, Any]:
    """Read a data file of the bridges."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def check_strengths(battle: OpenBattle) -> None:
    """Raise ValueError if a side has no strength, because it cannot take the field."""
    for side in SIDES:
        force: Force = getattr(battle, side)
        if force.sp < 1:
            raise ValueError(f"{force.seat} brings nobody to battle")


class FromCampaign(Bridge):
    """The campaign's half of a bridge (see engine.game.Bridge)."""

    @abstractmethod
    def chances(self, battle: OpenBattle) -> OwnChances:
        """Return the odds of the battle by the campaign's own dice."""

    @abstractmethod
    def boxes(self, battle: OpenBattle) -> Mapping[str, str]:
        """Return which half of a boxed battle game's pieces each side uses: Rome's or Carthage's."""

    @abstractmethod
    def mix(self, unit: ForceUnit, battle: OpenBattle) -> Mapping[str, int]:
        """Return the kinds of soldiers in a unit, each with its share of the unit's points."""

    @abstractmethod
    def place(self, battle: OpenBattle) -> tuple[str, str]:
        """Return the place of the battle and its terrain: open, highland, marsh, strait, shore or walls. The
        same place always has the same board.
        """

    @abstractmethod
    def title(self, battle: OpenBattle, scenario: Facts) -> str:
        """Return the title of the battle's scenario."""

    @abstractmethod
    def power(self, unit: ForceUnit, scenario: Facts) -> str:
        """Return the name of the power to which a unit belongs."""

    def adjust_losses(self, battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
        """Return losses that the campaign can accept, as SP by unit. By default they are the given
        ``losses``.
        """
        return losses

    def own_chances(self, battle: OpenBattle) -> OwnChances:
        return self.chances(battle)

    def people_name(self, force: Force, scenario: Facts) -> str:
        """Return the name of the power that contributes most to a side."""
        return self.power(max(force.units, key=lambda unit: unit.sp), scenario)
