"""The bot that fills in the sheet for a seat without a player.

It does not see positions, so it cannot command. Its archers shoot at the enemy nearest to rout, a few of
its units fight single clashes, and it follows the sequence of play.
"""

from __future__ import annotations

from typing import Any, Final

from battles.cataphract.bot.general import GENERAL
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.clashing.charge import Charge, attackers, targets
from battles.cataphract.rules.sheet.clashing.segment import ResolveSegment
from battles.cataphract.rules.sheet.command.momentum import FinishLeader, TryMomentum, why_no_momentum
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.state import Sheet
from battles.cataphract.rules.sheet.rules import SheetRules
from battles.cataphract.rules.sheet.shooting.fire import ORDER, Aiming, Fire, Shoot, distances, shooters
from engine.dice import Dice, Throw
from engine.minds import Mind

CLASHES: Final = 3  # maximum number of clashes in a segment
ORDERS: Final = 2  # maximum number of shots before the clashes


class Keeper(Mind[SheetRules | MapRules, Sheet]):
    """The bot for *Cataphract*, on the sheet or on the map. See engine.minds."""

    def act(self, rules: SheetRules | MapRules, state: Sheet, seat: str, dice: Dice) -> Any:
        if isinstance(rules, MapRules):
            return GENERAL.act(rules, state, seat, dice)
        pos = rules.position(state)
        frame = state.stack[-1]
        if isinstance(frame, Aiming):
            return _aim_shot(pos, frame)
        if isinstance(frame, Table) and state.phase is not None:
            return _order_input(pos, dice)
        return rules.pending(state)[0].default


KEEPER: Final = Keeper()


def _aim_shot(pos: Field, frame: Aiming) -> Any:
    away = distances(pos, frame)
    return Shoot(away[len(away) // 2], moves=frame.reason != ORDER)


def _order_input(pos: Field, dice: Dice) -> Any:
    phase = pos.state.phase
    assert phase is not None
    ready = shooters(pos, phase.seat, ORDER)
    foes = list(pos.units_on_map(foe(phase.seat)))
    if ready and foes and phase.orders < ORDERS:
        return Fire(ready[0], min(foes, key=lambda u: (pos.hits_left(u), u)))
    mine, theirs = attackers(pos), targets(pos)
    fought = len(pos.state.clashes)
    if mine and theirs and fought < CLASHES and not phase.fought:
        attacker = mine[dice.roll(Throw(len(mine), "keeper", low=0))]
        return Charge((attacker,), (min(theirs, key=lambda u: (pos.markers(u).routed, pos.hits_left(u), u)),))
    if fought:
        return ResolveSegment()
    return FinishLeader() if why_no_momentum(pos) else TryMomentum()
