"""Watchers of units' moves and final squares, no matter how they got there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from battles.schiere.rules.board.play import Play

Watcher = Callable[[Play, Any], None]
ON_STEP: Final[list[Watcher]] = []  # called with a March after each step; may push frames, or end the march
ON_SETTLED: Final[list[Watcher]] = []  # called with those who have formed up or shifted
ON_HALT: Final[list[Watcher]] = []  # called with the March that has just ended


def watch_steps(watcher: Watcher) -> Watcher:
    """Register a check for every step of a march: fire at it, shying horse, standards taken."""
    ON_STEP.append(watcher)
    return watcher


@dataclass(frozen=True)
class Settled:
    """Units that have arrived somewhere without a march."""

    units: tuple[str, ...]


def settled(play: Play, units: tuple[str, ...]) -> None:
    """Notify watchers of arrivals, no matter how they happened."""
    for watcher in ON_SETTLED:
        watcher(play, Settled(units))


def watch_settled(watcher: Watcher) -> Watcher:
    """Register a check for wherever units end up, even without a march: camps and standards."""
    ON_SETTLED.append(watcher)
    return watch_halts(watcher)


def watch_halts(watcher: Watcher) -> Watcher:
    """Register a function to be called where a march ends."""
    ON_HALT.append(watcher)
    return watcher
