"""Replacing Magistri Militum from the cup (4.14)."""

from __future__ import annotations

from campaigns.justinian.rules.state.events import LeaderAppointed, LeaderReturned
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Many, Number, Option
from engine.values import dataclass
from kit.rules.decisions import Action, policy, refuse


@dataclass(frozen=True)
class ChangeLeaders(Frame):
    """The choice of leaders to replace (B/3, 4.14). At most ``left`` can be replaced."""

    candidates: tuple[str, ...]
    left: int


@dataclass(frozen=True)
class ReplaceLeaders(Action):
    """Replace the Magistri Militum of some armies with leaders drawn from the cup."""

    armies: tuple[str, ...]


def replaceable(state: State) -> ChangeLeaders:
    """Return the decision on replacing leaders. All who lost a battle can be replaced; if nobody did, any
    one leader can be (4.14).
    """
    mine = [a for a in state.armies.values() if a.power == BYZANTIUM and a.leader]
    lost = tuple(a.id for a in mine if a.leader in state.losers)
    if lost:
        return ChangeLeaders(lost, len(lost))
    return ChangeLeaders(tuple(a.id for a in mine), 1)


@handler(ChangeLeaders)
class ChangeLeadersHandler(FrameHandler):
    def advance(self, play: Play, frame: ChangeLeaders) -> bool:
        if frame.candidates and play.state.cup:
            return False
        play.set(losers=frozenset())
        play.pop()
        return True

    def ask(self, pos: Position, frame: ChangeLeaders) -> Ask:
        return Ask(BYZANTIUM, "change_leaders", ReplaceLeaders(()), "4.14")

    def choices(self, pos: Position, frame: ChangeLeaders) -> tuple[Choice, ...]:
        options = tuple(Option(a, {"leader": pos.state.armies[a].leader}) for a in frame.candidates)
        fields = (Many("armies", options, 0, min(frame.left, len(pos.state.cup))),)
        return (Choice("replace_leaders", fields=fields, rule="4.14"),)

    def answer(self, play: Play, frame: ChangeLeaders, action: Action) -> None:
        if not isinstance(action, ReplaceLeaders):
            not_now(action)
            return
        chosen = action.armies
        if len(set(chosen)) != len(chosen) or any(a not in frame.candidates for a in chosen):
            refuse("4.14", "not_replaceable", armies=list(chosen))
        if len(chosen) > min(frame.left, len(play.state.cup)):
            refuse("4.14", "too_many", high=min(frame.left, len(play.state.cup)))
        play.pop()
        returned = [play.state.armies[a].leader for a in chosen]
        for army in chosen:
            appoint(play, army, "replaced", "4.14")
        for leader in returned:  # leaders return to the cup only after the draws
            play.into_cup(leader)
            play.tell(LeaderReturned(leader or "", "cup"))
        play.set(losers=frozenset())


def appoint(play: Play, army: str, reason: str, rule: str) -> None:
    """Give an army a leader from the cup, and remove its Defeated and Disorganised markers (8.25)."""
    leader = play.draw(rule)
    if leader is None:
        return
    play.change(army, leader=leader)
    play.tell(LeaderAppointed(leader, army, reason))
    play.status(army, "disorganised", False, "new_leader")
    play.status(army, "defeated", False, "new_leader")


@standing_order(
    "change_leaders", policy("never", "beaten"), Number("battle", 0, 5, 1), rule="4.14", seat=BYZANTIUM
)
def follow_order(pos: Position, frame: ChangeLeaders, order: Facts) -> Action:
    """Return the action that carries out a standing order (4.14). It replaces nobody, or those leaders who
    lost a battle and have at most the given battle rating.
    """
    least = int(order.get("battle", 0))
    weak = [
        a
        for a in frame.candidates
        if pos.state.armies[a].leader in pos.state.losers
        and pos.scn.leaders[pos.state.armies[a].leader or ""].battle <= least
    ]
    chosen = weak if order.get("policy") == "beaten" else []
    return ReplaceLeaders(tuple(chosen[: min(frame.left, len(pos.state.cup))]))
