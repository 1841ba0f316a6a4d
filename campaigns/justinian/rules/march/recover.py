"""The recovery of Defeated or Disorganised armies (8.24)."""

from __future__ import annotations

from campaigns.justinian.rules.march.spending import pay
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import Army
from campaigns.justinian.rules.state.tables import COSTS
from engine.game import Choice
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class Recover(Action):
    """Recover from being Disorganised or Defeated (8.24). ``what``: disorganised, to_disorganised or
    defeated.
    """

    what: str


def recoveries(army: Army, mp: int) -> tuple[str, ...]:
    """Return the recoveries that the army needs and can pay for with its MP."""
    found = []
    if army.disorganised and mp >= COSTS["recover_disorganised"]:
        found.append("disorganised")
    if army.defeated and not army.disorganised and mp >= COSTS["recover_to_disorganised"]:
        found.append("to_disorganised")
    if army.defeated and mp >= COSTS["recover_defeated"]:
        found.append("defeated")
    return tuple(found)


def choices(army: Army, mp: int) -> list[Choice]:
    return [
        Choice("recover", {"what": what}, rule="8.24", facts={"mp": COSTS[f"recover_{what}"]})
        for what in recoveries(army, mp)
    ]


def recover(play: Play, frame: March, action: Recover) -> None:
    army = play.state.armies[frame.army]
    if action.what not in recoveries(army, frame.mp):
        refuse("8.24", "cannot_recover", what=action.what)
    pay(play, frame, COSTS[f"recover_{action.what}"])
    for member in play.state.force(army.id):
        if action.what == "disorganised":
            play.status(member.id, "disorganised", False, "recovered")
        else:
            play.status(member.id, "defeated", False, "recovered")
            if action.what == "to_disorganised":
                play.status(member.id, "disorganised", True, "recovered")
