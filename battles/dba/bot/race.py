"""How far each army is from breaking, and what one more loss is worth to either side."""

from __future__ import annotations

from typing import Final

from battles.dba.rules.table.victory import Standing

SCALE: Final = 14000  # with four losses left on either side, a loss is worth 1,000
LEAST: Final = 700
MOST: Final = 2800


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


def _losses_left(side: Standing, rival_total: int, more: int = 0) -> int:
    """Return how many losses are left before an army breaks, after ``more`` further losses (section
    "victory").
    """
    return max(side.breaks_at, rival_total + 1) - side.total - more


def _prospect(own_left: int, enemy_left: int) -> int:
    own, enemy = max(0, own_left), max(0, enemy_left)
    return SCALE * own // max(1, own + enemy)


def _limit(price: int) -> int:
    return max(LEAST, min(MOST, price))
