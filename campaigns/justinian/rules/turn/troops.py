"""Barbarian recruiting on the activation table (6.23)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, Army, State
from campaigns.justinian.rules.state.units import gain
from campaigns.justinian.rules.state.values import ArmySP, Place
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class RecruitsRolled(Event):
    power: str
    sp: int
    dice: tuple[int, ...]


def will_recruit(state: State, army: Army) -> bool:
    """Return whether the leader will recruit when activated, which happens once a turn in the power's box
    (6.23).
    """
    return army.at == Place.box(army.power) and army.id not in state.recruited


def expected_levy(scn: Scenario, state: State, army: Army) -> dict[str, int] | None:
    """Return the troops that a leader will raise when activated (6.23), for display: ``base`` SP plus the sum
    of ``dice`` dice. Return None if the leader will not recruit.
    """
    if not will_recruit(state, army):
        return None
    troops = scn.powers[army.power].troops
    return {"base": troops.base, "dice": troops.dice}


def recruits_left(scn: Scenario, state: State, power: str) -> int | None:
    """Return the SP that a power can still raise (4.35), or None if the power has no limit."""
    limit = scn.powers[power].sp_limit
    return None if limit is None else max(0, limit - state.power_sp(power))


def recruit(play: Play, army: str) -> None:
    """Recruit for a leader in the power's box, if they have not recruited yet this turn (6.23)."""
    found = play.state.armies[army]
    if not will_recruit(play.state, found):
        return
    play.set(recruited=play.state.recruited | {army})
    sp = roll_troops(play, found.power)
    gain(play, ArmySP(army), sp, "recruit")


def roll_troops(play: Play, power: str) -> int:
    """Roll the SP that a power raises on the activation table. Return their number, reduced to the power's
    limit if necessary (4.35).
    """
    troops = play.scn.powers[power].troops
    seat = BYZANTIUM if play.state.alliances.get(power) == BYZANTIUM else BARBARIAN
    dice = play.d10s(troops.dice, "troops", "6.23", seat)
    sp = troops.base + sum(dice)
    left = recruits_left(play.scn, play.state, power)
    if left is not None:
        sp = min(sp, left)
    play.tell(RecruitsRolled(power, sp, dice))
    return sp
