"""Checks that run wherever a unit has come to stand, however it came there: the camps of a scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from battles.cca.rules.play.play import Play

Watcher = Callable[[Play, str], None]
WATCHERS: Final[list[Watcher]] = []


def watch_settled(watcher: Watcher) -> Watcher:
    """Register what looks at where a unit stands when any move of it has ended."""
    WATCHERS.append(watcher)
    return watcher


def settle(play: Play, at: str) -> None:
    """Let those look who care where the unit of a hex stands."""
    for watcher in WATCHERS:
        if at in play.state.units:
            watcher(play, at)
