"""Channels beside e-mail by which messages reach their readers, for example push. Each registers here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Device, Notification, Outbox, Pace
from games.prepared_sql import PreparedQuery
from games.services.notices import push, words
from games.services.notices.wishes import PRESSING, QUIET, wishes_of

KIND = Outbox.Kind
WAKING: Final = {  # kinds that wake a device, because somebody is waiting
    KIND.YOUR_TURN,
    KIND.DUE_SOON,
    KIND.LAST_ONE,
    KIND.NUDGE,
    KIND.REPORT,
    KIND.BACK_ASKED,
    KIND.AMEND_ASKED,
    KIND.POWER_ASKED,
    KIND.RULED,
    KIND.BRANCH,
    KIND.MEETING,
    KIND.MEETING_SOON,
    KIND.BATTLE,
    KIND.RULING_NO,
    KIND.CALL,
    KIND.COMMAND,
    KIND.REMATCH,
    KIND.INVITED,
    KIND.PROMISE_DUE,
    KIND.TREATY,
    KIND.LETTER,
}
FRESH: Final = timedelta(days=2)  # older news is not passed on


@dataclass(frozen=True)
class Channel:
    """A way to readers. ``has``: whether the reader of a row of the outbox has it. ``hand``: queue a message
    of one of the ``kinds``. ``send(now, seconds, lanes)``: send what is queued and return the number.
    """

    name: str
    kinds: Collection[Outbox.Kind]
    has: Callable[[], Exists]
    hand: Callable[[Outbox, datetime], None]
    send: Callable[[datetime, float, int], int]


_channels: dict[str, Channel] = {}


def register(channel: Channel) -> None:
    """Register a channel, once, when its app is ready."""
    _channels[channel.name] = channel


def register_push() -> None:
    """Register the devices that a reader has allowed to show notifications."""
    has = Device.objects.filter(user=OuterRef("recipient"))
    register(Channel("push", WAKING, lambda: Exists(has), push.wake, push.send))


def send(name: str, now: datetime, seconds: float = float("inf"), lanes: int = 1) -> int:
    """Send what is queued for a channel; return the number. Without its feature a channel has nothing."""
    pass_on(now)
    channel = _channels.get(name)
    return 0 if channel is None else channel.send(now, seconds, lanes)


def pass_on(now: datetime) -> None:
    """Pass messages on to the channels of their readers, each message once. If a device has just shown
    something of the game, the message waits and is sent if it still matters.
    """
    found = _TO_PASS_ON(now, now - FRESH, now - QUIET)
    people = {one.recipient_id for one in found}
    wishes, shown = (wishes_of(people), push.shown_lately(people, now)) if found else ({}, set())
    for one in found:
        if one.kind in WAKING - PRESSING and (one.recipient_id, one.game_id) in shown:
            continue
        wanted = wishes[one.recipient_id].pace(one.game_id, one.kind) == Pace.AT_ONCE
        channels = [channel for channel in _channels.values() if wanted and one.kind in channel.kinds]
        told = bool(channels) and not words.obsolete(one)
        with transaction.atomic():
            mine = Outbox.objects.filter(pk=one.pk, passed_on_at__isnull=True).update(passed_on_at=now)
            for channel in channels if mine and told else ():
                channel.hand(one, now)


def _to_pass_on(now: datetime, since: datetime, quiet: datetime) -> QuerySet[Outbox]:
    shown = Notification.objects.filter(  # messages that wait must not crowd out others in this query
        device__user=OuterRef("recipient"),
        game=OuterRef("game"),
        closed=False,
        shown_at__gt=quiet,
        shown_at__lte=now,
    )
    rows = Outbox.objects.filter(
        reduce(or_, (Q(channel.has()) for channel in _channels.values())),
        Q(sent_at__isnull=False) | Q(next_try_at__lte=now),
        ~(Q(kind__in=WAKING - PRESSING) & Exists(shown)),
        passed_on_at__isnull=True,
        created_at__gt=since,
    )
    return rows.select_related("game", "recipient").defer("game__scenario").order_by("pk")[:500]


_TO_PASS_ON = PreparedQuery(_to_pass_on, datetime, datetime, datetime)
