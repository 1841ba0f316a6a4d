"""Typed events about games, to which features and other rooms subscribe when their app is ready.

Subscribers of an event run in the order in which they subscribed: first those of ``games``
(games.subscriptions), then those of the features in the order of ``VEXILLUM_FEATURES``. They run where the
event is published, so in the transaction that caused it, and their errors undo it. :class:`Swept` differs: it
belongs to no transaction, each subscriber has an interval, and an error is only logged.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from games.models import Entry, Game, Seat
    from games.services.tables import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Event:
    """Something that happened. Each subclass says when it is published."""


@dataclass(frozen=True)
class Stepped(Event):
    """A step was stored, with its consequences. ``before`` and ``after``: the game around it."""

    before: Table
    after: Table
    entry: Entry
    now: datetime


@dataclass(frozen=True)
class Ended(Event):
    """A game is over: with a result, or (``abandoned``) without one."""

    game: Game
    now: datetime

    @property
    def abandoned(self) -> bool:
        return not self.game.ended


@dataclass(frozen=True)
class SeatChanged(Event):
    """Another person plays a seat from now on, the bot, or nobody. The seat is saved already."""

    game: Game
    seat: Seat
    now: datetime


@dataclass(frozen=True)
class Swept(Event):
    """The periodic job came round, after everything due was answered or queued."""

    now: datetime


@dataclass(frozen=True)
class Exported(Event):
    """A game is written to a file for ``reader`` (None: anyone who may see the game). A subscriber adds to
    ``features``, under its own name, what this reader may read; a site that imports the file keeps none of
    it.
    """

    game: Game
    reader: Any
    features: dict[str, Any]


@dataclass(frozen=True)
class Left(Event):
    """A person's account is about to be deleted. Their seats are free and their games handed on."""

    user: Any
    now: datetime


E = TypeVar("E", bound=Event)


class Subscription:
    """A subscriber of one event. ``every``: the least time between two calls (:class:`Swept` only)."""

    def __init__(self, handler: Callable[[Any], Any], every: timedelta) -> None:
        self.handler, self.every = handler, every
        self.called_at: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        """Whether the interval has passed in this process, or the clock was set back."""
        return self.called_at is None or not timedelta(0) <= now - self.called_at < self.every


_subscriptions: dict[type[Event], list[Subscription]] = {}


def subscribe(event: type[E], handler: Callable[[E], Any], *, every: timedelta = timedelta(0)) -> None:
    """Call ``handler`` with every event of this class. Called once for each handler, when an app is ready."""
    _subscriptions.setdefault(event, []).append(Subscription(handler, every))


def publish(event: Event) -> None:
    """Call the subscribers of an event, in the caller's transaction."""
    for one in _subscriptions.get(type(event), ()):
        one.handler(event)


def publish_sweep(now: datetime) -> None:
    """Call the subscribers of :class:`Swept` whose interval has passed. Failures must not delay answers."""
    for one in _subscriptions.get(Swept, ()):
        if not one.is_due(now):
            continue
        one.called_at = now
        try:
            one.handler(Swept(now))
        except Exception:
            log.exception("a subscriber of the sweep failed: %s", one.handler.__qualname__)


def forget_calls() -> None:
    """Make every subscriber of :class:`Swept` due again, as in a new process."""
    for one in _subscriptions.get(Swept, ()):
        one.called_at = None


def handlers(event: type[Event]) -> tuple[Callable[[Any], Any], ...]:
    """The subscribers of an event, in order."""
    return tuple(one.handler for one in _subscriptions.get(event, ()))
