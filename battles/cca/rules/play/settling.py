"""Checks that run whenever a unit has finished moving for any reason, such as the check for camps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.cca.rules.play.play import Play

Watcher = Callable[[Play, str], None]
WATCHERS: Final[list[Watcher]] = []


def watch_settled(watcher: Watcher) -> Watcher:
    """Register a check that runs whenever a unit has finished moving."""
    WATCHERS.append(watcher)
    return watcher


def settle(play: Play, at: str) -> None:
    """Run the registered checks on the unit in a hex."""
    for watcher in WATCHERS:
        if at in play.state.units:
            watcher(play, at)
