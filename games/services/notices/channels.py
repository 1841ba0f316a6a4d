"""Channels besides e-mail through which messages reach their readers, for example push. Each channel
registers here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, Q, QuerySet

from games.message_kinds import QUIET, MessageKind, find, kinds_where
from games.models import Outbox, Pace
from games.prepared_sql import PreparedQuery
from games.services.notices import words
from games.services.notices.wishes import wishes_of

FRESH: Final = timedelta(days=2)  # older messages are not passed on


def _nothing_shown(people: Collection[int], now: datetime) -> set[tuple[int, UUID]]:
    return set()


@dataclass(frozen=True)
class Channel:
    """A way to reach readers besides e-mail. ``takes(kind)``: whether it passes on messages of a kind.
    ``has()``: a query expression for whether the reader of an outbox row uses the channel. ``hand(message,
    now)``: queue a message. ``send(now, seconds, lanes)``: send what is queued and return the number sent.
    ``shown_lately(people, now)``: the pairs of user and game for which the channel has just shown something,
    so that a message that is not pressing waits. ``has_just_shown(since, now)``: a query expression for the
    same; None if the channel shows nothing.
    """

    name: str
    takes: Callable[[MessageKind], bool]
    has: Callable[[], Exists]
    hand: Callable[[Outbox, datetime], None]
    send: Callable[[datetime, float, int], int]
    shown_lately: Callable[[Collection[int], datetime], set[tuple[int, UUID]]] = _nothing_shown
    has_just_shown: Callable[[datetime, datetime], Exists] | None = None


_channels: dict[str, Channel] = {}


def register(channel: Channel) -> None:
    """Register a channel. Its app calls this once, when it is ready."""
    _channels[channel.name] = channel


def send(name: str, now: datetime, seconds: float = float("inf"), lanes: int = 1) -> int:
    """Pass waiting messages on to all channels, then send what is queued for one channel. Return the number
    sent, which is 0 if the channel's feature is switched off.
    """
    pass_on(now)
    channel = _channels.get(name)
    return 0 if channel is None else channel.send(now, seconds, lanes)


def pass_on(now: datetime) -> None:
    """Pass messages on to their readers' channels, each message once. A message that is not pressing waits if
    one of the reader's devices has just shown a notification about the game. It is passed on later if it
    still matters.
    """
    found = _TO_PASS_ON(now, now - FRESH, now - QUIET) if _channels else []
    people = {one.recipient_id for one in found}
    wishes = wishes_of(people) if found else {}
    shown = {pair for one in _channels.values() for pair in one.shown_lately(people, now)} if found else set()
    for one in found:
        kind = find(one.kind)
        if kind.is_waking and not kind.is_pressing and (one.recipient_id, one.game_id) in shown:
            continue
        wanted = wishes[one.recipient_id].pace(one.game_id, one.kind) == Pace.AT_ONCE
        channels = [channel for channel in _channels.values() if wanted and channel.takes(kind)]
        told = bool(channels) and not words.obsolete(one)
        with transaction.atomic():
            mine = Outbox.objects.filter(pk=one.pk, passed_on_at__isnull=True).update(passed_on_at=now)
            for channel in channels if mine and told else ():
                channel.hand(one, now)


def _messages_to_pass_on(now: datetime, since: datetime, quiet: datetime) -> QuerySet[Outbox]:
    waking = kinds_where(lambda kind: kind.is_waking and not kind.is_pressing)
    shown = [
        ~(Q(kind__in=waking) & Q(channel.has_just_shown(quiet, now)))
        for channel in _channels.values()
        if channel.has_just_shown is not None
    ]  # messages that wait must not crowd out others in this query
    rows = Outbox.objects.filter(
        reduce(or_, (Q(channel.has()) for channel in _channels.values())),
        Q(sent_at__isnull=False) | Q(next_try_at__lte=now),
        *shown,
        passed_on_at__isnull=True,
        created_at__gt=since,
    )
    return rows.select_related("game", "recipient").defer("game__scenario").order_by("pk")[:500]


_TO_PASS_ON = PreparedQuery(_messages_to_pass_on, datetime, datetime, datetime)
