"""Typed events about games. Features and other apps subscribe to events when their app is ready.

An event's subscribers run in the order in which they subscribed. Those of ``games`` come first
(games.subscriptions). Those of the features follow, in the order of ``VEXILLUM_FEATURES``. They run in
the transaction that publishes the event, and an error in a subscriber undoes the transaction.

The sweep's events, :class:`Sweeping` and :class:`Swept`, differ. They belong to no transaction, each
subscriber has an interval, and an error is only logged.
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
    """A step was stored with its consequences. ``before`` and ``after``: the game before and after the
    step.
    """

    before: LiveGame
    after: LiveGame
    entry: Entry
    now: datetime


@dataclass(frozen=True)
class Ended(Event):
    """A game is over, with a result or (``is_abandoned``) without one."""

    game: Game
    now: datetime

    @property
    def is_abandoned(self) -> bool:
        return not self.game.has_ended


@dataclass(frozen=True)
class FirstGameBegun(Event):
    """A newcomer's first game against the bot has begun and waits for their first move. ``seat``: the
    newcomer's seat.
    """

    game: Game
    seat: str


@dataclass(frozen=True)
class Announced(Event):
    """Something happened in a game, and everybody who may see the game can know it. ``kind`` and ``payload``
    are those of a message. An event that is announced again has the same ``occasion``.
    """

    game: Game
    kind: Outbox.Kind
    occasion: str
    now: datetime
    payload: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatChanged(Event):
    """A seat has a new player, who may also be the bot or nobody. The seat is already saved."""

    game: Game
    seat: Seat
    now: datetime


@dataclass(frozen=True)
class Sweeping(Event):
    """The periodic job begins. It has not yet looked for anything due."""

    now: datetime


@dataclass(frozen=True)
class Swept(Event):
    """The periodic job ends. Everything due was answered or queued."""

    now: datetime


@dataclass(frozen=True)
class Exported(Event):
    """A game is being exported to a file for ``reader`` (None: anyone who may see the game). A subscriber
    adds to ``features``, under its own name, the data that this reader may read. A site that imports the
    file ignores this data.
    """

    game: Game
    reader: Any
    features: dict[str, Any]


@dataclass(frozen=True)
class Left(Event):
    """A person's account is about to be deleted. Their seats are already free and their games handed on."""

    user: Any
    now: datetime


E = TypeVar("E", bound=Event)


class Interval:
    """The minimum time between two calls in one process."""

    def __init__(self, every: timedelta) -> None:
        self.every, self.called_at = every, cast("datetime | None", None)
        _intervals.append(self)

    def take(self, now: datetime) -> bool:
        """Begin a new interval and return True if the last interval has passed or the clock was set back."""
        if self.called_at is not None and timedelta(0) <= now - self.called_at < self.every:
            return False
        self.called_at = now
        return True


_intervals: list[Interval] = []


class Subscription:
    """A subscriber to one event. ``every``: the minimum time between two calls (sweeps only)."""

    def __init__(self, handler: Callable[[Any], Any], every: timedelta) -> None:
        self.handler, self.interval = handler, Interval(every)


_subscriptions: dict[type[Event], list[Subscription]] = {}


def subscribe(event: type[E], handler: Callable[[E], Any], *, every: timedelta = timedelta(0)) -> None:
    """Call ``handler`` with every event of this class from now on. Apps call this once per handler, when
    they are ready.
    """
    _subscriptions.setdefault(event, []).append(Subscription(handler, every))


def publish(event: Event) -> None:
    """Call the subscribers of an event, in the caller's transaction."""
    for one in _subscriptions.get(type(event), ()):
        one.handler(event)


def publish_sweep(event: Sweeping | Swept) -> None:
    """Call the sweep's subscribers whose interval has passed. A failure is only logged, because it must not
    delay answers.
    """
    for one in _subscriptions.get(type(event), ()):
        if not one.interval.take(event.now):
            continue
        try:
            one.handler(event)
        except Exception:
            log.exception("a subscriber of the sweep failed: %s", one.handler.__qualname__)


def forget_calls() -> None:
    """Let every subscriber with a minimum interval be called at once, as if the process had just started."""
    for one in _intervals:
        one.called_at = None


def handlers(event: type[Event]) -> tuple[Callable[[Any], Any], ...]:
    """The functions subscribed to a class of events, in the order in which they run."""
    return tuple(one.handler for one in _subscriptions.get(event, ()))
