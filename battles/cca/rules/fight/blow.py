"""One roll in a combat and its effects: dice, hits, the leader check and flags (L387-395, L515-614)."""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.field import fighter
from battles.cca.rules.combat.strike import Kind, Strike, begin, dice, may_ignore, retreat_per_flag
from battles.cca.rules.fight.evading import Withdrawing
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.fight.flags import Flags
from battles.cca.rules.fight.harm import remove_blocks
from battles.cca.rules.fight.leader_away import LeaderAway
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Play, Routine
from battles.cca.rules.terrain.board import HEXES
from engine.frames import Frame
from engine.values import dataclass, replace
from kit.rules.decisions import Event

RULES: Final = {Kind.RANGED: "L356", Kind.ATTACK: "L391", Kind.EVADED: "L662", Kind.ANSWER: "L567"}


@dataclass(frozen=True)
class Blow(Frame):
    """A roll in progress: the unit in ``by`` rolls against the occupants of ``at``. ``card``: the number of
    dice that a card adds. ``full_by`` and ``full_at``: whether the units had full strength when the combat
    was declared (L416).
    """

    how: Kind
    by: str
    at: str
    card: int = 0
    full_by: bool = False
    full_at: bool = False
    moved: int = 0


@dataclass(frozen=True)
class Struck(Event):
    """A unit has rolled against another. ``how``: attack, answer, evaded or ranged. ``unit``: the type that
    rolls. ``target``: the type that it rolls against ("leader" for a lone leader).
    """

    how: str
    by: str
    at: str
    seat: str
    unit: str
    target: str
    faces: tuple[str, ...]
    hits: int
    flags: int


def strike_of(pos: Battle, frame: Blow) -> Strike:
    """Return the blow as a roll in plain values, with both units in their current state."""
    board, by, at = pos.board, HEXES[frame.by], HEXES[frame.at]
    roller = replace(fighter(board, by, at, frame.moved, behind=False), full=frame.full_by)
    target = fighter(board, at, by, behind=False)
    if not target.lone:
        target = replace(target, full=frame.full_at)
    return Strike(frame.how, roller, target, frame.card)


@FRAMES.handler(Blow)
class _Blow(Routine):
    def advance(self, play: Play, frame: Blow) -> bool:
        play.pop()
        strike = strike_of(play.pos, frame)
        fresh = dice(strike)
        if not fresh:
            return True
        roller = play.state.units[frame.by]
        count, seat, shown = begin(strike), str(roller.side), []
        while fresh:  # swords rolled by elephants are rerolled (L468-470)
            faces, fresh = play.throw(fresh, frame.how.value, RULES[frame.how], seat), 0
            for face in faces:
                count, again = count.add_die(strike, face)
                fresh += again
                shown.append(str(face))
        target = strike.target.type
        play.tell(
            Struck(
                frame.how.value,
                frame.by,
                frame.at,
                seat,
                roller.type,
                target,
                tuple(shown),
                count.hits,
                count.flags,
            )
        )
        if strike.target.lone:
            self._strike_leader(play, frame, count.hits)
        else:
            self._strike_unit(play, frame, count.hits, count.flags)
        return True

    def _strike_leader(self, play: Play, frame: Blow, hits: int) -> None:
        """Resolve a roll against a lone leader: a helmet kills the leader, who must otherwise evade
        (L700-713).
        """
        if hits:
            kill_leader(play, frame.at, "hit")
        else:
            play.push(LeaderAway(frame.at, str(play.state.leaders[frame.at].side)))

    def _strike_unit(self, play: Play, frame: Blow, hits: int, flags: int) -> None:
        seat = str(play.state.units[frame.at].side)
        checked = remove_blocks(play, frame.at, hits, "hits")
        if frame.at not in play.state.units or play.state.ended:
            return
        if frame.how is Kind.EVADED:
            play.push(Withdrawing(frame.at, seat, checked))
            return
        if not flags:
            return
        now = strike_of(play.pos, frame)  # count support and leaders only after the hits (ruling 41)
        most = min(flags, may_ignore(now, True))
        play.push(Flags(frame.at, seat, flags, retreat_per_flag(now), most, checked))
