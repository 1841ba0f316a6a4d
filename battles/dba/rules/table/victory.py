"""The distance of each army from breaking, and the loser at the end of a bound."""

from __future__ import annotations

from typing import Final

from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import comes_by_sea
from battles.dba.rules.table.state import SEATS, Ending, TableState, other
from engine.values import dataclass

RULE: Final = "victory"
STRONGHOLD: Final = 2  # the number of lost elements that a camp or built-up area in enemy hands counts as


@dataclass(frozen=True)
class Standing:
    """One army: its losses that count, extra losses for places in enemy hands, whether the general is lost,
    and its breaking point.
    """

    lost: int
    extra: int
    general_lost: bool
    breaks_at: int

    @property
    def total(self) -> int:
        return self.lost + self.extra


def counts(battle: Battle, element: str) -> bool:
    """Return whether the loss of an element counts. Scythed chariots and camp followers do not."""
    return battle.blocks[element].base.type not in ("SCh", "Followers")


def standing(battle: Battle, state: TableState, seat: str) -> Standing:
    lost = [e for e in battle.of(seat) if state.elements[e].where == "lost" and counts(battle, e)]
    camp, bua = state.camps.get(seat), state.bua
    extra = STRONGHOLD if camp is not None and camp.pitched and camp.holder == other(seat) else 0
    extra += STRONGHOLD if bua is not None and bua.owner == seat and bua.holder == other(seat) else 0
    general = battle.general(seat)
    return Standing(len(lost), extra, state.elements[general].where == "lost", battle.breaking_point(seat))


def _in_play(battle: Battle, state: TableState, element: str) -> bool:
    """Return whether an element still counts for its army: on the table, or aboard and yet to land (T27)."""
    block, where = battle.blocks[element], state.elements[element].where
    if where == "reserve":
        last = 1 if block.seat == state.invader else 2
        return comes_by_sea(battle, state, block.seat) or state.bound < last
    return where != "lost" and not block.followers


def ending(battle: Battle, state: TableState, nightfall: int) -> Ending | None:
    """Return the ending of the battle after a bound, or None if it continues.

    A side loses if its general or enough elements are lost, and more than the enemy's. Two more endings are
    our own: an army with nothing left, and nightfall.
    """
    red, blue = (standing(battle, state, seat) for seat in SEATS)
    for seat, own, enemy in zip(SEATS, (red, blue), (blue, red), strict=True):
        if (own.general_lost or own.total >= own.breaks_at) and own.total > enemy.total:
            return Ending(other(seat), "broken", RULE)
    left = [any(_in_play(battle, state, e) for e in battle.of(seat)) for seat in SEATS]
    if not all(left):
        winner = next((seat for seat, some in zip(SEATS, left, strict=True) if some), None)
        return Ending(winner, "annihilated", RULE)
    return Ending(None, "nightfall", RULE) if state.bound >= nightfall else None
