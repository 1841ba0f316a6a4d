"""Facts that a game master can correct by hand, and limits that no battle may exceed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from battles.schiere.rules.board.ground import FACINGS
from battles.schiere.rules.board.play import LETTERS, Play
from battles.schiere.rules.board.position import Position, holds_square
from battles.schiere.rules.board.state import Piece, State, gone_parts
from battles.schiere.rules.board.troops import CHIEF, SEATS, STANDARD, TROOPS, WING, troops_of
from engine.dice_record import Recorded
from engine.frames import Frame
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_ACTIONS = 20
MOST_UNITS: Final = 4  # maximum number of units, all of one kind, in a schiera (L102)
OFF: Final = ""  # the square of a piece that is off the board
# these fields of a march hold squares, which can look like ids of pieces
SQUARES: Final = (
    "rest",
    "gone",
)


# --- facts that can be corrected --------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Return the facts that a game master can correct. These are each piece's square, facing and damage,
    missing pieces, losses, and both sides' actions, reserved actions and remaining points. A side's points
    are visible only to that side.
    """
    return (
        *_pieces(pos),
        *_missing_pieces(pos),
        *(
            Fact(("gone", key), Number("units", 0, TROOPS[gone_parts(key)[1]].units), 0)
            for key in pos.state.gone
            if gone_parts(key)[1] in TROOPS
        ),
        *(
            Fact(("today", "actions", seat), Number("actions", 0, MOST_ACTIONS))
            for seat in pos.state.today.actions
        ),
        *(Fact(("sides", seat, "banked"), Number("actions", 0, MOST_ACTIONS)) for seat in pos.state.sides),
        *(
            Fact(("sides", seat, "points"), Number("points", 0, pos.setting.points), seen_by=(seat,))
            for seat in pos.state.sides
        ),
    )


def _pieces(pos: Position) -> Iterator[Fact]:
    squares = tuple(Option(square) for square in sorted(pos.ground.squares))
    for id, piece in pos.state.pieces.items():
        about = {"seat": piece.seat, "troop": piece.troop, "at": piece.at}
        off = (Option(OFF),) if piece.troop != CHIEF else ()
        yield Fact(("pieces", id, "at"), Pick("at", (*off, *squares)), about=about)
        yield Fact(("pieces", id, "facing"), FACING, about=about)
        if pos.can_be_hurt(id):
            yield Fact(
                ("pieces", id, "damage"), Number("damage", 0, max(0, len(pos.track(id)) - 2)), 0, about=about
            )


FACING: Final = Pick("facing", tuple(Option(facing) for facing in FACINGS))


def _missing_pieces(pos: Position) -> Iterator[Fact]:
    """Yield the fields that add a missing piece to each side: a unit with its troop and schiera, or a fallen
    wing commander. Yield nothing before the sides have chosen their edges.
    """
    squares = (Option(OFF), *(Option(square) for square in sorted(pos.ground.squares)))
    for seat in SEATS if all(side.edge for side in pos.state.sides.values()) else ():
        facing = "n" if pos.side(seat).edge == "south" else "s"  # facing the other side (ruling S24)
        blank = {"seat": seat, "troop": "", "at": OFF, "facing": facing}
        wings = [{**blank, "troop": WING, "kind": kind} for kind in _fallen_commanders(pos, seat)]
        for number, one in enumerate((blank, *wings), pos.state.made.get(LETTERS[seat], 0) + 1):
            here, about = ("pieces", f"{LETTERS[seat]}{number}"), {**one, "new": True}
            yield Fact((*here, "at"), Pick("at", squares), OFF, one, about=about)
            yield Fact((*here, "facing"), FACING, facing, one, about=about)
            if not one["troop"]:
                yield Fact((*here, "troop"), _troops(pos, seat), "", one, about=about)
                yield Fact((*here, "schiera"), _schiere(pos, seat), "", one, about=about)


def _fallen_commanders(pos: Position, seat: str) -> tuple[str, ...]:
    """Return a side's wing commanders who are neither on the board nor in reserve."""
    to_come = {group.kind for group in pos.side(seat).reserve if group.troop == WING}
    return tuple(kind for kind in pos.side(seat).wings if kind not in to_come and not pos.wing(seat, kind))


def _troops(pos: Position, seat: str) -> Pick:
    there = Counter(piece.troop for piece in pos.state.pieces.values())
    able = (troop.id for troop in troops_of(seat) if there[troop.id] < troop.units)
    return Pick("troop", (Option(""), *map(Option, able)))


def _schiere(pos: Position, seat: str) -> Pick:
    """Return a field that offers a new schiera and every schiera with room for another unit."""
    able = (name for name, units in pos.schiere(seat).items() if len(units) < MOST_UNITS)
    return Pick("schiera", (Option(""), *map(Option, able)))


# --- applying a correction --------------------------------------------------------------------------------


def tidy_state(pos: Position) -> State:
    """Return the state with the correction completed: deleted pieces removed, added pieces completed, and
    losses of zero dropped.
    """
    state = pos.state
    if any(not piece.at for piece in state.pieces.values()):
        state = _remove_deleted(pos)
    if any(_is_new(state, id) for id in state.pieces):
        state = _complete_pieces(Position(pos.setting, state))
    return state.but(gone={key: number for key, number in state.gone.items() if number})


def _remove_deleted(pos: Position) -> State:
    """Return the state without its deleted pieces.

    The orders of a deleted piece return to the chief. A commander attached to a deleted unit stays on the
    board, but the bearer of a deleted commander leaves it (L250). A captured standard that the deleted piece
    carried returns to its own side. A piece that must not be removed stays in the state without a square,
    which is later reported as a mistake.
    """
    under_way = _ids_in_progress(pos.state)
    going = {
        id
        for id, piece in pos.state.pieces.items()
        if not piece.at and (_is_new(pos.state, id) or (piece.troop != CHIEF and id not in under_way))
    }
    with_them = {id: piece for id, piece in pos.state.pieces.items() if piece.host in going - {id}}
    play = Play(pos, Recorded(()))  # nothing here rolls dice
    play.set(pieces={id: piece for id, piece in pos.state.pieces.items() if id not in going})
    for id, piece in with_them.items():
        if id in going:
            continue
        if piece.captured:
            play.give_back(id)
        elif piece.troop == STANDARD:
            play.take_off(id)
        else:
            play.change(id, host="")
    for id, order in play.state.orders.items():
        if order.holder in going:
            play.change_order(id, holder=CHIEF)
    return play.state


def _complete_pieces(pos: Position) -> State:
    """Return the state with its added pieces completed and their ids registered. A unit added to a schiera
    gets the wing commander of that schiera. Any other added unit gets a new schiera. Added pieces without a
    troop are dropped.
    """
    play = Play(pos, Recorded(()))
    new = {id: piece for id, piece in pos.state.pieces.items() if _is_new(pos.state, id)}
    play.set(pieces={id: one for id, one in pos.state.pieces.items() if one.troop or id not in new})
    for id, piece in new.items():
        letter, number = id[:1], int(id[1:])
        if not piece.troop:
            continue
        made = play.state.made
        play.set(made=dict(sorted({**made, letter: max(made.get(letter, 0), number)}.items())))
        if piece.schiera:
            mates = [
                one
                for name, one in pos.state.pieces.items()
                if one.schiera == piece.schiera and name not in new
            ]
            play.change(id, wing=mates[0].wing if mates else "")
        elif piece.troop in TROOPS:
            play.change(id, schiera=play.new_id("s"))
    return play.state


def _is_new(state: State, id: str) -> bool:
    """Return whether an id is valid but was not assigned before this correction."""
    letter, number = id[:1], id[1:]
    return letter in LETTERS.values() and number.isdigit() and int(number) > state.made.get(letter, 0)


def _ids_in_progress(state: State) -> frozenset[str]:
    return frozenset(name for frame in state.stack for name in _names(frame))


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Frame):
        yield from _names({name: one for name, one in vars(value).items() if name not in SQUARES})
    elif isinstance(value, Mapping):
        yield from (name for pair in value.items() for one in pair for name in _names(one))
    elif isinstance(value, tuple):
        yield from (name for one in value for name in _names(one))


# --- impossible corrections -------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """Yield a mistake for every fact that no legal position could contain."""
    yield from _squares(pos)
    yield from _counters(pos)
    for id, piece in pos.state.pieces.items():
        if pos.can_be_hurt(id) and piece.damage >= len(pos.track(id)) - 1:
            yield Mistake(f"pieces.{id}.damage", "too_high", {"high": len(pos.track(id)) - 2})
        if piece.host and piece.host not in pos.state.pieces:
            yield Mistake(f"pieces.{id}.at", "not_there")
    for seat in SEATS:
        value = sum(
            TROOPS[piece.troop].points
            for piece in pos.state.pieces.values()
            if piece.seat == seat and piece.troop in TROOPS and not piece.captured
        ) + sum(TROOPS[one.troop].points * one.units for one in pos.side(seat).reserve if one.troop in TROOPS)
        if value > pos.setting.points:
            yield Mistake(f"sides.{seat}.points", "over_limit", {"value": value, "high": pos.setting.points})
    for seat, left in pos.state.today.actions.items():
        if left < 0:
            yield Mistake(f"today.actions.{seat}", "too_low", {"low": 0})


def _squares(pos: Position) -> Iterator[Mistake]:
    stood: dict[str, str] = {}
    for id, piece in pos.state.pieces.items():
        if not piece.at:
            yield Mistake(f"pieces.{id}.at", "has_to_stay" if piece.troop == CHIEF else "under_way")
        if not piece.at or not holds_square(piece):
            continue
        if piece.at in stood:
            yield Mistake(f"pieces.{id}.at", "stands_there", {"other": stood[piece.at]})
        if pos.ground.is_barred(piece.at):
            yield Mistake(f"pieces.{id}.at", "not_allowed_there")
        stood[piece.at] = id


def _counters(pos: Position) -> Iterator[Mistake]:
    """Yield a mistake if an army, including its reserve, has more units than counters (L88, L425-673). A
    schiera may hold at most four units, all of one kind and under one commander (L102).
    """
    used, last, schiere = Counter[str](), dict[str, str](), dict[str, list[Piece]]()
    for id, piece in pos.state.pieces.items():
        used[piece.troop] += 1
        last[piece.troop] = max(id, last.get(piece.troop, ""), key=lambda one: (len(one), one))
        if piece.schiera:
            schiere.setdefault(piece.schiera, []).append(piece)
            mates = schiere[piece.schiera]
            if len(mates) > MOST_UNITS:
                yield Mistake(f"pieces.{id}.schiera", "over_limit", {"value": len(mates), "high": MOST_UNITS})
            if (piece.seat, piece.troop, piece.wing) != (mates[0].seat, mates[0].troop, mates[0].wing):
                yield Mistake(f"pieces.{id}.schiera", "not_alike")
    for group in (group for side in pos.state.sides.values() for group in side.reserve):
        used[group.troop] += group.units
    for troop, number in used.items():
        if troop in TROOPS and troop in last and number > TROOPS[troop].units:
            facts = {"value": number, "high": TROOPS[troop].units}
            yield Mistake(f"pieces.{last[troop]}.troop", "over_limit", facts)
