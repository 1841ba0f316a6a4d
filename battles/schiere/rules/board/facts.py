"""What a game master may put right by hand, and what no battle is like."""

from __future__ import annotations

from collections.abc import Iterator

from battles.schiere.rules.board.ground import FACINGS
from battles.schiere.rules.board.position import Position, holds_square
from battles.schiere.rules.board.troops import SEATS, TROOPS
from engine.game import Fact, Mistake, Number, Option, Pick

MOST_ACTIONS = 20


# --- what may be put right --------------------------------------------------------------------------------


def amendable(pos: Position) -> tuple[Fact, ...]:
    """Where a piece stands, which way it faces, what it has suffered; the actions of both sides, and what is
    left of the points, which only their side knows."""
    return (
        *_pieces(pos),
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
    facings = tuple(Option(facing) for facing in FACINGS)
    for id, piece in pos.state.pieces.items():
        about = {"seat": piece.seat, "troop": piece.troop, "at": piece.at}
        yield Fact(("pieces", id, "at"), Pick("at", squares), about=about)
        yield Fact(("pieces", id, "facing"), Pick("facing", facings), about=about)
        if pos.can_be_hurt(id):
            yield Fact(
                ("pieces", id, "damage"), Number("damage", 0, max(0, len(pos.track(id)) - 2)), 0, about=about
            )


# --- what cannot be ---------------------------------------------------------------------------------------


def mistakes(pos: Position) -> Iterator[Mistake]:
    """What is true at every moment of a battle, and is not here."""
    yield from _squares(pos)
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
        )
        if value > pos.setting.points:
            yield Mistake(f"sides.{seat}.points", "over_limit", {"value": value, "high": pos.setting.points})
    for seat, left in pos.state.today.actions.items():
        if left < 0:
            yield Mistake(f"today.actions.{seat}", "too_low", {"low": 0})


def _squares(pos: Position) -> Iterator[Mistake]:
    """Nobody stands where another does, or where nobody can."""
    stood: dict[str, str] = {}
    for id, piece in pos.state.pieces.items():
        if not holds_square(piece):
            continue
        if piece.at in stood:
            yield Mistake(f"pieces.{id}.at", "stands_there", {"other": stood[piece.at]})
        if pos.ground.barred(piece.at):
            yield Mistake(f"pieces.{id}.at", "not_allowed_there")
        stood[piece.at] = id
