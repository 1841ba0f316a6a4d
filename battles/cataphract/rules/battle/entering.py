"""Reinforcements in Column: their die roll, entry hex, and march before all leaders move (L3411)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, read_stand, stand_name
from battles.cataphract.rules.field.pieces import IN_COLUMN, Piece
from battles.cataphract.rules.field.reach import Reach, Stand, reach
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.units.moving import ReservesCalled, sides_awaiting
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass, replace
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, not_offered, pick, refuse

EDGE: Final = "60"  # the column of hexes by which reinforcements enter
CALLED_ON: Final = 0
APART: Final = 2  # reinforcements without orders stay more than this many hexes from the enemy (ruling 68)
HEADINGS: Final = (4, 5)  # a Column from the eastern edge faces SW or NW


@dataclass(frozen=True)
class Entering(Frame):
    """The column of reinforcements moves.

    ``entered`` counts the units that have entered this turn, and ``moved`` lists those that have moved.
    """

    seat: str
    entered: int = 0
    moved: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChooseGate(Action):
    """Choose the hex where all reinforcements enter."""

    hex: str


@dataclass(frozen=True)
class EnterMap(Action):
    """Bring the next unit of the column onto the map, at the place named by hex and facing."""

    to: str


@dataclass(frozen=True)
class MarchOn(Action):
    """Move a unit of the column that has been on the map since an earlier turn. It needs no order."""

    unit: str
    to: str


@dataclass(frozen=True)
class EndEntry(Action):
    """Stop moving the column for this turn."""


def begin_entry(play: MapPlay) -> bool:
    """Roll for reinforcements at the start of a turn, or let reinforcements already on the way move.

    Return whether anything has begun.
    """
    pos = play.pos
    if "reinforcements" not in pos.setting.specials:
        return False
    for seat in sides_awaiting(pos):
        play.set(called=(*play.state.called, seat))
        if not pos.board.coming:
            face = play.throw("reserves", "L3411", seat)
            come = tuple(pos.reserves(seat)) if face == CALLED_ON else ()
            play.chart(coming=come)
            play.tell(ReservesCalled(seat, face, come))
        if play.pos.board.coming:
            play.push(Entering(seat))
        return True
    return False


def entry_hexes(pos: MapField, seat: str) -> list[str]:
    """Return the hexes of the map edge where reinforcements can enter."""
    ground = pos.setting.ground
    hexes = [at for at in ground.board if name_of(at).startswith(EDGE) and at not in ground.closed]
    return [name_of(at) for at in hexes if _is_safe(pos, seat, at) and at not in pos.battlefield.occupants]


def _is_safe(pos: MapField, seat: str, at: Hex) -> bool:
    return pos.enemy_distance_from(seat, at) > APART


def _column_piece(pos: MapField, unit: str, stand: Stand, mp: int) -> Piece:
    """Return a unit of the column at a place, with the movement points that it has left there."""
    base = pos.setting.base[unit]
    formed = replace(pos.unit(unit, heart=False), column=True)
    return replace(base, unit=formed, at=stand.at, facing=stand.facing, ma=mp - IN_COLUMN)


def entry_places(pos: MapField, frame: Entering) -> dict[Stand, int]:
    """Return the places that the next unit can reach, each with the movement points that it costs.

    Entering costs one point more for every unit that has entered this turn.
    """
    board = pos.board
    if not board.coming or not board.gate or hex_of(board.gate) in pos.battlefield.occupants:
        return {}
    unit, gate = board.coming[0], hex_of(board.gate)
    left = pos.setting.base[unit].ma + IN_COLUMN - frame.entered - 1
    if left < 0:
        return {}
    found: dict[Stand, int] = {}
    for facing in HEADINGS:
        for stand, cost in _ways(pos, _column_piece(pos, unit, Stand(gate, facing), left)):
            found[stand] = min(cost, found.get(stand, cost))
    return found


def _ways(pos: MapField, one: Piece) -> Iterator[tuple[Stand, int]]:
    found: Reach = reach(pos.battlefield, one)
    for stand, (cost, _way) in found.stands.items():
        if _is_safe(pos, one.seat, stand.at) and not cost.hits:
            yield stand, cost.mp


def marchers(pos: MapField, frame: Entering) -> Iterator[tuple[str, dict[Stand, int]]]:
    """Yield the units of the column on the map that can still move this turn, each with the places that it
    can reach and their costs.
    """
    for unit in pos.units_on_map(frame.seat, routed=False):
        if not pos.markers(unit).column or unit in frame.moved or unit not in pos.battlefield.pieces:
            continue
        one = pos.piece(unit)
        if pos.battlefield.holders(frame.seat, one.at):
            continue
        found = {stand: cost for stand, cost in _ways(pos, one) if stand != (one.at, one.facing)}
        if found:
            yield unit, found


@FRAMES.handler(Entering)
class _Entering(Offered):
    def advance(self, play: MapPlay, frame: Entering) -> bool:
        pos = play.pos
        if pos.board.gate and not entry_places(pos, frame) and next(marchers(pos, frame), None) is None:
            play.pop()
            return True
        return False

    def ask(self, pos: MapField, frame: Entering) -> Ask:
        facts = {"left": len(pos.board.coming)}
        return Ask(frame.seat, "enter", lambda: self._default(pos, frame), "L3411", facts)

    def _default(self, pos: MapField, frame: Entering) -> Action:
        if not pos.board.gate:
            found = entry_hexes(pos, frame.seat)
            return ChooseGate(found[len(found) // 2]) if found else EndEntry()
        return EndEntry()

    def choices(self, pos: MapField, frame: Entering) -> Choices:
        return tuple(self._choices(pos, frame))

    def _choices(self, pos: MapField, frame: Entering) -> Iterator[Choice]:
        if not pos.board.gate:
            if found := entry_hexes(pos, frame.seat):
                yield Choice("choose_gate", {}, (pick("hex", found),), rule="L3411")
        elif places := entry_places(pos, frame):
            yield Choice("enter_map", {}, (_places(places),), rule="L3411")
        for unit, found_places in marchers(pos, frame):
            yield Choice("march_on", {"unit": unit}, (_places(found_places),), rule="L3411")
        yield Choice("end_entry", rule="L3411")

    def objection(self, pos: MapField, frame: Entering, action: Action) -> None:
        if isinstance(action, EnterMap | MarchOn):
            refuse("L3411", "out_of_reach", unit="", place=action.to[:8])
        if isinstance(action, ChooseGate):
            refuse("L3411", "not_on_the_edge", hex=action.hex[:8])
        not_offered("L3411", action)

    def execute(self, play: MapPlay, frame: Entering, action: Action) -> None:
        if isinstance(action, ChooseGate):
            play.chart(gate=action.hex)
        elif isinstance(action, EnterMap):
            unit, *rest = play.pos.board.coming
            play.chart(coming=tuple(rest))
            play.swap(frame.but(entered=frame.entered + 1, moved=(*frame.moved, unit)))
            play.mark(unit, where=MAP, column=True, stirred=True, moved=True)
            play.put(unit, read_stand(action.to, True), "enter")
        elif isinstance(action, MarchOn):
            play.swap(frame.but(moved=(*frame.moved, action.unit)))
            play.put(action.unit, read_stand(action.to, True), "march")
        else:
            play.pop()


def _places(found: dict[Stand, int]) -> Pick:
    return Pick("to", tuple(Option(stand_name(s, True), {"mp": mp}) for s, mp in found.items()))
