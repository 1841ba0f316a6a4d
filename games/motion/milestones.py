"""The memorable moments of each turn for the chronicle and the book, taken from the milestones of its
entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.core.cache import cache
from django.utils.translation import get_language

from engine.journal import REWIND
from games import pages, services
from games.motion.strides import motions_of
from games.motion.values import Milestone

KEPT = 86400  # seconds for which milestones are cached
MOST = 2000  # maximum number of entries loaded per turn, although a complete game has about seventy


def of_turns(at: pages.Scene, turns: Iterable[int]) -> Mapping[int, tuple[Milestone, ...]]:
    """Return the milestones of each turn that the reader may know, in order. Turns without milestones are
    left out. Whether a milestone is ``good`` is judged from the scene's seat.
    """
    who = f"{at.seat or ''}:{at.eyes or ''}:{get_language()}"
    keys = {f"remembered:{at.table.head.digest}:{who}:{turn}": turn for turn in turns}
    known: dict[str, tuple[Milestone, ...]] = cache.get_many(keys)
    fresh = {key: _of_turn(at, turn) for key, turn in keys.items() if key not in known}
    if fresh:
        cache.set_many(fresh, KEPT)
    every = {**known, **fresh}
    return {turn: every[key] for key, turn in keys.items() if every[key]}


def _of_turn(at: pages.Scene, turn: int) -> tuple[Milestone, ...]:
    lines = services.chronicle(at.table, at.eyes, MOST, turn=turn)[::-1]
    lines = [line for line in lines if not line.undone and line.kind != REWIND]
    if not lines:
        return ()
    found = (one for motions in motions_of(at, lines) for one in motions if isinstance(one, Milestone))
    return tuple(found)
