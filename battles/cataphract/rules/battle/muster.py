"""Play between two Orders Phases: the start of the turn, and the choice of the next leader (3.0 A, 5.1)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.battle.closing import Evening
from battles.cataphract.rules.battle.entering import begin_entry
from battles.cataphract.rules.battle.ordering import Ordering
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay, MenuHandler
from battles.cataphract.rules.battle.position import MapField
from battles.cataphract.rules.battle.sheet_handlers import Shared
from battles.cataphract.rules.sheet.armies.roster import FIRST, SEATS, foe
from battles.cataphract.rules.sheet.command.activation import Activate, OpenElite, elite_leaders
from battles.cataphract.rules.sheet.command.challenge import (
    FightRound,
    OpenBattle,
    RedeemChallenge,
    openers,
    redeemer,
    why_no_round,
)
from battles.cataphract.rules.sheet.command.special import PassLeader
from battles.cataphract.rules.sheet.command.uncontrolled_advance import ActivateLine
from battles.cataphract.rules.sheet.play.play import FRAMES
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse

ELITE_LEVEL: Final = 10  # stands for the elite phases, above every Initiative (ruling 16)
TIES: Final = 20  # after this many tied rolls, the side listed first goes first (ruling 43)


@dataclass(frozen=True)
class Muster(Frame):
    """No leader is active. The side to move must activate one."""


@dataclass(frozen=True)
class ForgoElite(Action):
    """Begin the turn without an elite phase (5.51)."""


@dataclass(frozen=True)
class InitiativeRolled(Event):
    """Both sides have rolled to decide which goes first (5.12). They do so if their next leaders share the
    lowest Initiative, or if both overall commanders are elite. The higher die goes first. ``seat``: the side
    that goes first. ``elite``: whether they rolled because both overall commanders are elite.
    """

    seat: str
    faces: tuple[int, int]
    elite: bool = late_field(False)


def seat_at_muster(pos: MapField) -> str:
    """Return the seat that must make the next decision."""
    if not why_no_round(pos):
        return FIRST
    if elite := elite_leaders(pos):
        seats = {pos.chief(one).seat for one in elite}
        return pos.board.next if len(seats) > 1 and pos.board.next else pos.chief(elite[0]).seat
    if found := openers(pos):
        return pos.chief(found[0]).seat
    if due := pos.due_lines():
        return due[0].seat
    seats = {pos.chief(one).seat for one in pos.next_leaders()}
    return pos.board.next if len(seats) > 1 and pos.board.next else next(iter(sorted(seats)), FIRST)


def callable_leaders(pos: MapField) -> list[str]:
    """Return the leaders that the side whose turn it is can activate (5.11, 5.12)."""
    if elite_leaders(pos) or openers(pos) or not why_no_round(pos):
        return []
    seat = seat_at_muster(pos)
    return [one for one in pos.next_leaders() if pos.chief(one).seat == seat]


@FRAMES.handler(Muster)
class _Muster(MenuHandler):
    def advance(self, play: MapPlay, frame: Muster) -> bool:
        pos = play.pos
        if pos.state.phase is not None:
            play.push(Ordering())
            return True
        if begin_entry(play) or _roll_for_elite(play):
            return True
        if elite_leaders(pos) or openers(pos) or not why_no_round(pos) or pos.due_lines():
            return False
        if not pos.waiting_leaders():
            play.push(Evening())
            return True
        return _roll_for_tie(play)

    def ask(self, pos: MapField, frame: Muster) -> Ask:
        return Ask(seat_at_muster(pos), "muster", lambda: _default(pos), "5.1", {"turn": pos.state.turn})


def _default(pos: MapField) -> Action:
    if not why_no_round(pos):
        return FightRound()
    if elite_leaders(pos):
        return ForgoElite()
    if found := openers(pos):
        return OpenBattle(found[0])
    if due := pos.due_lines():
        return ActivateLine(due[0].number)
    return Activate(callable_leaders(pos)[0])


def _roll_for_tie(play: MapPlay) -> bool:
    """Roll to decide which side goes first, if both have leaders of the lowest Initiative.

    Return whether a die was rolled.
    """
    pos, board = play.pos, play.pos.board
    ready = pos.next_leaders()
    level = pos.rating(ready[0], "initiative")
    if len({pos.chief(one).seat for one in ready}) < len(SEATS) or (board.level == level and board.next):
        return False
    _roll_who_goes_first(play, level)
    return True


def _roll_for_elite(play: MapPlay) -> bool:
    """Roll to decide which of two elite overall commanders opens the turn (ruling 16).

    Return whether a die was rolled.
    """
    pos = play.pos
    seats = {pos.chief(one).seat for one in elite_leaders(pos)}
    if len(seats) < len(SEATS) or pos.board.level == ELITE_LEVEL:
        return False
    _roll_who_goes_first(play, ELITE_LEVEL)
    return True


def _roll_who_goes_first(play: MapPlay, level: int) -> None:
    for _try in range(TIES):
        faces = [play.throw("initiative", "5.12", seat) for seat in SEATS]
        if faces[0] != faces[1]:
            break
    first = SEATS[0] if faces[0] >= faces[1] else SEATS[1]
    play.chart(level=level, next=first)
    play.tell(InitiativeRolled(first, (faces[0], faces[1]), level == ELITE_LEVEL))


@handles(Muster)
class _FightRound(Shared):
    action = FightRound


@handles(Muster)
class _RedeemChallenge(Shared):
    action = RedeemChallenge

    def list_choices(self, pos: MapField, frame: Muster) -> Choices:
        return super().list_choices(pos, frame) if redeemer(pos) == seat_at_muster(pos) else ()


@handles(Muster)
class _OpenBattle(Shared):
    action = OpenBattle

    def list_choices(self, pos: MapField, frame: Muster) -> Choices:
        return () if elite_leaders(pos) else super().list_choices(pos, frame)

    def check(self, pos: MapField, frame: Muster, action: Action) -> None:
        if elite_leaders(pos):
            refuse("5.51", "elite_phase_first")
        super().check(pos, frame, action)


@handles(Muster)
class _OpenElite(Shared):
    action = OpenElite

    def list_choices(self, pos: MapField, frame: Muster) -> Choices:
        found = elite_choices(pos)
        return (Choice("open_elite", {}, (pick("leader", found),), rule="5.5"),) if found else ()

    def check(self, pos: MapField, frame: Muster, action: OpenElite) -> None:
        super().check(pos, frame, action)
        if action.leader not in elite_choices(pos):
            refuse("5.51", "outside_the_range", leader=action.leader)


def elite_choices(pos: MapField) -> list[str]:
    """Return the leaders who can have the elite phase (5.51).

    They must be in the overall commander's range, except in the first turn.
    """
    if not why_no_round(pos):
        return []
    seat = seat_at_muster(pos)
    found = [one for one in elite_leaders(pos) if pos.chief(one).seat == seat]
    if not found or pos.state.turn == 1:
        return found
    near = pos.reach_of(pos.overall_commander(seat))
    return [one for one in found if pos.post(one) in near]


@handles(Muster)
class _ForgoElite(ActionHandler):
    action = ForgoElite

    def list_choices(self, pos: MapField, frame: Muster) -> Choices:
        return (Choice("forgo_elite", rule="5.51"),) if elite_leaders(pos) and why_no_round(pos) else ()

    def check(self, pos: MapField, frame: Muster, action: ForgoElite) -> None:
        if not elite_leaders(pos) or not why_no_round(pos):
            refuse("5.51", "no_elite_phase", leader="")

    def execute(self, play: MapPlay, frame: Muster, action: ForgoElite) -> None:
        seat = seat_at_muster(play.pos)
        play.set(elite=(*play.state.elite, seat))


@handles(Muster)
class _ActivateLine(Shared):
    action = ActivateLine


@handles(Muster)
class _PassLeader(Shared):
    action = PassLeader


@handles(Muster)
class _Activate(Shared):
    action = Activate

    def list_choices(self, pos: MapField, frame: Muster) -> Choices:
        ready = callable_leaders(pos)
        return (Choice("activate", {}, (pick("leader", ready),), rule="5.1"),) if ready else ()

    def check(self, pos: MapField, frame: Muster, action: Activate) -> None:
        super().check(pos, frame, action)
        if action.leader not in callable_leaders(pos):
            refuse("5.12", "other_side_first", leader=action.leader)

    def execute(self, play: MapPlay, frame: Muster, action: Activate) -> None:
        if play.pos.board.next:
            play.chart(next=foe(play.pos.chief(action.leader).seat))
        super().execute(play, frame, action)
