"""The places where an army can end its activation (7.14)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.events import ArmyRemoved, SpLost
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.values import Allies


def in_zone(scn: Scenario, army: Army, place: str) -> bool:
    """Return whether the army can end an activation there: Byzantine ones only within their zones (7.14)."""
    return army.power != BYZANTIUM or place not in scn.provinces or place in scn.armies[army.id].end_zone


def strays(scn: Scenario, state: State, head: str) -> tuple[Army, ...]:
    """Return the armies of the force that leave the map if its activation ends at its current place
    (7.14).
    """
    return tuple(a for a in state.force(head) if not in_zone(scn, a, a.at))


def check_zone(play: Play, head: str, waived: bool = False) -> None:
    """Check that every Byzantine army of the force is in its zone (7.14)."""
    for army in () if waived else strays(play.scn, play.state, head):
        for minor, sp in army.allied.items():
            play.tell(SpLost(Allies(army.id, minor), minor, sp, "zone"))
        play.drop(army.id)
        play.tell(ArmyRemoved(army.id, army.power, army.sp, army.allied, "zone", "7.14"))
        play.dismiss(army.leader)
