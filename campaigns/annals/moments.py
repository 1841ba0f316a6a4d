"""Measures of stored positions of a game, for the charts and for summaries in the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.core.cache import cache

from games import services

if TYPE_CHECKING:
    from games.models import Game

Moment = dict[str, Any]  # "turn", and a system's measures, as JSON
Reckoning = Callable[[Any, Any], Moment]  # rules and state -> the measures
KEPT = 86400  # seconds


def read(game: Game, live: Any, seqs: Iterable[int], reckoned: Reckoning) -> dict[int, Moment]:
    """Return the measures after those entries. Each is calculated once, since the past never changes unless a
    backup is restored.
    """
    keys = {f"moments:{game.system}:{game.pk}:{game.restore_count}:{seq}": seq for seq in seqs}
    known: dict[str, Moment] = cache.get_many(keys)
    missing = {seq: key for key, seq in keys.items() if key not in known}
    if missing:
        fresh = {
            missing[seq]: reckoned(live.rules, state) for seq, state in services.states_at(live, missing)
        }
        cache.set_many(fresh, KEPT)
        known = {**known, **fresh}
    return {keys[key]: found for key, found in known.items()}


def history(game: Game, live: Any, reckoned: Reckoning) -> list[Moment]:
    """Return the measures of every past turn, just before the step that ended it, and of the current
    position.
    """
    now = reckoned(live.rules, live.state)
    last = services.last_entries(live)
    ends = [seq - 1 for turn, seq in last.items() if turn < now["turn"]]
    past = read(game, live, ends, reckoned)
    return sorted([*past.values(), now], key=lambda m: int(m["turn"]))
