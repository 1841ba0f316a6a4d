"""First Strike: the attacked side can play this card before any dice are rolled, and then rolls first
(L1163-1165).

Until the card has been seen, the attacked side is asked in every close combat in which it might hold the
card. Asking only a side that holds the card would give it away, so the decision is covert.
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.turn.orderable_units import FIRST_STRIKE
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "L1163"


@dataclass(frozen=True)
class Striking(Frame):
    """A decision in progress: ``seat`` can play First Strike for the unit in ``at``, which is attacked from
    ``by``.
    """

    at: str
    by: str
    seat: str


@dataclass(frozen=True)
class StrikeFirst(Action):
    """Play the card First Strike."""


@dataclass(frozen=True)
class HoldBack(Action):
    """Decline to play First Strike, whether or not the card is in the hand."""


@dataclass(frozen=True)
class FirstStrikePlayed(Event):
    """A side has played First Strike, so its unit rolls before the attacker."""

    seat: str
    at: str
    unit: str


def may_be_held(pos: Battle) -> bool:
    """Return whether First Strike could be in a hand, because it is neither in play nor discarded."""
    return FIRST_STRIKE not in pos.state.discards and pos.turn.card != FIRST_STRIKE


@FRAMES.handler(Striking)
class _Striking(Offered):
    def ask(self, pos: Battle, frame: Striking) -> Ask:
        units = pos.state.units
        facts = {
            "at": frame.at,
            "unit": units[frame.at].type,
            "by": frame.by,
            "attacker": units[frame.by].type,
        }
        hidden = not pos.setting.options.real_cards
        return Ask(frame.seat, "first_strike", HoldBack(), RULE, facts, covert=hidden)

    def choices(self, pos: Battle, frame: Striking) -> Choices:
        hold = Choice("hold_back", rule=RULE)
        if FIRST_STRIKE not in pos.holdable(frame.seat):
            return (hold,)
        return hold, Choice("strike_first", rule=RULE)

    def execute(self, play: Play, frame: Striking, action: StrikeFirst | HoldBack) -> None:
        play.pop()
        if isinstance(action, HoldBack):
            return
        play.lay_card(frame.seat, FIRST_STRIKE)
        play.set(discards=(*play.state.discards, FIRST_STRIKE))
        play.remember(struck=frame.seat)
        play.tell(FirstStrikePlayed(frame.seat, frame.at, play.state.units[frame.at].type))
        play.swap(play.top.but(struck=True))  # change the Fight frame, which was below this one


@FRAMES.standing_order(
    "first_strike", Pick("how", (Option("hold"), Option("strike"))), rule=RULE, covert=True
)
def strikes(pos: Battle, frame: Striking, said: Facts) -> StrikeFirst | HoldBack | None:
    """The standing order's answer: play First Strike as soon as possible, or keep it. Return None if the
    players hold real cards, because only the player knows whether the card is in the hand.
    """
    if said["how"] != "strike" or FIRST_STRIKE not in pos.holdable(frame.seat):
        return HoldBack()
    return None if pos.setting.options.real_cards else StrikeFirst()
