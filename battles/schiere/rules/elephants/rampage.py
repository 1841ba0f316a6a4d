"""Elephants out of control run straight ahead, through friends, steered by the enemy (L302-306).

Elephants turn back when shots by velites leave them one shield, or when noise scares them. The enemy
steers them and makes them fight any friend in their way. When they halt, their own side can restore them
with a shield; otherwise they are lost.
"""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import FRAMES, Offered, Play, Routine
from battles.schiere.rules.board.position import OutOfHand, Position, foe
from battles.schiere.rules.elephants.alarm import reels
from battles.schiere.rules.melee import clash
from battles.schiere.rules.melee.contact import meet
from battles.schiere.rules.melee.routing import shields
from battles.schiere.rules.shooting.volley import Volley, when_hurt
from battles.schiere.rules.turn.going import Going
from battles.schiere.rules.turn.march import March
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "elephants"
BEHIND: Final = {"n": "s", "s": "n", "e": "w", "w": "e"}
AHEAD: Final = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}


@dataclass(frozen=True)
class Rampage(OutOfHand):
    """Elephants out of control, steered by the enemy of their ``owner``. ``squares`` is the distance left.
    ``fought`` is the unit in front that they have already fought.
    """

    unit: str
    owner: str
    facing: str
    squares: int
    fought: str = ""


@dataclass(frozen=True)
class Bringing(Frame):
    """A decision in progress: the elephants have halted, and their own side can restore them."""

    unit: str


@dataclass(frozen=True)
class Restore(Action):
    """Restore the elephants by spending a shield, or lose them."""

    use: bool


@dataclass(frozen=True)
class ElephantsTurned(Event):
    """Elephants have turned back. ``why`` is "shots" or "noise"."""

    unit: str
    facing: str
    squares: int
    why: str


@dataclass(frozen=True)
class ElephantsRan(Event):
    unit: str
    origin: str
    to: str


@dataclass(frozen=True)
class ElephantsRestored(Event):
    unit: str


@when_hurt
def turn_back_shot_elephants(play: Play, volley: Volley, hurt: str, before: int) -> None:
    """Turn back elephants that velites have reduced to one shield (L302)."""
    pos = play.pos
    if hurt not in pos.state.pieces or pos.cls(hurt) != "elephants":
        return
    velites = any(pos.troop(id).velites for id in volley.units if id in pos.state.pieces)
    if velites and reels(before, pos.piece(hurt).damage):
        turn_back(play, hurt, max(1, pos.points_left(hurt)), "shots")


def cancel_elephants_action(play: Play, unit: str) -> None:
    """Remove elephants out of control from their march and from their side's action."""
    march, going = play.state.in_progress(March), play.state.in_progress(Going)
    if march is not None and unit in march.units:
        play.amend(March, units=tuple(id for id in march.units if id != unit), rest=())
    if going is not None and unit in going.units:
        play.amend(Going, units=tuple(id for id in going.units if id != unit))


def turn_back(play: Play, unit: str, squares: int, why: str) -> None:
    """Turn elephants round and let the enemy steer them."""
    cancel_elephants_action(play, unit)
    piece = play.pos.piece(unit)
    facing = BEHIND[piece.facing]
    play.change(unit, facing=facing, seat=foe(piece.seat))
    play.tell(ElephantsTurned(unit, facing, squares, why))
    play.push(Rampage(unit, piece.seat, facing, squares))


@FRAMES.handler(Rampage)
class _Rampage(Routine):
    def advance(self, play: Play, frame: Rampage) -> bool:
        pos = play.pos
        if frame.unit not in pos.state.pieces:
            play.pop()
            return True
        there = pos.ground.square_at_offset(pos.piece(frame.unit).at, *AHEAD[frame.facing])
        other = pos.unit_at(there) if there else ""
        if not frame.squares or (there and (pos.ground.is_barred(there) or frame.fought == other != "")):
            self._halt(play, frame)
        elif not there:
            play.pop()
            self._return_to_owner(play, frame)
            play.lose(frame.unit, "routed")
        elif other:
            self._trample(play, frame, other)
        else:
            origin = pos.piece(frame.unit).at
            play.place({frame.unit: there})
            play.swap(frame.but(squares=frame.squares - 1, fought=""))
            play.tell(ElephantsRan(frame.unit, origin, there))
        return True

    def _trample(self, play: Play, frame: Rampage, other: str) -> None:
        """Fight a piece of the elephants' own side that is in their way (L306). The elephants halt in front
        of any other piece.
        """
        pos = play.pos
        if pos.piece(other).seat != frame.owner or not pos.can_be_hurt(other):
            self._halt(play, frame)
            return
        play.swap(frame.but(fought=other))
        meeting = meet(pos, other, (frame.unit,))
        if meeting is None:
            self._halt(play, frame.but(fought=other))
        else:
            clash.begin(play, meeting, "stands")

    def _halt(self, play: Play, frame: Rampage) -> None:
        play.pop()
        self._return_to_owner(play, frame)
        play.push(Bringing(frame.unit))

    def _return_to_owner(self, play: Play, frame: Rampage) -> None:
        play.change(frame.unit, seat=frame.owner)


@FRAMES.handler(Bringing)
class _Bringing(Offered):
    """The decision whether to restore elephants by spending a shield order. The owner is asked even without
    such an order, because the question alone would otherwise reveal a hidden order.
    """

    def ask(self, pos: Position, frame: Bringing) -> Ask:
        seat = pos.piece(frame.unit).seat
        usual = Restore(bool(shields(pos, seat)))
        return Ask(seat, "restore", usual, RULE, {"unit": frame.unit}, covert=True)

    def choices(self, pos: Position, frame: Bringing) -> Choices:
        use = (Option(False), *((Option(True),) if shields(pos, pos.piece(frame.unit).seat) else ()))
        return (Choice("restore", {}, (Pick("use", use),), RULE),)

    def execute(self, play: Play, frame: Bringing, action: Restore) -> None:
        """Restore the elephants, which then reorganise until the end of the next turn, or lose them."""
        play.pop()
        if not action.use:
            play.lose(frame.unit, "routed")
            return
        seat = play.pos.piece(frame.unit).seat
        play.spend_order(shields(play.pos, seat)[0], "restoring")
        play.change(frame.unit, rests=play.state.turn + 1)
        play.tell(ElephantsRestored(frame.unit))


@FRAMES.standing_order("restore", Pick("use", (Option(True), Option(False))), rule=RULE, covert=True)
def restores(pos: Position, frame: Bringing, said: Facts) -> Restore:
    """The standing order's answer: spend a shield on the elephants whenever the chief holds one, or never."""
    return Restore(bool(said["use"]) and bool(shields(pos, pos.piece(frame.unit).seat)))
