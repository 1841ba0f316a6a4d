"""Callbacks that run when units march, or arrive on squares in another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from battles.schiere.rules.board.play import Play
from engine.values import dataclass

Watcher = Callable[[Play, Any], None]
ON_STEP: Final[list[Watcher]] = []  # called with the March after each step; can push frames or stop the march
ON_SETTLED: Final[list[Watcher]] = []  # called with a Settled after units have formed up or shifted
ON_HALT: Final[list[Watcher]] = []  # called with each March when it has ended


def watch_steps(watcher: Watcher) -> Watcher:
    """Register a function that is called after every step of a march. Overwatch fire and noise against
    elephants use this.
    """
    ON_STEP.append(watcher)
    return watcher


@dataclass(frozen=True)
class Settled:
    """Units that have arrived on their squares without a march."""

    units: tuple[str, ...]


def notify_settled(play: Play, units: tuple[str, ...]) -> None:
    """Notify the watchers that units have arrived without a march."""
    for watcher in ON_SETTLED:
        watcher(play, Settled(units))


def watch_settled(watcher: Watcher) -> Watcher:
    """Register a function that is called when units arrive somewhere, with or without a march."""
    ON_SETTLED.append(watcher)
    return watch_halts(watcher)


def watch_halts(watcher: Watcher) -> Watcher:
    """Register a function that is called at the end of every march."""
    ON_HALT.append(watcher)
    return watcher
