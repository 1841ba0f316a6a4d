"""Measures of a game's stored positions, for the charts and summaries of the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.core.cache import cache

from games import services

if TYPE_CHECKING:
    from games.models import Game

Moment = dict[str, Any]  # a JSON object: "turn" and the system's measures of the position
Reckoning = Callable[[Any, Any], Moment]  # a function that measures a state, given the rules and the state
KEPT = 86400  # seconds for which measures are cached


def read(game: Game, live: Any, seqs: Iterable[int], reckoned: Reckoning) -> dict[int, Moment]:
    """Return the measures of the positions after the given entries, by entry. ``reckoned`` measures a
    position. The results are cached, since the past changes only if a backup is restored.
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
    """Return the measures of every past turn and of the current position. A past turn is measured just
    before the entry that ended it.
    """
    now = reckoned(live.rules, live.state)
    last = services.last_entries(live)
    ends = [seq - 1 for turn, seq in last.items() if turn < now["turn"]]
    past = read(game, live, ends, reckoned)
    return sorted([*past.values(), now], key=lambda m: int(m["turn"]))
