"""Checks that run after any unit's move has ended, whatever its cause, such as those for camps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.cca.rules.play.play import Play

Watcher = Callable[[Play, str], None]
WATCHERS: Final[list[Watcher]] = []


def watch_settled(watcher: Watcher) -> Watcher:
    """Register a check that runs whenever a unit's move has ended."""
    WATCHERS.append(watcher)
    return watcher


def settle(play: Play, at: str) -> None:
    """Run the registered checks on a unit's hex."""
    for watcher in WATCHERS:
        if at in play.state.units:
            watcher(play, at)
