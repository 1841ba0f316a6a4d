"""How far each army is from breaking, and what one more loss, or a general, is worth to either side."""

from __future__ import annotations

from typing import Final

from battles.dba.rules.table.victory import Standing
from engine.values import replace

SCALE: Final = 14000  # with four losses left on either side, a loss is worth 1,000
LEAST: Final = 700
MOST: Final = 2800
GENERAL: Final = 2500  # the worth of the side's own general
MOST_GENERAL: Final = 5000
FOE_GENERAL: Final = 1700  # the worth of the enemy's general
MOST_FOE_GENERAL: Final = 4000


def price_losses(mine: Standing, theirs: Standing) -> tuple[int, int]:
    """Return how much the enemy's next loss gains a side, and how much the side's own next loss costs it.

    An army that needs to inflict few more losses, and can bear many itself, is likely to win. A small army
    breaks at its first loss, unless its enemy has lost as many elements. An army that has already lost an
    element must therefore destroy two of a small enemy.
    """
    now = _prospect(_losses_left(mine, theirs.total), _losses_left(theirs, mine.total))
    after_kill = _prospect(_losses_left(mine, theirs.total + 1), _losses_left(theirs, mine.total, 1))
    after_loss = _prospect(_losses_left(mine, theirs.total, 1), _losses_left(theirs, mine.total + 1))
    return _limit(after_kill - now), _limit(now - after_loss)


def price_generals(mine: Standing, theirs: Standing) -> tuple[int, int]:
    """Return how much the death of the enemy's general gains a side, and how much the death of its own
    general costs it. A side without its general loses as soon as its losses exceed the enemy's.
    """
    now = _prospect(_losses_left(mine, theirs.total), _losses_left(theirs, mine.total))
    mine_dead, theirs_dead = (replace(side, general_lost=True) for side in (mine, theirs))
    after_kill = _prospect(_losses_left(mine, theirs.total + 1), _losses_left(theirs_dead, mine.total, 1))
    after_loss = _prospect(_losses_left(mine_dead, theirs.total, 1), _losses_left(theirs, mine.total + 1))
    return (
        max(FOE_GENERAL, min(MOST_FOE_GENERAL, after_kill - now)),
        max(GENERAL, min(MOST_GENERAL, now - after_loss)),
    )


def _losses_left(side: Standing, rival_total: int, more: int = 0) -> int:
    """Return how many losses are left before an army breaks, after ``more`` further losses (section
    "victory"). An army without its general breaks as soon as it has lost more than its enemy.
    """
    least = 0 if side.general_lost else side.breaks_at
    return max(least, rival_total + 1) - side.total - more


def _prospect(own_left: int, enemy_left: int) -> int:
    own, enemy = max(0, own_left), max(0, enemy_left)
    return SCALE * own // max(1, own + enemy)


def _limit(price: int) -> int:
    return max(LEAST, min(MOST, price))
