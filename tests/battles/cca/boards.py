"""Battles in progress on boards built for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.cca.rules.cards import CARDS
from battles.cca.rules.play.state import Ordered, State, Turn
from battles.cca.rules.position import Position
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import NAMES
from battles.cca.rules.turn.battling import Battling
from battles.cca.rules.turn.commanding import Commanding
from battles.cca.rules.turn.orderable_units import leaders_in_command
from battles.cca.rules.turn.playing import PlayingCard
from battles.cca.rules.turn.turns import BATTLES, ORDERS, GameTurn
from engine.dice import Dice, Scripted, Seeded
from kit.rules.decisions import Action


def begun(board: str, seat: str = "bottom", name: str = "akragas") -> tuple[CcaRules, State]:
    """A battle on this board, at the start of a side's turn to play a card. The scenario has no terrain of
    its own.
    """
    rules = CCA.open(CCA.scenario(name), {})
    state, position = rules.setup(Seeded(b"board", name, 0)).state, Position.parse(board)
    return rules, state.but(
        units={NAMES[at]: unit for at, unit in position.units.items()},
        leaders={NAMES[at]: leader for at, leader in position.leaders.items()},
        turn=Turn(seat),
        stack=(GameTurn(seat, ORDERS), PlayingCard(seat)),
    )


def holding(state: State, seat: str, *cards: str) -> State:
    """Return the state with these cards in the seat's hand."""
    return state.but(armies={**state.armies, seat: state.armies[seat].but(hand=tuple(sorted(cards)))})


def commanding(board: str, card: str, seat: str = "bottom", **turn: Any) -> tuple[CcaRules, State]:
    """Return a battle in which the side has just played this card."""
    rules, state = begun(board, seat)
    stack = GameTurn(seat, BATTLES), Commanding(seat)
    state = state.but(turn=Turn(seat, card, card, **turn), stack=stack)
    leaders = leaders_in_command(rules.position(state), CARDS[card])
    return rules, state.but(turn=state.turn.but(commanders=leaders))


def battling(
    board: str, ordered: Mapping[str, int], card: str = "order_3_center", seat: str = "bottom"
) -> tuple[CcaRules, State]:
    """Return a battle in which the ordered units have moved and combat begins."""
    rules, state = commanding(board, card, seat)
    units = {at: Ordered(at, moved, True) for at, moved in sorted(ordered.items())}
    stack = GameTurn(seat, BATTLES + 1), Battling(seat)
    return rules, state.but(turn=state.turn.but(units=units), stack=stack)


def do(rules: CcaRules, state: State, action: Action, *faces: int, dice: Dice | None = None) -> State:
    """Apply an action for the seat that owes an answer, with these dice."""
    seat = rules.pending(state)[0].seat
    return rules.apply(state, seat, action, dice or Scripted(list(faces))).state
