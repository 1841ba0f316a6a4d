"""Marching: a schiera moves as one, or unit by unit in open order, and turns at the end (L104, L108-130)."""

from __future__ import annotations

from battles.schiere.rules.board.ground import FACINGS
from battles.schiere.rules.board.play import FRAMES, ActionHandler, Play, Way
from battles.schiere.rules.board.position import Position
from battles.schiere.rules.board.troops import CAVALRY
from battles.schiere.rules.board.watching import ON_HALT, ON_STEP
from battles.schiere.rules.turn.going import MOVES, Going, acting, may_move, open_order, spend
from battles.schiere.rules.turn.steps import Body
from engine.codec import late_field
from engine.frames import Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, refuse

RULE = "movement"


@dataclass(frozen=True)
class March(Frame):
    """A march in progress. ``rest``: the squares that the first piece has yet to enter. ``facing``: the
    facing at the end. ``gone``: the squares entered since the last event. ``shot_at``: whether an enemy has
    shot during the march. ``length``: the length of the whole path, or 0 until it is measured. ``bands``: the
    nearest distance band in which each enemy schiera has decided whether to shoot. In old marches,
    ``watched`` is the band for all of them.
    """

    seat: str
    units: tuple[str, ...]
    rest: tuple[str, ...]
    facing: str
    gone: tuple[str, ...] = ()
    watched: int = 4
    shot_at: bool = False
    length: int = 0
    bands: tuple[tuple[str, int], ...] = late_field(())


@dataclass(frozen=True)
class MoveAlong(Action):
    """March along a path square by square, then turn. ``lead``: in open order the unit that moves, otherwise
    the first of the units that move together.
    """

    lead: str
    way: tuple[str, ...]
    facing: str


@dataclass(frozen=True)
class Turn(Action):
    """Turn in place. This counts as a move but costs no movement points (ruling S14)."""

    lead: str
    facing: str


@dataclass(frozen=True)
class Marched(Event):
    """``units`` have marched. ``way`` and ``facing`` are those of the first unit."""

    seat: str
    units: tuple[str, ...]
    way: tuple[str, ...]
    facing: str


def body(pos: Position, frame: Going, lead: str) -> tuple[str, ...]:
    """Return the units that move with a lead: in open order only the lead, otherwise all acting units."""
    able = acting(pos, frame)
    return (lead,) if open_order(pos, frame) else able


def leads(pos: Position, frame: Going) -> tuple[str, ...]:
    """Return the units that can lead a move. In open order any unit can; in close order only the first. A
    unit that must stop because it is out of command cannot, and in close order it stops all the others
    (L210).
    """
    able = acting(pos, frame)
    if open_order(pos, frame):
        return tuple(id for id in able if not must_stop(pos, id))
    return () if any(must_stop(pos, id) for id in able) else able[:1]


def must_stop(pos: Position, id: str) -> bool:
    """Return whether a unit must stop because it is out of command. Cavalry never has to, because it may ride
    back into command (L210-214).
    """
    return pos.is_unit(id) and pos.cls(id) not in CAVALRY and not pos.in_command(id)


def _facings(pos: Position, frame: Going) -> tuple[str, ...]:
    """Return the possible facings. In open order the facing of the first unit binds the others, because they
    share a goal (L104, ruling S21).
    """
    return (frame.facing,) if frame.facing and open_order(pos, frame) else FACINGS


def _check_lead(pos: Position, frame: Going, lead: str, facing: str) -> None:
    if frame.mover not in ("", frame.seat):
        refuse("actions", "move_stolen")
    if frame.shooting:
        refuse("shooting", "only_shoots")
    if lead not in leads(pos, frame):
        if lead in acting(pos, frame) and any(must_stop(pos, id) for id in body(pos, frame, lead)):
            refuse("chief", "out_of_command", piece=lead)
        refuse("actions", "not_acting", piece=lead[:20], most=MOVES)
    if facing not in _facings(pos, frame):
        refuse("schiere", "one_goal", facing=frame.facing)


@handles(Going)
class _Moving(ActionHandler):
    action = MoveAlong

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        if not may_move(frame):
            return ()
        found = []
        facings = tuple(Option(f) for f in _facings(pos, frame))
        for lead in leads(pos, frame):
            way = Body(pos, body(pos, frame, lead), frame.left[lead]).way
            if way is not None:
                fields = (way, Pick("facing", facings))
                found.append(Choice("move_along", {"lead": lead}, fields, RULE))
        return tuple(found)

    def check(self, pos: Position, frame: Going, action: MoveAlong) -> None:
        _check_lead(pos, frame, action.lead, action.facing)
        Body(pos, body(pos, frame, action.lead), frame.left[action.lead]).walk(action.way)

    def execute(self, play: Play, frame: Going, action: MoveAlong) -> None:
        units = body(play.pos, frame, action.lead)
        price = Body(play.pos, units, frame.left[action.lead]).price(action.way)
        spend(play, units, price)
        _refund_move(
            play, tuple(id for id in units if id in frame.pushed and play.pos.cls(id) == "elephants")
        )
        _charge_commanders(play, units, price)
        play.count_today("moved", units)
        record_vacated(play, units)
        play.amend(Going, facing=action.facing)
        play.change_all(units, host="")  # a commander can leave a unit at any time (L208)
        play.push(March(frame.seat, units, action.way, action.facing))


def _charge_commanders(play: Play, units: tuple[str, ...], price: int) -> None:
    """Charge the units' movement to the commanders attached to them (L208, ruling S69)."""
    led = [one for id in units if (one := play.pos.attached_commander(id))]
    if led:
        left = play.state.today.left
        gone = {id: max(0, left.get(id, play.pos.moves(id)) - price) for id in led}
        play.remember(left=dict(sorted({**left, **gone}.items())))


def record_vacated(play: Play, units: tuple[str, ...]) -> None:
    """Record the squares that units leave, with their schiera, because other units can step up (L194)."""
    pieces = (play.pos.piece(id) for id in units if play.pos.is_unit(id))
    left = {f"{piece.seat}:{piece.schiera}:{piece.at}" for piece in pieces}
    play.remember(vacated=tuple(sorted({*play.state.today.vacated, *left})))


def _refund_move(play: Play, units: tuple[str, ...]) -> None:
    """Refund the move of elephants that have just pushed an enemy back. They continue as long as they have
    movement points (L298).
    """
    if units:
        spend(play, units, 0, -1)


@handles(Going)
class _Turning(ActionHandler):
    action = Turn

    def list_choices(self, pos: Position, frame: Going) -> Choices:
        if not may_move(frame):
            return ()
        found = []
        for lead in leads(pos, frame):
            others = [f for f in _facings(pos, frame) if f != pos.piece(lead).facing]
            if others and pos.is_unit(lead):
                pick = Pick("facing", tuple(Option(f) for f in others))
                found.append(Choice("turn", {"lead": lead}, (pick,), "facing"))
        return tuple(found)

    def check(self, pos: Position, frame: Going, action: Turn) -> None:
        _check_lead(pos, frame, action.lead, action.facing)
        if not pos.is_unit(action.lead) or pos.piece(action.lead).facing == action.facing:
            refuse("facing", "looks_there_already", facing=action.facing)

    def execute(self, play: Play, frame: Going, action: Turn) -> None:
        units = body(play.pos, frame, action.lead)
        spend(play, units, 0)
        play.amend(Going, facing=action.facing)
        play.change_all(units, facing=action.facing)
        play.tell(Marched(frame.seat, units, (), action.facing))


@FRAMES.handler(March)
class _March(Way):
    def leg(self, play: Play, frame: March, leg: str) -> None:
        """Enter one square. Watchers may then interrupt or stop the march."""
        there = Body(play.pos, frame.units, 0).squares_at(leg)
        play.place(there)
        on = frame.but(gone=(*frame.gone, leg))
        play.swap(on)
        for watcher in ON_STEP:
            watcher(play, on)
        if play.state.stack and play.top is not on:
            self._tell_march(play, on)

    def handle_arrival(self, play: Play, frame: March) -> None:
        pos = play.pos
        left = [id for id in frame.units if id in pos.state.pieces and pos.is_unit(id)]
        play.change_all(left, facing=frame.facing)
        if frame.gone:
            play.tell(Marched(frame.seat, frame.units, frame.gone, frame.facing))
        for watcher in ON_HALT:
            watcher(play, frame)

    def _tell_march(self, play: Play, on: March) -> None:
        play.tell(Marched(on.seat, on.units, on.gone, on.facing))
        play.amend(March, gone=())


def stop(play: Play) -> None:
    """Stop the current march on its present square."""
    play.amend(March, rest=())
