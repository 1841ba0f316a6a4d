"""New Byzantine armies (5.34)."""

from __future__ import annotations

from campaigns.justinian.rules.scenario.types import EUROPA
from campaigns.justinian.rules.state.control import controllers
from campaigns.justinian.rules.state.events import LeaderAppointed
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, Army
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Field, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class RaiseArmy(Frame):
    """The decision whether to raise a new army (B/2, 5.34)."""


@dataclass(frozen=True)
class NewArmy(Action):
    army: str
    province: str


@dataclass(frozen=True)
class ArmyRaised(Event):
    army: str
    province: str
    sp: int


NEW_ARMY_SP = 10


@handler(RaiseArmy)
class RaiseArmyHandler(FrameHandler):
    def advance(self, play: Play, frame: RaiseArmy) -> bool:
        if available(play.pos):
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: RaiseArmy) -> Ask:
        army, places = next(iter(available(pos).items()))
        return Ask(BYZANTIUM, "new_army", NewArmy(army, places[0]), "5.34")

    def choices(self, pos: Position, frame: RaiseArmy) -> tuple[Choice, ...]:
        choices = [Choice("pass", rule="5.34")]
        for army, places in available(pos).items():
            fields: tuple[Field, ...] = (Pick("province", tuple(Option(p) for p in places)),)
            choices.append(Choice("new_army", {"army": army}, fields, "5.34"))
        return tuple(choices)

    def answer(self, play: Play, frame: RaiseArmy, action: Action) -> None:
        if isinstance(action, NewArmy):
            places = available(play.pos)
            if action.army not in places:
                refuse("5.34", "army_not_available", army=action.army)
            if action.province not in places[action.army]:
                refuse("5.34", "not_a_raising_province", army=action.army, province=action.province)
            play.pop()
            play.put(Army(action.army, BYZANTIUM, None, action.province, NEW_ARMY_SP))
            play.tell(ArmyRaised(action.army, action.province, NEW_ARMY_SP))
            leader = play.draw("4.14")
            if leader:
                play.change(action.army, leader=leader)
                play.tell(LeaderAppointed(leader, action.army, "new_army"))
        elif isinstance(action, Pass):
            play.pop()
        else:
            not_now(action)


def available(pos: Position) -> dict[str, tuple[str, ...]]:
    """Return the army counters that can be raised now, each with its possible provinces (5.34, 4.31, G14)."""
    if pos.byzantine_sp() + NEW_ARMY_SP > pos.scn.counters.byzantine_sp_limit:
        return {}
    free = [
        a
        for a in pos.scn.armies.values()
        if a.id not in pos.state.armies and a.id not in pos.state.spent_counters
    ]
    if not free or len(pos.scn.armies) - len(free) >= pos.scn.counters.byzantine_armies:
        return {}
    held = controllers(pos.scn, pos.state)
    places = {a.id: tuple(sorted(p for p in a.rebuild if p == EUROPA or held[p] == BYZANTIUM)) for a in free}
    return {army: where for army, where in places.items() if where}


@standing_order("new_army", policy("never", "always"), rule="5.34", seat=BYZANTIUM)
def follow_order(pos: Position, frame: RaiseArmy, order: Facts) -> Action:
    """Return the action that carries out a standing order (5.34): pass, or raise the first available army, in
    Europa if possible.
    """
    if order.get("policy") == "never":
        return Pass()
    army, places = next(iter(available(pos).items()))
    return NewArmy(army, EUROPA if EUROPA in places else places[0])
