"""The places where an army can end its activation (7.14)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.events import ArmyRemoved, SpLost
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.values import Allies


def in_zone(scn: Scenario, army: Army, place: str) -> bool:
    """Return whether the army can end an activation in the place. Only Byzantine armies are limited to their
    zones (7.14).
    """
    return army.power != BYZANTIUM or place not in scn.provinces or place in scn.armies[army.id].end_zone


def armies_outside_zone(scn: Scenario, state: State, head: str) -> tuple[Army, ...]:
    """Return the armies of the force that would be removed if its activation ended now, because they are
    outside their zones (7.14).
    """
    return tuple(a for a in state.force(head) if not in_zone(scn, a, a.at))


def check_zone(play: Play, head: str, waived: bool = False) -> None:
    """Remove every Byzantine army of the force that is outside its zone (7.14), unless the check is
    waived.
    """
    for army in () if waived else armies_outside_zone(play.scn, play.state, head):
        for minor, sp in army.allied.items():
            play.tell(SpLost(Allies(army.id, minor), minor, sp, "zone"))
        play.drop(army.id)
        play.tell(ArmyRemoved(army.id, army.power, army.sp, army.allied, "zone", "7.14"))
        play.dismiss(army.leader)
