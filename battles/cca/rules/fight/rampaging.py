"""A retreating elephant rampages first, with two dice for each adjacent hex (L630-642).

The dice and their effects are those of :mod:`battles.cca.rules.combat.rampage`. The player who caused the
rampage chooses the order of the hexes (L654), but is asked only if the order can decide the battle.
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.exchange import DICE_PER_HEX
from battles.cca.rules.combat.rampage import trampled_hexes
from battles.cca.rules.dice import Face
from battles.cca.rules.fight.fall import kill_leader
from battles.cca.rules.fight.going_back import GoingBack
from battles.cca.rules.fight.harm import remove_blocks
from battles.cca.rules.fight.leader_away import LeaderAway
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.play.state import SEATS, foe
from battles.cca.rules.terrain.board import HEXES, NAMES
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "L632"


@dataclass(frozen=True)
class Rampage(Frame):
    """A rampage in progress by the elephant in ``at``. ``seat`` is the player who caused it. ``left`` are the
    hexes for which dice must still be rolled; ``checked`` are the hexes where a leader check has been made.
    """

    at: str
    seat: str
    begun: bool = False
    left: tuple[str, ...] = ()
    checked: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class TrampleNext(Action):
    """Choose the hex for which to roll next."""

    hex: str


@dataclass(frozen=True)
class Rampaged(Event):
    """An elephant rampages."""

    at: str
    seat: str


@dataclass(frozen=True)
class Trampled(Event):
    """The rampage dice for one hex have been rolled by the opponent of its occupants."""

    at: str
    seat: str
    unit: str  # "" for a lone leader
    faces: tuple[str, ...]
    hits: int


@FRAMES.handler(Rampage)
class _Rampage(Offered):
    def advance(self, play: Play, frame: Rampage) -> bool:
        if not frame.begun:
            left = tuple(sorted(NAMES[there] for there in trampled_hexes(play.pos.board, HEXES[frame.at])))
            play.tell(Rampaged(frame.at, str(play.state.units[frame.at].side)))
            play.swap(frame.but(begun=True, left=left))
            return True
        if not frame.left:
            play.pop()
            if isinstance(play.top, GoingBack):  # a leader is checked only once in a combat (L797)
                play.swap(play.top.but(spared=frame.checked))
            return True
        if len(frame.left) > 1 and _order_matters(play.pos, frame):
            return False
        self.execute(play, frame, TrampleNext(frame.left[0]))
        return True

    def ask(self, pos: Battle, frame: Rampage) -> Ask:
        return Ask(frame.seat, "trample", lambda: TrampleNext(frame.left[0]), RULE, {"at": frame.at})

    def choices(self, pos: Battle, frame: Rampage) -> Choices:
        return tuple(Choice("trample_next", {"hex": name}, rule="L654") for name in frame.left)

    def execute(self, play: Play, frame: Rampage, action: TrampleNext) -> None:
        left = tuple(name for name in frame.left if name != action.hex)
        play.swap(frame.but(left=left))
        _trample(play, frame.but(left=left), action.hex)


def _trample(play: Play, frame: Rampage, at: str) -> None:
    unit, leader = play.state.units.get(at), play.state.leaders.get(at)
    if unit is None and leader is None:
        return  # the leader has already left
    seat = str(unit.side if unit else play.state.leaders[at].side)
    faces = play.throw(DICE_PER_HEX, "rampage", RULE, foe(seat))
    hit = unit.kind.face if unit else Face.HELMET
    hits = faces.count(hit)
    play.tell(Trampled(at, seat, unit.type if unit else "", tuple(map(str, faces)), hits))
    if unit is not None:
        play.swap(frame.but(checked=(*frame.checked, at)) if leader and hits else frame)
        remove_blocks(play, at, hits, "rampage")
    elif hits:
        kill_leader(play, at, "rampage")
    else:
        play.push(LeaderAway(at, seat))


def _order_matters(pos: Battle, frame: Rampage) -> bool:
    """Return whether both sides are so close to victory that the order of the hexes could decide the
    battle.
    """
    units, leaders = pos.state.units, pos.state.leaders
    at_stake = dict.fromkeys(SEATS, 0)
    for name in frame.left:
        for piece in (units.get(name), leaders.get(name)):
            if piece is not None:
                at_stake[foe(str(piece.side))] += 1
    return all(
        at_stake[seat] and pos.banners(seat) + at_stake[seat] >= pos.setting.goal(seat) for seat in SEATS
    )
