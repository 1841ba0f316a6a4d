"""What costs no action: a unit makes room for friends, a schiera steps up into a place left free (L194)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battles.schiere.rules.board.ground import BRIDGES, PLAIN
from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.registry import Action, Deed, Event, deed, refuse
from battles.schiere.rules.board.shapes import STEP
from battles.schiere.rules.turn.acting import Acting, why_not
from engine.game import Choice, Choices, Option, Pick

RULE = "actions"


@dataclass(frozen=True)
class MakeRoom(Action):
    """Shift a unit by one square, so that friends behind it can pass."""

    unit: str
    at: str


@dataclass(frozen=True)
class StepUp(Action):
    """Let a schiera go one square forward, into a place that another one has left."""

    schiera: str


@dataclass(frozen=True)
class Shifted(Event):
    seat: str
    units: tuple[str, ...]
    squares: tuple[str, ...]


@deed(Acting)
class _MakingRoom(Deed):
    action = MakeRoom

    def offered(self, pos: Position, frame: Acting) -> Choices:
        influence, found = pos.influenced(frame.seat), []
        for id in pos.units(frame.seat):
            if _may_shift(pos, id, influence) and _waited_for(pos, id):
                squares = tuple(Option(s) for s in _free_around(pos, id, influence))
                if squares:
                    found.append(Choice("make_room", {"unit": id}, (Pick("at", squares),), RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: MakeRoom) -> None:
        piece, influence = pos.state.pieces.get(action.unit), pos.influenced(frame.seat)
        if piece is None or piece.seat != frame.seat or not pos.is_unit(action.unit):
            refuse(RULE, "not_yours")
        if not _may_shift(pos, action.unit, influence):
            refuse(RULE, "cannot_shift")
        if not _waited_for(pos, action.unit):
            refuse(RULE, "nobody_waits")
        if action.at not in _free_around(pos, action.unit, influence):
            refuse(RULE, "cannot_enter", place=action.at[:8])

    def carry_out(self, play: Play, frame: Acting, action: MakeRoom) -> None:
        _shift(play, frame.seat, {action.unit: action.at})


@deed(Acting)
class _SteppingUp(Deed):
    action = StepUp

    def offered(self, pos: Position, frame: Acting) -> Choices:
        if not pos.state.today.vacated:
            return ()
        return tuple(
            Choice("step_up", {"schiera": name}, (), RULE)
            for name, units in pos.schiere(frame.seat).items()
            if _forward(pos, frame.seat, units)
        )

    def check(self, pos: Position, frame: Acting, action: StepUp) -> None:
        units = pos.schiere(frame.seat).get(action.schiera)
        if units is None:
            refuse(RULE, "not_yours")
        if not _forward(pos, frame.seat, units):
            refuse(RULE, "cannot_step_up")

    def carry_out(self, play: Play, frame: Acting, action: StepUp) -> None:
        units = play.pos.schiere(frame.seat)[action.schiera]
        _shift(play, frame.seat, _forward(play.pos, frame.seat, units))


def _shift(play: Play, seat: str, there: Mapping[str, str]) -> None:
    play.place(there)
    play.remember(shifted=tuple(sorted({*play.state.today.shifted, *there})))
    play.tell(Shifted(seat, tuple(there), tuple(there.values())))


def _may_shift(pos: Position, id: str, influence: Mapping[str, tuple[str, ...]]) -> bool:
    """Once a turn, in command, and not beside an enemy."""
    piece = pos.piece(id)
    return (
        id not in pos.state.today.shifted
        and piece.at not in influence
        and piece.rests < pos.turn
        and pos.in_command(id)
    )


def _waited_for(pos: Position, id: str) -> bool:
    """Whether a friend beside it, of another schiera, may still act in this turn (ruling S27)."""
    piece = pos.piece(id)
    return any(
        pos.piece(other).seat == piece.seat
        and pos.piece(other).schiera != piece.schiera
        and why_not(pos, piece.seat, other) is None
        for other in pos.neighbours(piece.at)
    )


def _free_around(pos: Position, id: str, influence: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    around = pos.ground.around[pos.piece(id).at]
    return tuple(s for s in around if _easy(pos, pos.piece(id).at, s) and s not in influence)


def _easy(pos: Position, here: str, there: str) -> bool:
    """Whether a square is free, and of ground that costs nothing more."""
    kind = pos.ground.kind(there)
    if pos.unit_at(there) or pos.ground.barred(there):
        return False
    return kind in (PLAIN, *BRIDGES) or kind == pos.ground.kind(here)


def _forward(pos: Position, seat: str, units: tuple[str, ...]) -> Mapping[str, str]:
    """Where a schiera steps to; nothing where it cannot: all look one way, and one place at least was left
    in this turn by another schiera."""
    facings = {pos.piece(id).facing for id in units}
    influence = pos.influenced(seat)
    if len(facings) > 1 or not all(_may_shift(pos, id, influence) for id in units):
        return {}
    columns, rows = STEP[facings.pop()]
    there = {id: pos.ground.off(pos.piece(id).at, columns, rows) for id in units}
    own = set(units)
    for id, square in there.items():
        free = square and pos.unit_at(square) in ("", *own) and square not in influence
        if not free or not _ground_fits(pos, pos.piece(id).at, square):
            return {}
    left = {square for square in there.values() if square in pos.state.today.vacated}
    return there if left - {pos.piece(id).at for id in units} else {}


def _ground_fits(pos: Position, here: str, there: str) -> bool:
    kind = pos.ground.kind(there)
    if pos.ground.barred(there):
        return False
    return kind in (PLAIN, *BRIDGES) or kind == pos.ground.kind(here)
