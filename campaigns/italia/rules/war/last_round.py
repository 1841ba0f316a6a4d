"""The last round of Italia I, in which three Roman armies make one campaign move each in turn (13.4)."""

from __future__ import annotations

from campaigns.italia.rules.combat.retreats import Flight
from campaigns.italia.rules.state.play import FRAMES, GoldChanged, Play, Routine
from campaigns.italia.rules.state.progress import LastRound
from campaigns.italia.rules.state.state import Today
from campaigns.italia.rules.war.campaign import Campaign


@FRAMES.handler(LastRound)
class _LastRound(Routine):
    def advance(self, play: Play, frame: LastRound) -> bool:
        order = play.scn.last_round_order
        if frame.next < 0:
            self._pay_armies(play)
            play.swap(LastRound(0))
            return True
        if frame.offered:
            frame = frame.but(passes=0 if frame.moved else frame.passes + 1, offered="", moved=False)
            play.set(nation="", today=Today())
        if frame.passes >= len(order):
            play.pop()
            self._leave_friendly_areas(play)
            return True
        nation = order[frame.next % len(order)]
        plan = play.pos.nation(nation).campaigns.get(play.state.round)
        play.swap(frame.but(next=frame.next + 1, offered=nation))
        if plan and play.pos.leader_at(plan.leader):
            play.set(nation=nation, today=Today())
            play.push(Campaign(nation, plan.leader, single=True))
        return True

    def _leave_friendly_areas(self, play: Play) -> None:
        """Make armies leave the areas of subjects and overlords, where no campaign can end (12.31)."""
        for nation in play.scn.last_round_order:
            plan = play.pos.nation(nation).campaigns.get(play.state.round)
            at = play.pos.leader_at(plan.leader) if plan else ""
            if at and not play.scn.is_sea(at):
                others = play.pos.foreign(nation, at)
                if any(play.pos.friends(nation, other) for other in others):
                    play.push(Flight(nation, at, "friends_area", "12.31"))

    def _pay_armies(self, play: Play) -> None:
        """Pay the campaign gold of every army. This round has no other income."""
        for nation in play.scn.last_round_order:
            plan = play.pos.nation(nation).campaigns.get(play.state.round)
            if plan and plan.gold and play.pos.leader_at(plan.leader):
                play.hold(nation, gold=play.pos.holdings(nation).gold + plan.gold)
                play.tell(GoldChanged(nation, plan.gold, "campaign"))
