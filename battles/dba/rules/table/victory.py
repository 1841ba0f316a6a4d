"""How close each army is to breaking, and which side has lost at the end of a bound."""

from __future__ import annotations

from typing import Final

from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import comes_by_sea
from battles.dba.rules.table.state import SEATS, Ending, TableState, other
from engine.values import dataclass

RULE: Final = "victory"
STRONGHOLD: Final = 2  # a camp or built-up area in enemy hands counts as this many lost elements


@dataclass(frozen=True)
class Standing:
    """How close one army is to breaking: the losses that count, the extra losses for its camp or built-up
    area in enemy hands, whether the general is lost, and the breaking point.
    """

    lost: int
    extra: int
    general_lost: bool
    breaks_at: int

    @property
    def total(self) -> int:
        return self.lost + self.extra


def counts_as_loss(battle: Battle, element: str) -> bool:
    """Return whether the loss of an element counts towards its army's breaking point. The loss of scythed
    chariots or camp followers does not.
    """
    return battle.blocks[element].base.type not in ("SCh", "Followers")


def standing(battle: Battle, state: TableState, seat: str) -> Standing:
    lost = [e for e in battle.of(seat) if state.elements[e].where == "lost" and counts_as_loss(battle, e)]
    camp, bua = state.camps.get(seat), state.bua
    extra = STRONGHOLD if camp is not None and camp.pitched and camp.holder == other(seat) else 0
    extra += STRONGHOLD if bua is not None and bua.owner == seat and bua.holder == other(seat) else 0
    general = battle.general(seat)
    return Standing(len(lost), extra, state.elements[general].where == "lost", battle.breaking_point(seat))


def _in_play(battle: Battle, state: TableState, element: str) -> bool:
    """Return whether an element is still in the battle: on the table, or aboard and able to land later
    (T27).
    """
    block, where = battle.blocks[element], state.elements[element].where
    if where == "reserve":
        last = 1 if block.seat == state.invader else 2
        return comes_by_sea(battle, state, block.seat) or state.bound < last
    return where != "lost" and not block.followers


def ending(battle: Battle, state: TableState, nightfall: int) -> Ending | None:
    """Return how the battle ends after a bound, or None if it continues.

    A side loses if its general or enough elements are lost, and its losses exceed the enemy's. Two more
    endings are not in the rulebook: an army with no element left, and nightfall.
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
