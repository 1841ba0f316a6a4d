"""The campaign's half of every bridge that needs more than forces: the odds, the soldiers, the ground, the
names. Pure code.

``from_justinian`` and ``from_italia`` implement this for their campaigns. The other half, in a module for
each battle system, builds armies from it.
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
    """Raise ValueError for a side of no strength, which cannot take the field."""
    for side in SIDES:
        force: Force = getattr(battle, side)
        if force.sp < 1:
            raise ValueError(f"{force.seat} brings nobody to battle")


class FromCampaign(Bridge):
    """The campaign's half of a bridge; see engine.game.Bridge."""

    @abstractmethod
    def chances(self, battle: OpenBattle) -> OwnChances:
        """Return the odds of the battle by the campaign's own table."""

    @abstractmethod
    def boxes(self, battle: OpenBattle) -> Mapping[str, str]:
        """Return the half of a battle game's box that each side uses: Rome's or Carthage's."""

    @abstractmethod
    def mix(self, unit: ForceUnit, battle: OpenBattle) -> Mapping[str, int]:
        """Return the sorts of soldiers in a unit, by shares of its points."""

    @abstractmethod
    def place(self, battle: OpenBattle) -> tuple[str, str]:
        """Return the place of the battle (equal places have equal boards), and its terrain: open, highland,
        marsh, strait, shore or walls.
        """

    @abstractmethod
    def title(self, battle: OpenBattle, scenario: Facts) -> str:
        """Name the battle for its scenario."""

    @abstractmethod
    def power(self, unit: ForceUnit, scenario: Facts) -> str:
        """Name the power that a unit belongs to."""

    def adjust_losses(self, battle: OpenBattle, winner: str | None, losses: dict[str, int]) -> dict[str, int]:
        """Adjust the losses to what the campaign can accept. Unchanged by default."""
        return losses

    def own_chances(self, battle: OpenBattle) -> OwnChances:
        return self.chances(battle)

    def who(self, force: Force, scenario: Facts) -> str:
        """Name a side after the power that contributes most."""
        return self.power(max(force.units, key=lambda unit: unit.sp), scenario)
