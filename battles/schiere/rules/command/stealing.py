"""On its own turn, an astute chief can steal an order from the enemy's chief (L172, L222)."""

from __future__ import annotations

from typing import Final

from battles.schiere.rules.board.play import ActionHandler, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import CHIEF
from battles.schiere.rules.command.sending import find_feint, steal_order, thief
from battles.schiere.rules.turn.acting import Acting
from engine.dice import Throw
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, handles, refuse

RULE: Final = "orders"


@dataclass(frozen=True)
class StealOrder(Action):
    """Steal a random order from the enemy's chief."""


@handles(Acting)
class _Stealing(ActionHandler):
    action = StealOrder

    def list_choices(self, pos: Position, frame: Acting) -> Choices:
        return (Choice("steal_order", rule=RULE),) if not _why_not(pos, frame.seat) else ()

    def check(self, pos: Position, frame: Acting, action: StealOrder) -> None:
        reason = _why_not(pos, frame.seat)
        if reason:
            refuse(RULE, reason)

    def execute(self, play: Play, frame: Acting, action: StealOrder) -> None:
        """Draw the stolen order secretly, so that nobody can predict it."""
        held = tuple(play.pos.orders(foe(frame.seat), CHIEF))
        face = play.dice.roll(Throw(len(held), "stolen_order", RULE, frame.seat, low=0, secret=True))
        steal_order(play, frame.seat, held[face])


def _why_not(pos: Position, seat: str) -> str:
    if not thief(pos, foe(seat)):
        return "steals_no_orders"
    if not find_feint(pos, seat):
        return "no_feint"
    return "" if pos.orders(foe(seat), CHIEF) else "nothing_to_steal"
