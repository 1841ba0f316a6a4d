"""Standards follow their commander, and can be captured, carried home and recaptured (L248-250)."""

from __future__ import annotations

from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import foe
from battles.schiere.rules.board.troops import COMMANDERS
from battles.schiere.rules.board.watching import watch_settled
from battles.schiere.rules.turn.going import when_action_ends
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class StandardTaken(Event):
    """A unit next to a standard takes it. ``back``: whether the unit recaptures its own side's standard."""

    seat: str
    standard: str
    unit: str
    back: bool = False


@dataclass(frozen=True)
class StandardPassed(Event):
    """The unit that carries a standard hands it to a commander."""

    standard: str
    commander: str


@dataclass(frozen=True)
class StandardBroughtHome(Event):
    """A captured standard has reached the camp and can no longer be recaptured."""

    seat: str
    standard: str


@watch_settled
def move_standards(play: Play, march: object) -> None:
    """Move standards after a halt. They follow their commanders, and may be captured or passed on."""
    _move_bearers(play)
    for id in play.pos.found.standards:
        if id in play.state.pieces:
            _update_standard(play, id, getattr(march, "units", ()))


@when_action_ends
def return_bearer(play: Play, going: object) -> None:
    """Move the standard bearers to their commanders after an action, because a commander may have retreated
    in it.
    """
    _move_bearers(play)


def _move_bearers(play: Play) -> None:
    """Move each standard bearer to a square next to its commander. A bearer for whom there is no free square
    does not move.
    """
    for id in play.pos.found.standards:
        piece = play.state.pieces[id]
        if piece.captured or piece.host not in play.state.pieces:
            continue
        commander = play.state.pieces[piece.host]
        if play.pos.ground.distance(piece.at, commander.at) > 1:
            free = play.room_beside(commander.at, commander.facing)
            if free:
                play.place({id: free}, commander.facing)


def _update_standard(play: Play, id: str, marched: tuple[str, ...]) -> None:
    """Let a unit that has just marched take a standard, recapture it or carry it on."""
    piece, pos = play.state.pieces[id], play.pos
    holder = piece.captured or piece.seat
    near = [u for u in marched if u in play.state.pieces and pos.is_unit(u)]
    near = [u for u in near if pos.ground.distance(pos.piece(u).at, piece.at) <= 1]
    taker = next((u for u in near if pos.piece(u).seat != holder), "")
    if taker and piece.captured:
        play.tell(StandardTaken(foe(holder), id, taker, back=True))
        play.give_back(id)
    elif taker:
        play.change(id, captured=foe(holder), host=taker, at=pos.piece(taker).at)
        play.tell(StandardTaken(foe(holder), id, taker))
    elif piece.captured:
        _bring_home(play, id)


def _bring_home(play: Play, id: str) -> None:
    """Let a unit pass its standard to an adjacent commander, and a commander next to the camp bring the
    standard home.
    """
    piece, pos = play.state.pieces[id], play.pos
    carrier, seat = pos.piece(piece.host), piece.captured
    if carrier.troop not in COMMANDERS:
        commander = next(
            (c for c in pos.commanders(seat) if pos.ground.distance(pos.piece(c).at, piece.at) <= 1), ""
        )
        if not commander:
            return
        play.change(id, host=commander, at=pos.piece(commander).at)
        play.tell(StandardPassed(id, commander))
        carrier = pos.piece(commander)
    camp = pos.side(seat).camp
    if camp and pos.ground.distance(carrier.at, camp) <= 1:
        play.take_off(id)
        play.trophy(seat, "standard")
        play.tell(StandardBroughtHome(seat, id))
