"""Free moves: a unit makes room for friends, or a schiera steps up into vacated squares (L194)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.rules.board.ground import BRIDGES, PLAIN
from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.shapes import STEP
from battles.schiere.rules.board.watching import notify_settled
from battles.schiere.rules.turn.acting import Acting, why_not
from battles.schiere.rules.turn.march import record_vacated
from engine.codec import late_field
from engine.game import Choice, Choices, Many, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "actions"


@dataclass(frozen=True)
class MakeRoom(Action):
    """Shift a unit by one square to let friends pass."""

    unit: str
    at: str


@dataclass(frozen=True)
class StepUp(Action):
    """Move a schiera, or only some of its ``units``, one square forward into squares that others have
    vacated.
    """

    schiera: str
    units: tuple[str, ...] = late_field(())


@dataclass(frozen=True)
class Shifted(Event):
    seat: str
    units: tuple[str, ...]
    squares: tuple[str, ...]


@handles(Acting)
class _MakingRoom(ActionHandler):
    action = MakeRoom

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        influence, found = pos.enemy_influence(frame.seat), []
        for id in pos.units(frame.seat):
            if _may_shift(pos, id, influence) and _is_waited_for(pos, id):
                squares = tuple(Option(s) for s in _free_around(pos, id, influence))
                if squares:
                    found.append(Choice("make_room", {"unit": id}, (Pick("at", squares),), RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: MakeRoom) -> None:
        piece, influence = pos.state.pieces.get(action.unit), pos.enemy_influence(frame.seat)
        if piece is None or piece.seat != frame.seat or not pos.is_unit(action.unit):
            refuse(RULE, "not_yours")
        if not _may_shift(pos, action.unit, influence):
            refuse(RULE, "cannot_shift")
        if not _is_waited_for(pos, action.unit):
            refuse(RULE, "nobody_waits")
        if action.at not in _free_around(pos, action.unit, influence):
            refuse(RULE, "cannot_enter", place=action.at[:8])

    def execute(self, play: Play, frame: Acting, action: MakeRoom) -> None:
        _shift(play, frame.seat, {action.unit: action.at})


@handles(Acting)
class _SteppingUp(ActionHandler):
    action = StepUp

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        if not pos.state.today.vacated:
            return ()
        found = []
        for name, units in pos.schiere(frame.seat).items():
            if _squares_ahead(pos, frame.seat, units):
                found.append(Choice("step_up", {"schiera": name}, (), RULE))
            part = tuple(Option(id) for id in units if _squares_ahead(pos, frame.seat, (id,)))
            if part and len(units) > 1:
                found.append(Choice("step_up", {"schiera": name}, (Many("units", part, 1),), RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Acting, action: StepUp) -> None:
        units = pos.schiere(frame.seat).get(action.schiera)
        if units is None:
            refuse(RULE, "not_yours")
        if len(set(action.units)) < len(action.units) or set(action.units) - set(units):
            refuse("schiere", "not_one_schiera")
        if not _new_squares(pos, frame.seat, action):
            refuse(RULE, "cannot_step_up")

    def execute(self, play: Play, frame: Acting, action: StepUp) -> None:
        there = _new_squares(play.pos, frame.seat, action)
        record_vacated(play, tuple(there))
        _shift(play, frame.seat, there)


def _shift(play: Play, seat: str, there: Mapping[str, str]) -> None:
    play.place(there)
    play.remember(shifted=tuple(sorted({*play.state.today.shifted, *there})))
    # stepping up costs no action, but any move costs shooters a shot (L280)
    play.count_today("moved", tuple(there))
    play.tell(Shifted(seat, tuple(there), tuple(there.values())))
    notify_settled(play, tuple(there))


def _may_shift(pos: Position, id: str, influence: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a unit can shift. It can do so once a turn, if it is in command and outside the enemy's
    influence.
    """
    piece = pos.piece(id)
    return (
        id not in pos.state.today.shifted
        and piece.at not in influence
        and piece.rests < pos.turn
        and pos.in_command(id)
    )


def _is_waited_for(pos: Position, id: str) -> bool:
    """Return whether a neighbour from another schiera of the side can still act this turn (ruling S27)."""
    piece = pos.piece(id)
    return any(
        pos.piece(other).seat == piece.seat
        and pos.piece(other).schiera != piece.schiera
        and why_not(pos, piece.seat, other) is None
        for other in pos.neighbours(piece.at)
    )


def _free_around(pos: Position, id: str, influence: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    around = pos.ground.neighbours[pos.piece(id).at]
    return tuple(s for s in around if _is_easy(pos, pos.piece(id).at, s) and s not in influence)


def _is_easy(pos: Position, here: str, there: str) -> bool:
    """Return whether a square is free and costs nothing extra to enter."""
    kind = pos.ground.kind(there)
    if pos.unit_at(there) or pos.ground.is_barred(there):
        return False
    return kind in (PLAIN, *BRIDGES) or kind == pos.ground.kind(here)


def _new_squares(pos: Position, seat: str, action: StepUp) -> Mapping[str, str]:
    """Return the new square of each named unit, or of each unit of the schiera if none is named. Named units
    step one by one, a schiera as a whole. Return an empty mapping if one of the units cannot step.
    """
    if not action.units:
        return _squares_ahead(pos, seat, pos.schiere(seat)[action.schiera])
    there: dict[str, str] = {}
    for id in action.units:
        one = _squares_ahead(pos, seat, (id,))
        if not one:
            return {}
        there |= one
    return there


def _squares_ahead(pos: Position, seat: str, units: tuple[str, ...]) -> Mapping[str, str]:
    """Return the squares to which these units step, or an empty mapping if they cannot. All must face the
    same way, and another schiera of their side must have left at least one of the squares this turn.
    """
    facings = {pos.piece(id).facing for id in units}
    left = _squares_left_by_others(pos, seat, pos.piece(units[0]).schiera)
    if len(facings) > 1 or not left:
        return {}
    columns, rows = STEP[facings.pop()]
    there = {id: pos.ground.square_at_offset(pos.piece(id).at, columns, rows) for id in units}
    influence = pos.enemy_influence(seat)
    if not left & set(there.values()) or not all(_may_shift(pos, id, influence) for id in units):
        return {}
    own = set(units)
    for id, square in there.items():
        free = square and pos.unit_at(square) in ("", *own) and square not in influence
        if not free or not _ground_fits(pos, pos.piece(id).at, square):
            return {}
    return there


def _squares_left_by_others(pos: Position, seat: str, schiera: str) -> set[str]:
    """Return the squares that other schiere of this side have left this turn."""
    told = (one.split(":") for one in pos.state.today.vacated)
    return {at for whose, name, at in told if whose == seat and name != schiera}


def _ground_fits(pos: Position, here: str, there: str) -> bool:
    kind = pos.ground.kind(there)
    if pos.ground.is_barred(there):
        return False
    return kind in (PLAIN, *BRIDGES) or kind == pos.ground.kind(here)
