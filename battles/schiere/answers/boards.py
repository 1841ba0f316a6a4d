"""Set up positions from a short notation and play actions from them, for the public cases and the tests.

>>> pos = battle("r1 legionaries c4n", "c1 punic_foot c6s", "r2 chief:solid a1n", turn=2)
>>> pos.adjacent_enemies("r1"), pos.in_command("r1")
((), True)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from battles.schiere.rules.board import options as variants
from battles.schiere.rules.board.play import PieceLost
from battles.schiere.rules.board.position import Position, Setting
from battles.schiere.rules.board.scenario import builtin, load
from battles.schiere.rules.board.state import Order, Piece, Side, State, Today
from battles.schiere.rules.board.troops import COMMANDERS, SEATS, STANDARD
from battles.schiere.rules.cards import Card
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.turn.acting import Acting, actions_left
from battles.schiere.rules.turn.ending import points
from battles.schiere.rules.turn.turns import GameTurn
from engine.codec import tag_of
from engine.dice import Dice, Scripted, Seeded
from engine.game import Facts, Json, Refusal
from kit.hand.deck import deck_of

PLAIN: Final = {"title": "A plain", "points": 40, "turns": 10, "layout": ["##", "##"]}


def setting(scenario: str | Mapping[str, Any] = "", **options: Any) -> Setting:
    """Return the setting of a scenario, given by name or as JSON. Without a scenario, the board is a bare
    plain.
    """
    raw = builtin(scenario) if isinstance(scenario, str) and scenario else scenario or PLAIN
    assert isinstance(raw, Mapping)
    scn = load(raw)
    return Setting(scn, variants.Options(**options), scn.ground)


def battle(
    *pieces: str,
    orders: Sequence[str] = (),
    acts: str = "rome",
    actions: int = 3,
    turn: int = 1,
    on: Setting | None = None,
    **today: Any,
) -> Position:
    """Return a battle in ``turn`` with the given pieces and orders, in which the seat ``acts`` chooses the
    next action. ``actions``: the actions left to each side. ``today``: other notes on the turn
    (:class:`Today`).

    A piece is written as id, troop, square and facing: "r1 legionaries c4n". Optional words add its damage
    (1), its schiera (A), the piece that it is attached to (@c2), its wing commander (>resolute), and the last
    turn in which it reorganises (~2): "r1 legionaries c4n 1 A >resolute". A chief is written "chief:solid".
    An order is written "rome sword2", or "rome shield r1" with its holder.
    """
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
            if word.isdecimal()
            else {"host": word[1:]}
            if word[0] == "@"
            else {"wing": word[1:]}
            if word[0] == ">"
            else {"rests": int(word[1:])}
            if word[0] == "~"
            else {"schiera": word}
        )
        piece = piece.but(**changes)
    return id, piece


def _order(said: str) -> Order:
    seat, card, *holder = said.split()
    return Order(seat, cast(Card, card), holder[0] if holder else "chief")


# --- playing from a position ------------------------------------------------------------------------------


def board(given: Facts) -> Facts:
    """Play ``steps`` from a position of ``pieces`` and ``orders`` and describe the result. ``faces`` lists
    the cards to draw. ``ground`` is written as in a scenario. If a step is refused, return only the
    refusal.
    """
    known = {key: given[key] for key in ("orders", "acts", "actions", "turn") if key in given}
    on = setting({**PLAIN, **given.get("ground", {})}, **given.get("options", {}))
    pos = battle(*given["pieces"], on=on, **known, **given.get("today", {}))
    rules, state, told = SchiereRules(on), pos.state, list[Any]()
    dice: Dice = Scripted(list(given["faces"])) if "faces" in given else Seeded(b"schiere", "case", 0)
    for step in given.get("steps", ()):
        said = dict(step)
        seat = said.pop("seat", given.get("acts", "rome"))
        try:
            done = rules.apply(state, seat, CODEC.read(said), dice)
        except Refusal as refusal:
            return {"refused": [refusal.code], "rule": refusal.rule}
        state = done.state
        told += done.events
    return _answer(rules, state, told)


def _answer(rules: SchiereRules, state: State, told: Sequence[Any]) -> dict[str, Json]:
    pos, offered = rules.position(state), dict[str, Json]()
    for owed in rules.pending(state):
        offered[owed.seat] = sorted({choice.kind for choice in rules.choices(state, owed.seat)})
    pieces = state.pieces.items()
    return {
        "at": {id: piece.at for id, piece in pieces},
        "facing": {id: piece.facing for id, piece in pieces},
        "damage": {id: piece.damage for id, piece in pieces},
        "seat": {id: piece.seat for id, piece in pieces},
        "host": {id: piece.host for id, piece in pieces},
        "lost": {event.piece: event.why for event in told if isinstance(event, PieceLost)},
        "happened": sorted({tag_of(type(event)) for event in told}),
        "asked": {owed.seat: owed.kind for owed in rules.pending(state)},
        "offered": offered,
        "actions": {seat: actions_left(pos, seat) for seat in SEATS},
        "orders": {seat: sorted(order.card for order in pos.orders(seat).values()) for seat in SEATS},
        "points": {seat: points(pos, seat) for seat in SEATS},
        "ended": state.ended,
    }
