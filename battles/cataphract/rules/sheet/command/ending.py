"""The end of a turn (rout, reload, markers, withdrawal) and the end of a battle (3.0 D and E, 12.0)."""

from __future__ import annotations

from typing import Any, Final

from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.activation import is_idle
from battles.cataphract.rules.sheet.command.table import Table, default_step
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import FRAMES, ActionHandler, Offered, Play
from battles.cataphract.rules.sheet.play.state import DEAD, INACTIVE, MAP
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Json, Many, Outcome, won_by
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, refuse

LONGEST: Final = 60  # maximum number of turns; a battle still undecided then is a draw (not a printed rule)
TIES: Final = 20  # after this many tied rolls, the side listed first goes first
LENT_FROM: Final = 3  # the first turn that ends with a roll for fasting (L3320)
LENT_ON: Final = (0, 1)
RULE: Final = "12.0"


@dataclass(frozen=True)
class EndTurn(Action):
    """End the leaders' part of the turn and begin the Rout and Reload Phase."""


@dataclass(frozen=True)
class EndBattle(Action):
    """Stop the battle. ``winner``: the winning side if the other concedes, or "" for a draw."""

    winner: str


@dataclass(frozen=True)
class Closing(Frame):
    """The Rout and Reload Phase, in which the players report the units that left the map or reload."""


@dataclass(frozen=True)
class CloseTurn(Action):
    """Close the turn.

    ``gone``: routed units that left the map or could not move (10.23). ``reload``: units that can
    reload (8.18).
    """

    gone: tuple[str, ...] = ()
    reload: tuple[str, ...] = ()


@dataclass(frozen=True)
class TurnClosed(Event):
    """A turn is over. ``points`` are the rout points against each side, and ``levels`` their withdrawal
    levels.
    """

    turn: int
    points: tuple[int, int]
    levels: tuple[int, int]


@dataclass(frozen=True)
class TurnBegan(Event):
    turn: int


@dataclass(frozen=True)
class LinesOrdered(Event):
    """Both sides have rolled for the first Uncontrolled Line, and ``seat`` goes first."""

    seat: str
    faces: tuple[int, int]


@dataclass(frozen=True)
class FastRolled(Event):
    """The die for the Byzantines' fast at Callinicum (L3320). If ``weakens``, their quality falls by one for
    good.
    """

    seat: str
    face: int
    weakens: bool


@dataclass(frozen=True)
class BattleEnded(Event):
    reason: str
    winner: str


@handles(Table)
class _EndTurn(ActionHandler):
    action = EndTurn

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        if not is_idle(pos):
            return ()
        return (Choice("end_turn", rule="3.0", facts={"waiting": len(pos.waiting_leaders())}),)

    def check(self, pos: Field, frame: Table, action: EndTurn) -> None:
        if pos.state.phase is not None:
            refuse("3.0", "another_is_active", leader=pos.state.phase.leader)
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")

    def execute(self, play: Play, frame: Table, action: EndTurn) -> None:
        play.push(Closing())


@default_step(5)
def _end_turn(pos: Field) -> Action | None:
    return EndTurn()


@handles(Table)
class _EndBattle(ActionHandler):
    action = EndBattle

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(Choice("end_battle", {"winner": one}, rule=RULE) for one in (*SEATS, ""))

    def check(self, pos: Field, frame: Table, action: EndBattle) -> None:
        if action.winner not in (*SEATS, ""):
            refuse(RULE, "not_one_of", value=action.winner[:20])

    def execute(self, play: Play, frame: Table, action: EndBattle) -> None:
        end(play, "conceded" if action.winner else "agreed", action.winner)


# --- rout and reload ---------------------------------------------------------------------------------------


def routed_units(pos: Field) -> list[str]:
    """Return the routed units of both sides."""
    return [u for seat in SEATS for u in pos.units_on_map(seat, routed=True)]


def reloadable_units(pos: Field) -> list[str]:
    """Return the units whose missile supply can be refilled. Routed units cannot reload, and some battles
    forbid it.
    """
    if not pos.roster.reloads:
        return []
    return [
        u
        for seat in SEATS
        for u in pos.units_on_map(seat, routed=False)
        if pos.markers(u).supply != "full" and pos.counter(u).missile
    ]


@FRAMES.handler(Closing)
class _Closing(Offered):
    def ask(self, pos: Field, frame: Closing) -> Ask:
        return Ask(SEATS[0], "close_turn", CloseTurn(), "3.0", {"turn": pos.state.turn})

    def choices(self, pos: Field, frame: Closing) -> Choices:
        gone, empty = routed_units(pos), reloadable_units(pos)
        fields = (
            *((Many("gone", options(gone)),) if gone else ()),
            *((Many("reload", options(empty)),) if empty else ()),
        )
        fixed: dict[str, Json] = ({} if gone else {"gone": []}) | ({} if empty else {"reload": []})
        return (Choice("close_turn", fixed, fields, rule="10.22"),)

    def objection(self, pos: Field, frame: Closing, action: Action) -> None:
        if isinstance(action, CloseTurn):
            for unit in action.gone:
                if unit not in routed_units(pos):
                    refuse("10.23", "not_routed", unit=unit[:20])
            for unit in action.reload:
                if unit not in reloadable_units(pos):
                    refuse("8.18", "does_not_reload", unit=unit[:20])

    def execute(self, play: Play, frame: Closing, action: CloseTurn) -> None:
        play.pop()
        for unit in action.gone:
            play.eliminate(unit, "off_map")
        close_turn(play, action.reload)


def close_turn(play: Play, reload: tuple[str, ...]) -> None:
    """Reload units, reset all markers, compare rout points with the levels, and begin the next turn."""
    for unit in reload:
        play.supply(unit, "full")
    _unflip(play)
    _withdraw(play)
    if not play.state.ended:
        _next_turn(play)


UNFLIPPED: Final[dict[str, Any]] = {
    **{"moved": False, "rallied": False, "attacked": False},
    **{"ordered": (), "shots": 0, "reacted": 0},
}


def _unflip(play: Play) -> None:
    units = {id: one.but(**UNFLIPPED) if one.where == MAP else one for id, one in play.state.units.items()}
    leaders = {
        id: one if one.status == DEAD else one.but(status=INACTIVE, lines="")
        for id, one in play.state.leaders.items()
    }
    play.set(units=units, leaders=leaders, called=(), elite=())


# if both sides have to withdraw, the smaller excess wins (12.1)
def _withdraw(play: Play) -> None:
    pos = play.pos
    points = {seat: pos.rout_points(seat) for seat in SEATS}
    levels = {seat: pos.level(seat) for seat in SEATS}
    first, second = SEATS
    play.tell(TurnClosed(play.state.turn, (points[first], points[second]), (levels[first], levels[second])))
    _desert(play, points)
    over = {seat: points[seat] - levels[seat] for seat in SEATS if points[seat] >= levels[seat]}
    if len(over) == 1:
        end(play, "withdrawal", foe(next(iter(over))))
    elif over:
        excess = over[first] - over[second]
        winner = "" if not excess else first if excess < 0 else second
        end(play, "both_withdraw", winner)


def _desert(play: Play, points: dict[str, int]) -> None:
    """Remove the reluctant foederati if their side has more rout points than the enemy (L3402)."""
    for seat in SEATS:
        deserting = tuple(u for u in play.pos.units_on_map(seat) if play.pos.counter(u).reluctant)
        if deserting and points[seat] > points[foe(seat)]:
            play.leave(deserting, "desertion")


def _next_turn(play: Play) -> None:
    if play.state.turn >= LONGEST:
        end(play, "exhausted", "")
        return
    _roll_for_fast(play)
    play.set(turn=play.state.turn + 1)
    play.tell(TurnBegan(play.state.turn))
    _order_lines(play)


def _order_lines(play: Play) -> None:
    """Roll for the first Uncontrolled Line if both sides have one. The higher die goes first (11.31)."""
    seats = {one.seat for one in play.pos.due_lines()}
    if len(seats) < len(SEATS):
        return
    for _try in range(TIES):  # equal dice are rerolled (ruling 43)
        faces = [play.throw("line_order", "11.31", seat) for seat in SEATS]
        if faces[0] != faces[1]:
            break
    first = SEATS[0] if faces[0] >= faces[1] else SEATS[1]
    play.set(special=play.state.special.but(line_seat=first))
    play.tell(LinesOrdered(first, (faces[0], faces[1])))


def _roll_for_fast(play: Play) -> None:
    for seat in SEATS:
        begun = play.state.turn >= LENT_FROM and seat not in play.state.quality
        if not play.pos.roster.sides[seat].fasting or not begun:
            continue
        face = play.throw("fast", "L3320", seat)
        weakens = face in LENT_ON
        play.tell(FastRolled(seat, face, weakens))
        if weakens:
            play.set(quality={**play.state.quality, seat: -1})
            for unit in list(play.pos.units_on_map(seat, routed=False)):
                if play.pos.hits_left(unit) <= 0:
                    play.rout(unit, "fast")


def end(play: Play, reason: str, winner: str) -> None:
    """End the battle and discard every phase in progress."""
    play.set(ended=reason, winner=winner, stack=(), phase=None, clashes=())
    play.tell(BattleEnded(reason, winner))


def outcome(pos: Field) -> Outcome | None:
    """Return the result of the battle, or None while it continues."""
    state = pos.state
    if not state.ended:
        return None
    return Outcome(
        won_by(state.winner or None), state.ended, RULE, {seat: pos.rout_points(seat) for seat in SEATS}
    )
