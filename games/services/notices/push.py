"""Web push without contents (RFC 8030, 8292): a device is woken, and shows the one thing that its own script
says. Nobody on the way, and nobody who sees the device, learns more than that somebody is awaited."""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, QuerySet

from accounts.once import one_at_a_time
from games.access import User
from games.models import Device, PushKey
from games.refusals import illegal, invalid
from games.services.notices import outward
from games.services.notices.wishes import QUIET

if TYPE_CHECKING:  # loaded when a device is first woken: a browser that runs the program has no such library
    from cryptography.hazmat.primitives.asymmetric import ec

log = logging.getLogger(__name__)

MOST: Final = 10  # devices of a person
TRIES: Final = 10  # in a row: then the device counts as gone
LASTS: Final = timedelta(hours=12)  # what proves who we are; at most a day
TTL: Final = 24 * 60 * 60  # seconds that the push service keeps it for a device that is off
STALLED: Final = timedelta(minutes=2)


# --- what people do ---


def devices_of(user: User) -> QuerySet[Device]:
    return Device.objects.filter(user=user)


def add(user: User, url: str, now: datetime) -> Device:
    """This browser is to be woken. Another one who logs in on it takes it over. Twice is once. Raises
    InvalidAction for an address that may not be asked, IllegalAction for one device too many."""
    target = outward.target_of(url)
    if target is None or len(url) > 500:
        raise invalid("device_address")
    fresh = {"user": user, "created_at": now, "owed_at": None, "next_try_at": None, "attempts": 0}
    with one_at_a_time(user):
        if devices_of(user).exclude(url=url).count() >= MOST:
            raise illegal("device_too_many", most=MOST)
        return Device.objects.update_or_create(url=url, defaults=fresh)[0]


def failing(user: User) -> int:
    """How many are to be woken and did not answer so far."""
    return devices_of(user).filter(owed_at__isnull=False, attempts__gt=1).count()


def remove(user: User, url: str) -> None:
    """It is woken no more. Twice is once."""
    devices_of(user).filter(url=url).delete()


def remove_all(user: User) -> None:
    devices_of(user).delete()


def lately(people: Collection[int], now: datetime) -> set[int]:
    """Those of whose devices one has just been woken."""
    rows = Device.objects.filter(user__in=people, told_at__gt=now - QUIET, told_at__lte=now)
    return set(rows.values_list("user", flat=True))


def wake(user_id: int, now: datetime) -> None:
    """The devices of a person are to be woken; one that is about to be is not woken twice."""
    Device.objects.filter(user=user_id, owed_at__isnull=True).update(owed_at=now, next_try_at=now, attempts=0)


# --- sent ---


def send(now: datetime, seconds: float = float("inf")) -> int:
    """Wake the devices that are to be, none begun after so many ``seconds``; returns how many push services
    took it. Claimed one by one by moving the next try; a device that is gone is forgotten."""
    sent, until = 0, monotonic() + seconds
    due = Device.objects.filter(owed_at__isnull=False, next_try_at__lte=now).order_by("next_try_at")
    for pk in list(due.values_list("pk", flat=True)[:200]):
        if monotonic() > until:
            break
        mine = Device.objects.filter(pk=pk, owed_at__isnull=False, next_try_at__lte=now)
        if not mine.update(next_try_at=now + STALLED, attempts=F("attempts") + 1):
            continue
        device = Device.objects.filter(pk=pk).first()
        if device is not None:
            sent += _sent(device, now)
    return sent


def _sent(device: Device, now: datetime) -> bool:
    this = Device.objects.filter(pk=device.pk)
    try:
        status = outward.post(device.url, b"", headers(device.url, now)).status
    except outward.Unreached as why:
        log.warning("device %s was not woken: %s", device.pk, why.trouble)
        status = 0
    if status in (404, 410):
        this.delete()
        return False
    if 200 <= status < 300:
        this.update(owed_at=None, next_try_at=None, attempts=0, told_at=now)
        return True
    if device.attempts >= TRIES:
        this.delete()
    else:
        this.update(next_try_at=now + timedelta(minutes=2 ** (device.attempts - 1)))
    return False


def headers(url: str, now: datetime) -> dict[str, str]:
    """What a push service wants to know: who we are, how long and how urgent."""
    return {
        "Authorization": f"vapid t={token(url, now)}, k={public_key()}",
        "TTL": str(TTL),
        "Urgency": "high",
        "Topic": "your-move",  # a later one takes the place of one that still waits there
        "Content-Length": "0",
    }


# --- who we are (RFC 8292) ---


def token(url: str, now: datetime) -> str:
    """A JSON web token for the service of that address alone, signed with this site's key (ES256)."""
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
    """By which browsers subscribe: the uncompressed point, as they want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _text(_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _key() -> ec.EllipticCurvePrivateKey:
    """Made when first asked for, and kept with everything else: with another one no device is woken."""
    from cryptography.hazmat.primitives.asymmetric import ec

    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
        PushKey.objects.bulk_create([PushKey(pk=1, secret=made)], ignore_conflicts=True)
        row = PushKey.objects.get(pk=1)
    return ec.derive_private_key(int.from_bytes(bytes(row.secret), "big"), ec.SECP256R1())


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
