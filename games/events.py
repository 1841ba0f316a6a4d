"""Typed events about games, to which features and other rooms subscribe when their app is ready.

Subscribers of an event run in the order in which they subscribed: first those of ``games``
(games.subscriptions), then those of the features in the order of ``VEXILLUM_FEATURES``. They run where the
event is published, so in the transaction that caused it, and their errors undo it. :class:`Sweeping` and
:class:`Swept` differ: they belong to no transaction, each subscriber has an interval, and an error is only
logged.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from games.models import Entry, Game, Outbox, Seat
    from games.services.tables import LiveGame

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Event:
    """Something that happened. Each subclass says when it is published."""


@dataclass(frozen=True)
class Stepped(Event):
    """A step was stored, with its consequences. ``before`` and ``after``: the game around it."""

    before: LiveGame
    after: LiveGame
    entry: Entry
    now: datetime


@dataclass(frozen=True)
class Ended(Event):
    """A game is over: with a result, or (``abandoned``) without one."""

    game: Game
    now: datetime

    @property
    def is_abandoned(self) -> bool:
        return not self.game.has_ended


@dataclass(frozen=True)
class FirstGameBegun(Event):
    """A newcomer's first game against the bot stands at their first move. ``seat``: theirs."""

    game: Game
    seat: str


@dataclass(frozen=True)
class Announced(Event):
    """Something happened in a game that everybody who may see it can know: the kind of message and its
    ``payload``. ``occasion`` is the same if it is announced again.
    """

    game: Game
    kind: Outbox.Kind
    occasion: str
    now: datetime
    payload: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatChanged(Event):
    """Another person plays a seat from now on, the bot, or nobody. The seat is saved already."""

    game: Game
    seat: Seat
    now: datetime


@dataclass(frozen=True)
class Sweeping(Event):
    """The periodic job begins, before it looks for what is due."""

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


class Interval:
    """The least time between two calls in one process."""

    def __init__(self, every: timedelta) -> None:
        self.every, self.called_at = every, cast("datetime | None", None)
        _intervals.append(self)

    def take(self, now: datetime) -> bool:
        """Begin a new interval and return True, if the last one has passed or the clock was set back."""
        if self.called_at is not None and timedelta(0) <= now - self.called_at < self.every:
            return False
        self.called_at = now
        return True


_intervals: list[Interval] = []


class Subscription:
    """A subscriber of one event. ``every``: the least time between two calls (sweeps only)."""

    def __init__(self, handler: Callable[[Any], Any], every: timedelta) -> None:
        self.handler, self.interval = handler, Interval(every)


_subscriptions: dict[type[Event], list[Subscription]] = {}


def subscribe(event: type[E], handler: Callable[[E], Any], *, every: timedelta = timedelta(0)) -> None:
    """Call ``handler`` with every event of this class. Called once for each handler, when an app is ready."""
    _subscriptions.setdefault(event, []).append(Subscription(handler, every))


def publish(event: Event) -> None:
    """Call the subscribers of an event, in the caller's transaction."""
    for one in _subscriptions.get(type(event), ()):
        one.handler(event)


def publish_sweep(event: Sweeping | Swept) -> None:
    """Call the subscribers of a sweep whose interval has passed. Failures must not delay answers."""
    for one in _subscriptions.get(type(event), ()):
        if not one.interval.take(event.now):
            continue
        try:
            one.handler(event)
        except Exception:
            log.exception("a subscriber of the sweep failed: %s", one.handler.__qualname__)


def forget_calls() -> None:
    """End every interval, as in a new process."""
    for one in _intervals:
        one.called_at = None


def handlers(event: type[Event]) -> tuple[Callable[[Any], Any], ...]:
    """The subscribers of an event, in order."""
    return tuple(one.handler for one in _subscriptions.get(event, ()))
