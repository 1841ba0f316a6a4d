"""Web hooks notify other sites of news that any observer may know, never of letters or covert decisions."""

from __future__ import annotations

import hmac
import json
import logging
import re
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.guests import is_guest
from accounts.models import Profile
from accounts.once import one_at_a_time
from games.access import User, led_by
from games.events import Announced
from games.models import Call, Game, Hook, Outbox
from games.prepared_sql import PreparedQuery
from games.refusals import illegal, invalid
from games.services.notices import outward, words
from games.services.notices.channels import FRESH
from games.services.notices.lanes import Outcome, Parcel, deliver

log = logging.getLogger(__name__)

TRY: Final = "try"
MOST: Final = 10  # maximum number of hooks per user
TRIES: Final = 8  # attempts per call, over about two hours
FAILURES: Final = 12  # failures in a row after which the hook is switched off
STALLED: Final = timedelta(minutes=2)
LONGEST: Final = 1900  # maximum length of a Discord message, in characters
DISCORD: Final = re.compile(r"^/api/(?:v\d+/)?webhooks/\d+/[\w-]+$")
HOSTS: Final = {"discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"}
TROUBLE = Hook.Trouble


# --- users' actions ---


def hooks_of(user: User) -> QuerySet[Hook]:
    return Hook.objects.filter(user=user).select_related("game").defer("game__scenario")


def make(user: User, url: str, game_id: str, now: datetime) -> Hook:
    """Create a hook for the user's own messages, or for a game they lead. Raises InvalidAction for a
    forbidden address, IllegalAction if the user has too many hooks, and the errors of :func:`led_by`.
    """
    if is_guest(user):
        raise illegal("hook_guest")
    game = led_by(user, game_id) if game_id else None
    target = outward.target_of(url)
    if target is None or len(url) > 500:
        raise invalid("hook_address")
    _require_room(user)
    try:
        outward.check_target(target)
    except outward.NoAnswer as why:  # do not reveal whether a private network knows the name
        raise invalid("hook_silent" if why.trouble == TROUBLE.SILENT else "hook_private") from None
    with one_at_a_time(user):
        _require_room(user)
        return Hook.objects.create(user=user, game=game, url=url, created_at=now)


def _require_room(user: User) -> None:
    if hooks_of(user).count() >= MOST:
        raise illegal("hook_too_many", most=MOST)


def delete_hook(user: User, number: int) -> None:
    Hook.objects.filter(user=user, pk=number).delete()


def switch_on(user: User, number: int, now: datetime) -> None:
    """Switch a hook on, reset its failures, and queue a test call. If the hook does not exist, do nothing."""
    with transaction.atomic():
        hook = Hook.objects.select_for_update().filter(user=user, pk=number).first()
        if hook is None:
            return
        Hook.objects.filter(pk=hook.pk).update(off_at=None, failures=0, trouble="")
        _queue_call(hook, None, TRY, f"{now:%Y%m%d%H%M}", {}, now)


def is_discord(url: str) -> bool:
    parts = urlsplit(url)
    return parts.hostname in HOSTS and bool(DISCORD.match(parts.path))


# --- news is queued in the transaction of its event ---


def queue_news(news: Announced) -> None:
    """Queue public news for a game's hooks. There is no news of sandboxes, nor of a duplicate's games until
    all its tables are over (sealed games).
    """
    game = news.game
    if game.sealed or game.tryout:
        return
    for hook in _HOOKS(game.pk):
        _queue_call(hook, game, news.kind, news.occasion, news.payload, news.now)


_HOOKS = PreparedQuery(lambda game: Hook.objects.filter(game=game, off_at__isnull=True), UUID)


def _queue_call(
    hook: Hook, game: Game | None, kind: str, occasion: str, payload: dict[str, Any], now: datetime
) -> None:
    key = f"{hook.pk}:{kind}:{game.pk if game is not None else ''}:{occasion}"
    row = Call(hook=hook, game=game, key=key, kind=kind, payload=payload, created_at=now, next_try_at=now)
    Call.objects.bulk_create([row], ignore_conflicts=True)


def queue_message(message: Outbox, now: datetime) -> None:
    """Queue a message for the recipient's own hooks. A message about a covert decision is never sent."""
    if "covert" in message.payload or message.game.sealed:
        return
    for hook in Hook.objects.filter(user=message.recipient_id, game=None, off_at__isnull=True):
        kept = {name: message.payload[name] for name in ("turn",) if name in message.payload}
        waiting = hook.calls.filter(game=message.game, kind=message.kind, payload=kept)
        if not waiting.exists():  # do not queue the same text twice
            _queue_call(hook, message.game, message.kind, f"m{message.pk}", kept, now)


def has_hook() -> Exists:
    """A subquery for rows of the outbox: whether the recipient has an active hook for their own messages."""
    return Exists(Hook.objects.filter(user=OuterRef("recipient"), game=None, off_at__isnull=True))


# --- sending ---


def send(now: datetime, seconds: float = float("inf"), lanes: int = 1) -> int:
    """Make the calls that are due, and return how many succeeded. No call starts after ``seconds``.

    The owner who has waited longest goes first. Each owner has at most one call under way, and at most
    ``lanes`` calls run at once. A failed or interrupted call is retried at growing intervals until the
    hook is switched off. Meanwhile the hook's other calls wait.
    """
    began = monotonic()

    def take(busy: Collection[Any]) -> Parcel[Call] | None:
        return _claim_call(now, now + timedelta(seconds=monotonic() - began), busy)

    return deliver(
        take, lambda parcel, outcome: _settle_call(parcel.item, outcome, now), seconds=seconds, lanes=lanes
    )


def _ready_calls(now: datetime) -> QuerySet[Call]:
    return Call.objects.filter(next_try_at__lte=now, hook__off_at__isnull=True)


def _available_calls(now: datetime, busy: Collection[Any]) -> QuerySet[Call]:
    """Return the calls that can be made now. Those whose owner and hook have waited longest come first."""
    theirs = Hook.objects.filter(user=OuterRef("hook__user"), tried_at__isnull=False).order_by("-tried_at")
    unclaimed = Q(claimed_at__isnull=True) | Q(claimed_at__lt=now - STALLED)
    rows = _ready_calls(now).filter(unclaimed).exclude(hook__user__in=busy)
    longest = F("served_at").asc(nulls_first=True), F("hook__tried_at").asc(nulls_first=True), "pk"
    return rows.annotate(served_at=Subquery(theirs.values("tried_at")[:1])).order_by(*longest)


def _claim_call(now: datetime, moment: datetime, busy: Collection[Any]) -> Parcel[Call] | None:
    """Claim the next call whose owner has no other call under way. Return None if no such call is left."""
    while True:
        call = (
            _available_calls(moment, busy)
            .select_related("hook__user", "game")
            .defer("game__scenario")
            .first()
        )
        if call is None:
            return None
        same = Q(claimed_at__isnull=True) if call.claimed_at is None else Q(claimed_at=call.claimed_at)
        if (
            not _ready_calls(moment)
            .filter(same, pk=call.pk)
            .update(claimed_at=now, attempts=F("attempts") + 1)
        ):
            continue
        Hook.objects.filter(pk=call.hook_id).update(tried_at=moment)
        if call.claimed_at is not None:  # the job that claimed the call was stopped midway
            _record_failure(call, TROUBLE.SILENT, now)
            continue
        call.attempts += 1
        if _is_not_led(call):
            _switch_off(call.hook, TROUBLE.NOT_LED, now)
            continue
        body, headers = request_of(call, now)
        return Parcel(call, call.hook.user_id, call.hook.url, body, headers)


def _is_not_led(call: Call) -> bool:
    """Return whether the hook's owner no longer leads the game that the hook reports on."""
    hook = call.hook
    led = call.game is not None and call.game.gm_id == hook.user_id
    return hook.game_id is not None and not led and call.kind != TRY


def _settle_call(call: Call, outcome: Outcome, now: datetime) -> bool:
    """Record the outcome of a call. Return whether the site accepted it."""
    hook = call.hook
    if isinstance(outcome, outward.NoAnswer):
        _record_failure(call, outcome.trouble, now)
        return False
    if 200 <= outcome.status < 300:
        with transaction.atomic():
            call.delete()
            Hook.objects.filter(pk=hook.pk).update(failures=0, trouble="", told_at=now)
        return True
    if outcome.status in (404, 410):
        _switch_off(hook, TROUBLE.GONE, now)
    elif outcome.status == 429 and outcome.wait is not None and call.created_at > now - FRESH:
        # a site that asks for fewer calls has not failed
        Call.objects.filter(pk=call.pk).update(attempts=F("attempts") - 1)
        _put_off(call, now + timedelta(seconds=min(max(outcome.wait, 1), 3600)))
    else:
        _record_failure(call, TROUBLE.REDIRECT if 300 <= outcome.status < 400 else TROUBLE.REFUSED, now)
    return False


def _record_failure(call: Call, trouble: Hook.Trouble, now: datetime) -> None:
    log.warning("hook %s was not told: %s", call.hook_id, trouble)
    Hook.objects.filter(pk=call.hook_id).update(failures=F("failures") + 1, trouble=trouble)
    if call.hook.failures + 1 >= FAILURES or call.attempts >= TRIES:
        _switch_off(call.hook, trouble, now)
        return
    _put_off(call, now + timedelta(minutes=2 ** (call.attempts - 1)))


def _put_off(call: Call, until: datetime) -> None:
    Call.objects.filter(pk=call.pk).update(claimed_at=None)
    Call.objects.filter(hook=call.hook_id, claimed_at=None, next_try_at__lt=until).update(next_try_at=until)


def _switch_off(hook: Hook, trouble: Hook.Trouble, now: datetime) -> None:
    with transaction.atomic():
        Hook.objects.filter(pk=hook.pk).update(off_at=now, trouble=trouble)
        Call.objects.filter(hook=hook).delete()


# --- the wording ---


def request_of(call: Call, now: datetime) -> tuple[bytes, dict[str, str]]:
    """Return the body and headers of a call, either in Discord's format or with a signature."""
    with override(Profile.of(call.hook.user).language):
        text, link = _call_text(call)
    if is_discord(call.hook.url):
        said = f"{_plain(text)}\n{link}"[:LONGEST]
        told: dict[str, Any] = {"content": said, "username": "Vexillum", "allowed_mentions": {"parse": []}}
        return _json(told), {"Content-Type": "application/json"}
    told = {
        "id": call.key,
        "event": call.kind,
        "text": text,
        "link": link,
        "at": call.created_at.isoformat(),
        **({"game": {"id": str(call.game.pk), "name": call.game.title}} if call.game is not None else {}),
    }
    body, stamp = _json(told), str(int(now.timestamp()))
    return body, {
        "Content-Type": "application/json",
        "X-Vexillum-Delivery": call.key,
        "X-Vexillum-Timestamp": stamp,
        "X-Vexillum-Signature": f"sha256={signature(call.hook.secret, stamp, body)}",
    }


def signature(secret: str, stamp: str, body: bytes) -> str:
    """Sign a timestamp, a dot and the body with HMAC-SHA256. The timestamp lets the receiver reject a
    replayed request.
    """
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, sha256).hexdigest()


def _json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=True, sort_keys=True).encode()


def _call_text(call: Call) -> tuple[str, str]:
    if call.game is None:
        return _("Vexillum can reach you here."), settings.SITE_URL
    message = Outbox(game=call.game, kind=call.kind, payload=call.payload, recipient=call.hook.user)
    return words.message_text(message), settings.SITE_URL + words.address_of(message)


def _plain(text: str) -> str:
    return re.sub(r"([\\*_~`|>\[\]()#<@])", r"\\\1", text)
