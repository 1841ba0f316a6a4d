"""Barbarian recruiting on the activation table (6.23)."""

from __future__ import annotations

from campaigns.rules.justinian import events as ev
from campaigns.rules.justinian.play import Play
from campaigns.rules.justinian.state import BARBARIAN, BYZANTIUM, power_sp
from campaigns.rules.justinian.units import gain


def recruit(play: Play, army: str) -> None:
    """Once a turn, for a leader in his box (6.23)."""
    found = play.state.armies[army]
    if army in play.state.recruited or found.at != f"{found.power}_box":
        return
    play.set(recruited=play.state.recruited | {army})
    sp = roll_troops(play, found.power)
    gain(play, f"army:{army}", sp, "recruit")


def roll_troops(play: Play, power: str) -> int:
    """Base and dice of the activation table, within the power's limit (4.35)."""
    troops = play.scn.powers[power].troops
    seat = BYZANTIUM if play.state.alliances.get(power) == BYZANTIUM else BARBARIAN
    dice = play.d10s(troops.dice, "troops", "6.23", seat)
    sp = troops.base + sum(dice)
    limit = play.scn.powers[power].sp_limit
    if limit is not None:
        sp = max(0, min(sp, limit - power_sp(play.state, power)))
    play.tell(ev.RecruitsRolled(power, sp, dice))
    return sp
