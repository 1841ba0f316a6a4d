"""The Nika revolt (9.0)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import EUROPA
from campaigns.justinian.rules.state.events import ArmiesSeparated, ArmyPlaced
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from campaigns.justinian.rules.state.values import FleetKey
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, policy, refuse


@dataclass(frozen=True)
class NikaMarch(Frame):
    """The choice of the army that must go to Europa."""


@dataclass(frozen=True)
class SendArmy(Action):
    """Send the army that puts down the Nika revolt."""

    army: str


NIKA_GUARD = 15
NIKA_ARMY = 10


def nika(play: Play) -> None:
    """Resolve the Nika revolt. If fewer than 15 Byzantine SP of any kind are in Europa, the next Byzantine
    segment must be used to send an army there (G9).
    """
    if nika_guard(play.state) < NIKA_GUARD:
        play.set(nika=True)


def nika_guard(state: State) -> int:
    """Return the Byzantine SP in Europa, including fleets."""
    fleet = state.fleets.get(FleetKey(BYZANTIUM, EUROPA))
    return state.sp_at(EUROPA, BYZANTIUM) + (fleet.sp if fleet else 0)


def nika_armies(state: State) -> tuple[str, ...]:
    """Return the armies that can be sent: those with at least 10 SP, or the strongest army if none has that
    many.
    """
    mine = sorted(
        (a for a in state.armies.values() if a.power == BYZANTIUM and a.total), key=lambda a: (-a.total, a.id)
    )
    strong = tuple(a.id for a in mine if a.total >= NIKA_ARMY)
    return strong or tuple(a.id for a in mine[:1])


@handler(NikaMarch)
class NikaMarchHandler(FrameHandler):
    def advance(self, play: Play, frame: NikaMarch) -> bool:
        armies = nika_armies(play.state)
        if len(armies) > 1:
            return False
        play.pop()
        for army in armies:
            summon(play, army)
        return True

    def ask(self, pos: Position, frame: NikaMarch) -> Ask:
        armies = nika_armies(pos.state)
        there = [a for a in armies if pos.state.armies[a].at == EUROPA]
        return Ask(BYZANTIUM, "nika", SendArmy((there or list(reversed(armies)))[0]), "9.0")

    def choices(self, pos: Position, frame: NikaMarch) -> tuple[Choice, ...]:
        facts = tuple(
            Option(a, {"sp": pos.state.armies[a].total, "at": pos.state.armies[a].at})
            for a in nika_armies(pos.state)
        )
        return (Choice("send_army", fields=(Pick("army", facts),), rule="9.0"),)

    def answer(self, play: Play, frame: NikaMarch, action: Action) -> None:
        if not isinstance(action, SendArmy):
            not_now(action)
            return
        if action.army not in nika_armies(play.state):
            refuse("9.0", "army_too_small", army=action.army, needed=NIKA_ARMY)
        play.pop()
        summon(play, action.army)


def summon(play: Play, army: str) -> None:
    """Move an army to Europa, whatever the distance. Armies combined under it separate."""
    for other in tuple(play.state.armies.values()):
        if other.head == army:
            play.change(other.id, head=None)
            play.tell(ArmiesSeparated(other.id, army))
    play.change(army, at=EUROPA, head=None)
    play.tell(ArmyPlaced(army, EUROPA, "nika"))


@standing_order("nika", policy("weakest", "strongest"), rule="9.0", seat=BYZANTIUM)
def follow_order(pos: Position, frame: NikaMarch, order: Facts) -> Action:
    """Return the action that carries out a standing order (9.0): send the weakest or the strongest army.
    Armies already in Europa are preferred.
    """
    armies = nika_armies(pos.state)  # strongest first
    there = [a for a in armies if pos.state.armies[a].at == EUROPA]
    return SendArmy((there or list(armies))[0 if order.get("policy") == "strongest" else -1])
