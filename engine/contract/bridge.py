"""The bridge from a campaign's strengths to the armies of a battle game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine.contract.battles import BattleReport, Muster, OpenBattle, OwnChances
from engine.contract.steps import Outcome
from engine.refusals import Facts, InvalidAction

# for reports that do not state the kinds of loss
ANYHOW: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType({})


class Bridge(ABC):
    """A converter of a campaign's strengths into a battle's armies, and of casualties back into strengths. It
    uses no Django, clock, input or output.
    """

    campaign: str
    battle: str
    system: ClassVar[str] = ""
    """The system that plays these battles; by default the one named by ``battle``. A second bridge to the
    same system needs a different ``battle``.
    """

    here: ClassVar[bool] = False
    """Whether battles are played on the screen with the server's dice. Otherwise people play them on a table
    with miniatures, may roll real dice, and can correct mistyped results.
    """

    pieces: ClassVar[str] = "elements"
    """The word for the parts of an army in the battle system: "elements", "units" or "blocks"."""

    ways: ClassVar[tuple[str, ...]] = ()
    """The kinds of loss, such as eliminated or routed, that have different costs in the campaign. By default
    all losses cost the same.
    """

    @property
    def fought_by(self) -> str:
        """The name of the system that plays these battles."""
        return self.system or self.battle

    def size(self, battle: OpenBattle) -> int:
        """Return the size of a battle, so that a game can leave small battles to the campaign's own dice. By
        default this is the sum of both sides' strength points.
        """
        return battle.attacker.sp + battle.defender.sp

    @abstractmethod
    def muster(self, battle: OpenBattle, scenario: Facts) -> Muster:
        """Return the battle game for an open battle of a campaign. ``scenario``: the campaign's scenario."""

    @abstractmethod
    def report(self, battle: OpenBattle, muster: Muster, outcome: Outcome, view: Facts) -> BattleReport:
        """Convert a finished battle's result into a report for the campaign. ``view``: a spectator's view of
        the battle.
        """

    def own_chances(self, battle: OpenBattle) -> OwnChances | None:
        """Return the battle's exact odds with the campaign's own dice. `manage.py fairness` compares the
        bridge with them. By default return None.
        """
        return None

    def elements(self, muster: Muster) -> Mapping[str, int]:
        """Return the number of elements of each unit on the table. By default the mapping is empty, and
        people report losses in strength points instead.
        """
        return {}

    def fallen_leaders(self, muster: Muster) -> Mapping[str, str]:
        """Return the leaders who can be reported as fallen in a battle fought elsewhere. Each comes with the
        fate that the report then records. By default there are none.
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
        """Convert a battle result that was entered as the number of elements that each unit lost (``fell``).
        ``how``: each unit's losses by kind of loss, one of the bridge's ``ways`` (such as eliminated or
        routed). By default all losses are of the first kind. Only bridges with ``elements`` support this.
        Raises InvalidAction for impossible losses.
        """
        raise InvalidAction("", "nothing_fielded")
