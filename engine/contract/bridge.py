"""The bridge from a campaign's strengths to the armies of a battle game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine.contract.battles import BattleReport, Muster, OpenBattle, OwnChances
from engine.contract.steps import Outcome
from engine.refusals import Facts, InvalidAction

ANYHOW: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {}
)  # reports do not say how elements were lost


class Bridge(ABC):
    """Converts a campaign's strengths into a battle's armies, and casualties back. Pure code."""

    campaign: str
    battle: str
    system: ClassVar[str] = ""
    """The system that plays these battles. By default the one named ``battle``; a second bridge to the same
    system has a name of its own."""

    here: ClassVar[bool] = False
    """Whether battles are played here, on the screen, with the server's dice; else on a table, where people
    move miniatures, may roll real dice and correct what they mistyped."""

    pieces: ClassVar[str] = "elements"
    """The unit in which that system counts an army: "elements", "units" or "blocks"."""

    ways: ClassVar[tuple[str, ...]] = ()
    """The ways in which pieces may be lost, where these cost the campaign differently. By default a loss is a
    loss."""

    @property
    def fought_by(self) -> str:
        """The name of the system that plays these battles."""
        return self.system or self.battle

    def size(self, battle: OpenBattle) -> int:
        """Return the size of a battle; a game can leave small ones to the campaign's own dice. By default the
        sum of both sides' strength points.
        """
        return battle.attacker.sp + battle.defender.sp

    @abstractmethod
    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        """Return the battle game for an open battle of a campaign on this scenario."""

    @abstractmethod
    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        """Convert the result of a finished battle for the campaign. ``view`` is a spectator's view of the
        battle.
        """

    def own_chances(self, battle: OpenBattle) -> OwnChances | None:
        """Return the exact odds of the battle by the campaign's own dice, to compare the bridge with
        (`manage.py fairness`). None by default.
        """
        return None

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of elements of each unit on the table. None by default: people then report losses
        in strength points.
        """
        return {}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        """Return the leaders who can be reported as fallen in a battle fought elsewhere, each with the fate
        that the report then records. None by default.
        """
        return {}

    def convert_losses(
        self,
        battle: OpenBattle,
        muster: Muster,
        winner: str | None,
        fell: Mapping[str, int],
        how: Mapping[str, Mapping[str, int]] = ANYHOW,
    ) -> BattleReport:
        """Convert the result of a battle, typed as fallen elements per unit. ``how``: the number lost in each
        of the bridge's ``ways``; by default all in the first. Only for bridges with ``elements``. Raises
        InvalidAction for impossible losses.
        """
        raise InvalidAction("", "nothing_fielded")
