"""Campaigns, in which a leader's army makes one paid move after another (12.3)."""

from __future__ import annotations

from campaigns.italia.rules.combat.retreats import Flight
from campaigns.italia.rules.money.income import excess_gold_facts
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.state.play import FRAMES, GoldChanged, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import LastRound
from campaigns.italia.rules.war.subjects import may_revolt_near
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event

MOVE_COSTS = 1


@dataclass(frozen=True)
class Campaign(Frame):
    """A campaign in progress. ``blocked``: the area blocked in the last move, or "". ``single``: whether the
    campaign consists of one move or a pass (13.4). ``near``: the place of the leader when neighbours were
    last asked whether they revolt (13.2).
    """

    nation: str
    leader: str
    moves: int = 0
    blocked: str = ""
    single: bool = False
    near: str = late_field("")


@dataclass(frozen=True)
class MakeMove(Action):
    """Pay for another move of the army."""


@dataclass(frozen=True)
class EndCampaign(Action):
    """End the campaign without another move. In the last round of Italia I, this is a pass."""


@dataclass(frozen=True)
class CampaignBegan(Event):
    nation: str
    leader: str


@dataclass(frozen=True)
class CampaignEnded(Event):
    nation: str
    leader: str
    moves: int


def begin(play: Play, nation: str, leader: str, gold: int) -> None:
    """Begin a campaign and add its gold to the treasury, even if the leader is dead and the campaign ends at
    once.
    """
    play.tell(CampaignBegan(nation, leader))
    has = play.pos.holdings(nation).gold
    play.hold(nation, gold=has + gold)  # gold over ten is lost only after the campaign
    if gold:
        play.tell(GoldChanged(nation, gold, "campaign"))
    play.push(Campaign(nation, leader))


@FRAMES.handler(Campaign)
class _Campaign(Offered):
    def advance(self, play: Play, frame: Campaign) -> bool:
        pos = play.pos
        done = frame.single and frame.moves > 0
        if done or not pos.leader_at(frame.leader) or pos.holdings(frame.nation).gold < MOVE_COSTS:
            self._end(play, frame)
            return True
        return self._ask_revolts(play, frame)

    def _ask_revolts(self, play: Play, frame: Campaign) -> bool:
        """Ask nations near the leader whether they revolt (13.2). They are also asked before the first move
        and after a retreat. Return whether any nation was asked.
        """
        at = play.pos.leader_at(frame.leader)
        found = () if at == frame.near else may_revolt_near(play.pos, frame.leader)
        if found:
            play.swap(frame.but(near=at))
            play.push(*found)
        return bool(found)

    def ask(self, pos: Position, frame: Campaign) -> Ask:
        facts = {"leader": frame.leader, "gold": pos.holdings(frame.nation).gold}
        return Ask(pos.seat(frame.nation), "campaign", EndCampaign(), "12.3", facts, frame.nation)

    def choices(self, pos: Position, frame: Campaign) -> Choices:
        over = {} if frame.single else excess_gold_facts(pos, frame.nation)
        return (Choice("make_move", rule="12.31"), Choice("end_campaign", rule="12.3", facts=over))

    def execute(self, play: Play, frame: Campaign, action: Action) -> None:
        if isinstance(action, EndCampaign):
            self._end(play, frame)
            return
        play.hold(frame.nation, gold=play.pos.holdings(frame.nation).gold - MOVE_COSTS)
        play.tell(GoldChanged(frame.nation, -MOVE_COSTS, "campaign_move"))
        play.swap(frame.but(moves=frame.moves + 1))
        if frame.single:
            play.amend(LastRound, moved=True)
        start = play.pos.leader_at(frame.leader)
        ships = ships_of(play.pos, frame.nation)
        play.push(Movement(frame.nation, ships=ships, campaign=frame.leader, start=start))

    def _end(self, play: Play, frame: Campaign) -> None:
        play.pop()
        if not frame.single:
            play.tell(CampaignEnded(frame.nation, frame.leader, frame.moves))
        at = play.pos.leader_at(frame.leader)
        if not at or play.scn.is_sea(at) or frame.single:
            return
        if any(play.pos.friends(frame.nation, other) for other in play.pos.foreign(frame.nation, at)):
            play.push(Flight(frame.nation, at, "friends_area", "12.31"))
