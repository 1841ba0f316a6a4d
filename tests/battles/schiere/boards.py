"""Positions to test on, told in a few words.

>>> from tests.battles.schiere.boards import battle
>>> pos = battle("r1 legionaries c4n", "c1 punic_foot c6s", "r2 chief:solid a1n", turn=2)
>>> pos.touching("r1"), pos.in_command("r1")
((), True)
"""

from __future__ import annotations

from typing import Any

from battles.schiere.rules.board.options import Options
from battles.schiere.rules.board.play import Play
from battles.schiere.rules.board.position import Position, Setting
from battles.schiere.rules.board.scenario import builtin, load
from battles.schiere.rules.board.state import Order, Piece, Side, State, Today
from battles.schiere.rules.board.troops import COMMANDERS, SEATS, STANDARD
from battles.schiere.rules.opened import SchiereRules
from battles.schiere.rules.turn.acting import Acting
from battles.schiere.rules.turn.turns import GameTurn
from engine.deck import deck_of
from engine.dice import Dice, Scripted, Seeded

PLAIN = {"title": "A plain", "points": 40, "turns": 10, "layout": ["##", "##"]}


def setting(scenario: str | dict[str, Any] = "", **options: Any) -> Setting:
    """A board without anything on it, unless a scenario is named or given."""
    raw = builtin(scenario) if isinstance(scenario, str) and scenario else scenario or PLAIN
    assert isinstance(raw, dict)
    scn = load(raw)
    return Setting(scn, Options(**options), scn.ground)


def battle(
    *pieces: str,
    orders: tuple[str, ...] = (),
    acts: str = "rome",
    actions: int = 3,
    turn: int = 1,
    on: Setting | None = None,
    **today: Any,
) -> Position:
    """A battle in its ``turn``, with these pieces and orders, in which ``acts`` is asked for an action.

    A piece: "r1 legionaries c4n", its damage, schiera (A), host (@c2), wing commander (>resolute) after it:
    "r1 legionaries c4n 1 A >resolute". An order: "rome sword2", "rome shield r1" (who has it)."""
    first = (acts, next(s for s in SEATS if s != acts))
    counts = {"actions": dict.fromkeys(SEATS, actions), **today}
    found = dict(sorted(_piece(said) for said in pieces))
    state = State(
        turn=turn,
        pieces=found,
        sides={"carthage": Side("north", "h16", "solid"), "rome": Side("south", "h1", "solid")},
        orders={f"o{n}": _order(said) for n, said in enumerate(orders, 1)},
        bag=deck_of(("sword1", "sword2", "sword3", "shield", "feint") * 4),
        ground={},
        gone={},
        made={"c": 90, "o": 90, "r": 90, "s": 90},
        today=Today(first, **counts),
        stack=(GameTurn(True, acts), Acting(acts)),
    )
    return Position(on or setting(), state)


def _piece(said: str) -> tuple[str, Piece]:
    id, what, where, *more = said.split()
    troop, _, kind = what.partition(":")
    piece = Piece("rome" if id.startswith("r") else "carthage", troop, where[:-1], where[-1], kind=kind)
    if troop not in (*COMMANDERS, STANDARD):
        piece = piece.but(schiera=f"{id}s")
    for word in more:
        changes: dict[str, Any] = (
            {"damage": int(word)}
            if word.isdigit()
            else {"host": word[1:]}
            if word[0] == "@"
            else {"wing": word[1:]}
            if word[0] == ">"
            else {"schiera": word}
        )
        piece = piece.but(**changes)
    return id, piece


def _order(said: str) -> Order:
    seat, card, *holder = said.split()
    return Order(seat, card, *(holder or ["chief"]))  # type: ignore[arg-type]  # tests write cards


def at_work(pos: Position, *faces: int) -> Play:
    """A working copy of a position, with these dice."""
    dice: Dice = Scripted(list(faces)) if faces else Seeded(b"schiere", "test", 0)
    return Play(pos, dice)


def done(pos: Position, *actions: Any, seat: str = "rome") -> Position:
    """The position after these actions of one side."""
    rules, state = SchiereRules(pos.setting), pos.state
    for action in actions:
        state = rules.apply(state, seat, action, Seeded(b"", "move", state.serial)).state
    return pos._replace(state=state)
