"""Callbacks for units that move or arrive on a square, by a march or in any other way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battles.schiere.rules.board.play import Play
from engine.values import dataclass

Watcher = Callable[[Play, Any], None]
ON_STEP: Final[list[Watcher]] = []  # called with the March after each step; can push frames or stop the march
ON_SETTLED: Final[list[Watcher]] = []  # called after units have formed up or shifted
ON_HALT: Final[list[Watcher]] = []  # called with a March when it has ended


def watch_steps(watcher: Watcher) -> Watcher:
    """Register a check that runs after every step of a march, such as overwatch fire or shying horse."""
    ON_STEP.append(watcher)
    return watcher


@dataclass(frozen=True)
class Settled:
    """Units that arrived on their squares without a march."""

    units: tuple[str, ...]


def notify_settled(play: Play, units: tuple[str, ...]) -> None:
    """Notify the watchers of units that have arrived, by whatever kind of movement."""
    for watcher in ON_SETTLED:
        watcher(play, Settled(units))


def watch_settled(watcher: Watcher) -> Watcher:
    """Register a check that runs when units arrive somewhere, even without a march."""
    ON_SETTLED.append(watcher)
    return watch_halts(watcher)


def watch_halts(watcher: Watcher) -> Watcher:
    """Register a function that is called at the end of every march."""
    ON_HALT.append(watcher)
    return watcher
