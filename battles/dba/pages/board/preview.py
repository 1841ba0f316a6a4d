"""The preview of a move: its price, the places where it ends and the odds of its combats, or the reason
it is illegal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from battles.dba.rules.board import clash, moves
from battles.dba.rules.board.actions import MoveOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.field import touch
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.position import Position
from battles.dba.rules.odds import PAIRS, Odds, odds
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.state import TableState
from engine.dice import DiceNeeded, Scripted
from engine.game import Refusal

FATAL: Final = ("destroyed", "surrender")


@dataclass(frozen=True)
class Chance:
    """The chances of a combat that a move leads to, in 36ths, from the moving element's point of view.
    ``stands`` counts the rolls without effect.
    """

    own: str
    enemy: str
    kills: int
    beats: int
    stands: int
    beaten: int
    lost: int


@dataclass(frozen=True)
class Preview:
    """A previewed move. ``ends``: where each element would be. ``cost``: the price in PIPs. ``left``: the
    PIPs left after the move. ``cut``: the legal part of a refused move, or None.
    """

    move: Move
    ends: Mapping[str, Base] = field(default_factory=dict)
    cost: int = 0
    left: int = 0
    reasons: tuple[str, ...] = ()
    refusal: Refusal | None = None
    cut: Move | None = None
    chances: tuple[Chance, ...] = ()
    needs_die: bool = False


def preview(rules: BoardRules, state: TableState, seat: str, move: Move) -> Preview:
    """Return the preview of a move. The state of the battle does not change."""
    position = position_of(rules.battle, state)
    try:
        done = moves.execute(position, move)
    except Refusal as refused:
        cut = moves.shorten_move(position, move) if set(move.who) <= set(position.elements) else None
        return Preview(move, refusal=refused, cut=cut)
    after = done.position
    ends = {name: after.base(name) for name in move.who if name in after.elements}
    found = tuple(combats(after, move.who))
    try:
        step = rules.apply(state, seat, MoveOnBoard(str(move)), Scripted([]))
    except DiceNeeded:
        return Preview(move, ends, chances=found, needs_die=True)
    except Refusal as refused:
        return Preview(move, ends, refusal=refused)
    paid = next((one for one in step.events if isinstance(one, ev.ElementsMoved)), None)
    cost, reasons = (paid.cost, paid.reasons) if paid else (0, ())
    return Preview(move, ends, cost, step.state.pips, reasons, chances=found)


def combats(after: Position, who: tuple[str, ...]) -> Iterator[Chance]:
    """Yield the combats of the given elements, with the odds that they would have in the combat phase."""
    for pair in touch.contacts(after):
        mine = next((name for name in pair if name in who), "")
        foe = next((name for name in pair if name != mine), "")
        if mine:
            yield chance(mine, foe, odds(clash.close_combat(after, mine, foe, charged=True).situation))


def chance(own: str, enemy: str, found: Odds) -> Chance:
    def count(wanted: Any) -> int:
        return sum(number for fates, number in found.joint.items() if wanted(*fates))

    kills = count(lambda a, b: b in FATAL)
    lost = count(lambda a, b: a in FATAL and b not in FATAL)
    beats = count(lambda a, b: a == "none" and b not in ("none", *FATAL))
    stands = count(lambda a, b: a == b == "none")
    return Chance(own, enemy, kills, beats, stands, PAIRS - kills - lost - beats - stands, lost)
