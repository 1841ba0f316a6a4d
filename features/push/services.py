"""Web push (RFC 8030, 8291, 8292): a device shows its owner's pending decisions and other news of their
games.

Only the subscribed browser can read a message. A device shows one notification per game, and a newer
notification replaces it. A notification is removed once its decision is answered. A device that subscribed
without keys receives a push without a payload.
"""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.guests import is_guest
from accounts.models import Profile
from accounts.once import one_at_a_time
from features.push import encryption
from games.access import User
from games.message_kinds import QUIET, find
from games.models import Device, Notification, Outbox, PendingDecision, PushKey
from games.refusals import illegal, invalid
from games.services.notices import outward, words
from games.services.notices.lanes import Outcome, Parcel, deliver
from games.wording.time_text import zoned_moment

if TYPE_CHECKING:  # imported on first use, because the browser build lacks this library
    from cryptography.hazmat.primitives.asymmetric import ec

log = logging.getLogger(__name__)

MOST: Final = 10  # maximum number of devices per user
TRIES: Final = 10  # after this many failures in a row the device is deleted
LASTS: Final = timedelta(hours=12)  # the lifetime of the site's identity token; the RFC allows one day
TTL: Final = 24 * 60 * 60  # seconds for which the push service keeps a message for a device that is off
STALLED: Final = timedelta(minutes=2)
FORGOTTEN: Final = timedelta(days=2)  # how long records of shown notifications are kept


# --- users' actions ---


def devices_of(user: User) -> QuerySet[Device]:
    return Device.objects.filter(user=user)


def add(user: User, url: str, now: datetime, p256dh: str = "", auth: str = "") -> Device:
    """Subscribe this browser. Another user who logs in on the same browser takes over the subscription.
    Subscribing twice changes nothing. Raises InvalidAction for a forbidden address or bad keys, and
    IllegalAction for a guest or too many devices.
    """
    if is_guest(user):
        raise illegal("device_guest")
    target = outward.target_of(url)
    if target is None or len(url) > 500 or ((p256dh or auth) and not encryption.are_keys(p256dh, auth)):
        raise invalid("device_address")
    fresh = {"user": user, "created_at": now, "owed_at": None, "next_try_at": None, "attempts": 0}
    with one_at_a_time(user):
        if devices_of(user).exclude(url=url).count() >= MOST:
            raise illegal("device_too_many", most=MOST)
        Notification.objects.filter(device__url=url).exclude(device__user=user).delete()
        return Device.objects.update_or_create(url=url, defaults=fresh | {"p256dh": p256dh, "auth": auth})[0]


def is_known(user: User, url: str, p256dh: str = "", auth: str = "") -> bool:
    """Return whether this browser is subscribed. An old subscription without keys gets the keys now."""
    mine = devices_of(user).filter(url=url)
    if p256dh and auth and encryption.are_keys(p256dh, auth):
        mine.filter(p256dh="").update(p256dh=p256dh, auth=auth)
    return mine.exists()


def failing(user: User) -> int:
    """Return the number of the user's devices whose waiting notification could not be delivered at first."""
    return devices_of(user).filter(owed_at__isnull=False, attempts__gt=1).count()


def remove(user: User, url: str) -> None:
    """Unsubscribe this device. Unsubscribing twice changes nothing."""
    devices_of(user).filter(url=url).delete()


def remove_all(user: User) -> None:
    devices_of(user).delete()


# --- queueing ---


def has_device() -> Exists:
    """Return a query expression for whether the reader of a message has a device."""
    return Exists(Device.objects.filter(user=OuterRef("recipient")))


def has_just_shown(since: datetime, now: datetime) -> Exists:
    """Return a query expression for whether a device of a message's reader has shown a notification about the
    same game since this moment.
    """
    shown = Notification.objects.filter(
        device__user=OuterRef("recipient"),
        game=OuterRef("game"),
        closed=False,
        shown_at__gt=since,
        shown_at__lte=now,
    )
    return Exists(shown)


def shown_lately(people: Collection[int], now: datetime) -> set[tuple[int, UUID]]:
    """Return the pairs of user and game for which one of the user's devices has just shown a notification."""
    rows = Notification.objects.filter(
        device__user__in=people, shown_at__gt=now - QUIET, shown_at__lte=now, closed=False
    )
    return set(rows.values_list("device__user", "game"))


def wake(message: Outbox, now: datetime) -> None:
    """Queue a message for its reader's devices, replacing an older message about the same game. A message
    that can wait, such as a letter, does not replace an open decision.
    """
    devices = Device.objects.filter(user=message.recipient_id)
    if find(message.kind).can_wait:
        open_decisions = PendingDecision.objects.filter(answered_at=None).values("pk")
        devices = devices.exclude(
            notifications__in=Notification.objects.filter(
                game=message.game_id, closed=False, decision__in=open_decisions
            )
        )
    for device in devices:
        Notification.objects.update_or_create(
            device=device,
            game_id=message.game_id,
            defaults={
                "kind": message.kind,
                "payload": message.payload,
                "decision": message.payload.get("decision"),
                "owed_at": now,
                "closed": False,
            },
        )
    _mark_owed(Device.objects.filter(user=message.recipient_id), now)


def _mark_owed(devices: QuerySet[Device], now: datetime) -> None:
    devices.filter(owed_at__isnull=True).update(owed_at=now, next_try_at=now, attempts=0)


def remove_outdated(now: datetime) -> None:
    """Let devices remove notifications that have become irrelevant, for example because the decision was
    answered elsewhere or by the bot. A run examines a few hundred at most. Delete old records of shown
    notifications.
    """
    shown = Notification.objects.filter(closed=False, shown_at__isnull=False).exclude(device__p256dh="")
    still = PendingDecision.objects.filter(pk=OuterRef("decision"), answered_at__isnull=True)
    gone = [
        row.pk for row in shown.filter(~Exists(still), owed_at__isnull=True, decision__isnull=False)[:500]
    ]
    others = shown.filter(decision__isnull=True, owed_at__isnull=True).select_related("game", "device__user")
    gone += [row.pk for row in others.defer("game__scenario")[:200] if words.obsolete(_message(row))]
    if gone:
        rows = Notification.objects.filter(pk__in=gone)
        rows.update(closed=True, owed_at=now)
        _mark_owed(Device.objects.filter(notifications__in=rows), now)
    Notification.objects.filter(shown_at__lt=now - FORGOTTEN, owed_at__isnull=True).delete()


def _message(row: Notification) -> Outbox:
    """Rebuild the message that a notification shows."""
    return Outbox(game=row.game, kind=row.kind, payload=row.payload, recipient=row.device.user)


# --- sending ---


def send(now: datetime, seconds: float = float("inf"), lanes: int = 1) -> int:
    """Push to the devices for which something is waiting, starting no push after ``seconds``. Return the
    number of pushes that were accepted. The owner who has waited longest comes next. Each owner has one push
    in progress at a time, and there are at most ``lanes`` in all. A device is claimed by postponing its next
    push.
    """
    began = monotonic()
    remove_outdated(now)

    def take(busy: Collection[Any]) -> Parcel[tuple[Device, int | None]] | None:
        return _claim_device(now, now + timedelta(seconds=monotonic() - began), busy)

    return deliver(
        take, lambda parcel, outcome: _settle_push(*parcel.item, outcome, now), seconds=seconds, lanes=lanes
    )


def _due_devices(now: datetime) -> QuerySet[Device]:
    return Device.objects.filter(owed_at__isnull=False, next_try_at__lte=now)


def _claim_device(
    now: datetime, moment: datetime, busy: Collection[Any]
) -> Parcel[tuple[Device, int | None]] | None:
    """Claim the next device of an owner who has no request in progress. Return None if no device is due."""
    theirs = Device.objects.filter(user=OuterRef("user"), tried_at__isnull=False).order_by("-tried_at")
    rows = (
        _due_devices(moment)
        .exclude(user__in=busy)
        .annotate(served_at=Subquery(theirs.values("tried_at")[:1]))
    )
    while True:
        device = rows.order_by(F("served_at").asc(nulls_first=True), "next_try_at", "pk").first()
        if device is None:
            return None
        mine = _due_devices(moment).filter(pk=device.pk)
        claimed = {"next_try_at": now + STALLED, "attempts": F("attempts") + 1, "tried_at": moment}
        if not mine.update(**claimed):
            continue
        device.attempts += 1
        if not device.p256dh:
            return _parcel(device, None, b"", headers(device.url, now))
        row = _next_of(device, now)
        if row is None:  # nothing remains to be shown
            Device.objects.filter(pk=device.pk).update(owed_at=None, next_try_at=None, attempts=0)
            continue
        told, until = _push_body(row, now)
        left = TTL if until is None else min(TTL, max(60, (until - now) // timedelta(seconds=1)))
        body = encryption.seal_message(json.dumps(told).encode(), device.p256dh, device.auth)
        more = {"TTL": str(left), "Topic": row.game_id.hex, "Content-Encoding": "aes128gcm"}
        more["Urgency"] = "normal" if row.closed else "high"
        return _parcel(device, row.pk, body, headers(device.url, now) | more)


def _parcel(
    device: Device, row: int | None, body: bytes, told: dict[str, str]
) -> Parcel[tuple[Device, int | None]]:
    length = {"Content-Length": str(len(body))}
    return Parcel((device, row), device.user_id, device.url, body, told | length)


def _next_of(device: Device, now: datetime) -> Notification | None:
    rows = device.notifications.filter(owed_at__isnull=False).select_related("game", "device__user")
    for row in rows.defer("game__scenario").order_by("owed_at", "pk"):
        if not row.closed and words.obsolete(_message(row)):
            if row.shown_at is None:
                row.delete()
                continue
            row.closed = True
            row.save(update_fields=["closed"])
        return row
    return None


def _push_body(row: Notification, now: datetime) -> tuple[dict[str, Any], datetime | None]:
    tag = row.game_id.hex
    if row.closed:
        return {"tag": tag, "close": True}, None
    message, profile = _message(row), Profile.of(row.device.user)
    asked = PendingDecision.objects.filter(pk__in=[row.decision], answered_at__isnull=True).first()
    with override(profile.language), timezone.override(profile.zone):
        due = asked.due_at if asked is not None else None
        lines = [words.headline(message)]
        if due is not None:
            lines.append(_("Answer by %(when)s.") % {"when": zoned_moment(due)})
        until = words.due_of(message, due)
        told: dict[str, Any] = {
            "tag": tag,
            "title": " ".join(row.game.title.split())[:100],
            "body": "\n".join(lines)[:400],
            "link": words.address_of(message),
        }
    if until is not None:  # a device that was switched off must not show outdated news
        told["until"] = until.timestamp() * 1000
    return told, until


def _settle_push(device: Device, row: int | None, outcome: Outcome, now: datetime) -> bool:
    """Record the result of a push. Return whether the push service accepted the message."""
    this = Device.objects.filter(pk=device.pk)
    if isinstance(outcome, outward.NoAnswer):
        log.warning("device %s was not woken: %s", device.pk, outcome.trouble)
        status = 0
    else:
        status = outcome.status
    if status in (404, 410):
        this.delete()
        return False
    if 200 <= status < 300:
        shown = device.notifications.filter(owed_at__lte=now)
        (shown if row is None else shown.filter(pk=row)).update(owed_at=None, shown_at=now)
        more = device.notifications.filter(owed_at__isnull=False).exists()
        this.update(owed_at=now if more else None, next_try_at=now if more else None, attempts=0, told_at=now)
        return True
    if device.attempts >= TRIES:
        this.delete()
    else:
        this.update(next_try_at=now + timedelta(minutes=2 ** (device.attempts - 1)))
    return False


def headers(url: str, now: datetime) -> dict[str, str]:
    """Return the headers for a push service: this site's identity, the message's lifetime and its urgency."""
    return {
        "Authorization": f"vapid t={token(url, now)}, k={public_key()}",
        "TTL": str(TTL),
        "Urgency": "high",
        "Topic": "your-move",  # a later message replaces one that the service still holds
    }


# --- the site's identity (RFC 8292) ---


def token(url: str, now: datetime) -> str:
    """Sign a JSON web token for a URL's push service with this site's key (ES256)."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + LASTS).timestamp()),
        "sub": settings.SITE_URL,
    }
    told = (
        f"{_text(json.dumps({'typ': 'JWT', 'alg': 'ES256'}).encode())}.{_text(json.dumps(claims).encode())}"
    )
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    r, s = decode_dss_signature(_key().sign(told.encode(), ec.ECDSA(SHA256())))
    return f"{told}.{_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def public_key() -> str:
    """Return the public key with which browsers subscribe, as an uncompressed point."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _text(_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _key() -> ec.EllipticCurvePrivateKey:
    """Load the site's private key, creating it on first use. The key must never change, because a subscribed
    device accepts no other.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
        PushKey.objects.bulk_create([PushKey(pk=1, secret=made)], ignore_conflicts=True)
        row = PushKey.objects.get(pk=1)
    return ec.derive_private_key(int.from_bytes(bytes(row.secret), "big"), ec.SECP256R1())


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
