"""The outbox. Messages are written in the step's transaction and sent afterwards, each of them once."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from time import monotonic
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.db.models import Value as V
from django.utils import timezone
from django.utils.translation import override

from accounts.mail import addresses
from accounts.mail.addresses import unreachable
from accounts.mail.handing import sent_mail
from accounts.models import Profile
from engine.game import GM
from games import events
from games.message_kinds import QUIET, find
from games.models import Game, Outbox, Pace, PendingDecision, Topic
from games.prepared_sql import Insertion, PreparedQuery, Question, Update, queue_writes, run_batch
from games.services.notices import channels, words
from games.services.notices.wishes import digest_after, wanting, wishes_of
from games.services.tables import LiveGame

log = logging.getLogger(__name__)

STALLED = timedelta(minutes=10)  # a message claimed for longer than this was left by a sender that died
UNREACHABLE = timedelta(minutes=1)  # the pause after a mail server fails to respond
LAST_ATTEMPT = 12
AT_A_TIME = 1000  # maximum number of messages that one job loads
UNNEEDED = "not needed"  # stored as the error of a message that was not worth sending


_WRITE = Insertion(Outbox, ignoring=True)


def owe(
    game: Game,
    kind: Outbox.Kind,
    occasion: str,
    users: Iterable[Any],
    now: datetime,
    *,
    actor: Any,
    **payload: Any,
) -> None:
    """Write a message to each user, once per occasion. A user who has an unsent message of a bundled kind
    (``is_bundled``) gets no second one about the same game. Sandboxes send no messages. Nobody is notified of
    their own actions: ``actor`` is the person who acted, or None.
    """
    others = [one for one in users if one is not None and (actor is None or one.pk != actor.pk)]
    queue_writes(*_insert_queries(game, kind, occasion, others, now, payload))


def _insert_queries(
    game: Game, kind: Outbox.Kind, occasion: str, users: Iterable[Any], now: datetime, payload: dict[str, Any]
) -> list[Question]:
    """Build the queries that insert a message to each user, to be run together with other queries. A sandbox
    needs none.
    """
    if game.tryout:
        return []
    rules, wanted = find(kind), {u.pk: u for u in users if u is not None}
    if rules.is_bundled:
        waiting = Outbox.objects.filter(game=game, kind=kind, recipient__in=wanted, sent_at__isnull=True)
        for known in waiting.values_list("recipient_id", flat=True):
            wanted.pop(known, None)
    return [
        _WRITE.question(
            Outbox(
                key=f"{kind}:{game.pk}:{occasion}:{user.pk}",
                game=game,
                recipient=user,
                kind=kind,
                payload=payload,
                created_at=now,
                next_try_at=now + rules.delay,
            )
        )
        for user in wanted.values()
    ]


def players(game: Game) -> list[Any]:
    """Return everyone who plays or leads a game. The organiser of a sealed game is left out."""
    return [
        *([] if game.sealed else [game.gm]),
        *(seat.user for seat in game.seats.all() if seat.user is not None),
    ]


def answers_awaited(game: Game, fresh: list[PendingDecision], actor: Any, now: datetime) -> None:
    """Notify those who have to answer one of the new decisions ``fresh``, except the player who has just
    moved. Decisions that are answered automatically at once do not count.
    """
    users, told = {seat.key: seat.user for seat in game.seats.all()}, list[Question]()
    for row in fresh:
        user = game.gm if row.seat == GM else users.get(row.seat)
        answered_by_program = row.due_at is not None and row.due_at <= now
        if user is not None and not answered_by_program and (actor is None or user.pk != actor.pk):
            told += _insert_queries(
                game, Outbox.Kind.YOUR_TURN, str(row.pk), [user], now, answer_payload(row)
            )
    queue_writes(*told)


def answer_payload(row: PendingDecision) -> dict[str, Any]:
    """Return the details stored in a message about a decision. A covert decision is only marked as covert,
    so that nobody learns more.
    """
    return {"decision": row.pk, **({"covert": True} if row.covert else {})}


def last_awaited(before: LiveGame, after: LiveGame, now: datetime, actor: Any) -> None:
    """Notify a player that everyone else has answered and waits for them. Covert decisions do not count."""
    if after.game.is_over:
        return
    left = {d.id: d.seat for d in after.decisions() if not d.covert}
    users = {seat.key: seat.user for seat in after.game.seats.all()}
    owing = {user.pk: user for user in map(users.get, left.values()) if user is not None}
    others = any(user is not None and user.pk not in owing for user in users.values())
    if len(owing) != 1 or not others or any(users.get(seat) is None for seat in left.values()):
        return
    asked = before.remember("decisions", lambda: before.rules.pending(before.state))
    stood = {d.id: d.seat for d in asked if not d.covert}
    if not left.items() < stood.items() or not {*stood.values()} > {*left.values()}:
        return
    rows = PendingDecision.objects.filter(game=after.game, decision__in=left, answered_at__isnull=True)
    for row in rows.order_by("pk")[:1]:
        owe(
            after.game,
            Outbox.Kind.LAST_ONE,
            str(row.pk),
            owing.values(),
            now,
            actor=actor,
            **answer_payload(row),
        )


def turn_over(before: LiveGame, after: LiveGame, now: datetime, actor: Any) -> None:
    """Notify the players who want to know that a turn is over, except the player whose action ended it."""
    if before.turn is None or after.turn is None or after.turn <= before.turn:
        return
    readers = {one.pk: one for one in players(after.game)}
    occasion = f"{before.turn}.{after.game.seq}"
    wanted = wanting(list(readers.values()), after.game, Topic.TURN)
    owe(after.game, Outbox.Kind.TURN_OVER, occasion, wanted, now, actor=actor, turn=before.turn)
    events.publish(events.Announced(after.game, Outbox.Kind.TURN_OVER, occasion, now, {"turn": before.turn}))


def send(now: datetime, limit: int = 100, seconds: float = float("inf")) -> int:
    """Send at most ``limit`` of the e-mails that are due, and return the number sent. No e-mail is started
    after ``seconds``. Everything due to one person, across games, forms one e-mail, and so does a daily
    digest. Each message is claimed separately, so that a duplicate job sends nothing twice. Failures are
    recorded and retried at growing intervals.
    """
    sent, began = 0, monotonic()
    until = began + seconds
    give_up(now)
    channels.pass_on(now)
    for bundle in _bundles(now)[:limit]:
        if monotonic() > until:
            break
        # send password resets between e-mails, so that they wait for one e-mail at most
        addresses.send(now + timedelta(seconds=monotonic() - began), limit=5)
        try:
            sent += _send(bundle, now)
        except OSError:  # the server is unreachable, so the other e-mails would fail too
            _due_messages(now).update(next_try_at=now + UNREACHABLE)
            break
    give_up(now)
    return sent


def _send(bundle: Bundle, now: datetime) -> bool:
    """Claim the messages of an e-mail, send it and record the outcome. Return whether an e-mail was sent.
    Errors that mean that the server is unreachable or the job is ending are raised again after the claims
    are released.
    """
    mine: list[int] = []
    try:
        for one in bundle.messages:
            if _claim(one.pk, now):
                mine.append(one.pk)
            elif not mine:  # another sender claimed the first message and sends the whole e-mail
                return False
        claimed = replace(bundle, messages=tuple(chain(*run_batch(*map(_ROW.question, mine)))))
        with _send_bundle(claimed) as told:
            _record_sent(mine, told, now)
        return bool(told)
    except (OperationalError, InterfaceError):  # after a database error the claim remains until it expires
        raise
    except SoftTimeLimitExceeded:  # the job ran out of time midway: the next job continues
        _postpone(mine, "the time of the job was over", now, UNREACHABLE)
        raise
    except Exception as error:  # a mail server can fail in any way; the message is kept and retried
        _postpone(mine, str(error) or type(error).__name__, now)
        if unreachable(error):
            raise
        return False


def _record_sent(mine: list[int], told: list[int], now: datetime) -> None:
    """Record that the e-mail was sent. ``mine``: the claimed messages. ``told``: those that the e-mail
    contained; the others are marked as not needed. If the job runs out of time here, record it again before
    the job ends, so that nobody gets the e-mail twice.
    """
    done = Outbox.objects.filter(pk__in=mine)
    outcome = Case(When(pk__in=told, then=V("")), default=V(UNNEEDED))
    facts = {"sent_at": now, "claimed_at": None, "error": outcome}
    try:
        done.update(**facts)
    except SoftTimeLimitExceeded:
        done.update(**facts)
        raise


def _postpone(mine: list[int], why: str, now: datetime, pause: timedelta | None = None) -> None:
    """Postpone the claimed messages (``mine``), which could not be sent, for a ``pause`` or else at growing
    intervals.
    """
    for one in Outbox.objects.filter(pk__in=mine, sent_at__isnull=True).only("key", "attempts"):
        log.warning("message %s not sent: %s", one.key, why)
        later = timedelta(minutes=min(2**one.attempts, 24 * 60)) if pause is None else pause
        Outbox.objects.filter(pk=one.pk).update(claimed_at=None, error=why[:500], next_try_at=now + later)


@dataclass(frozen=True)
class Bundle:
    """Messages that form one e-mail: news of one person's games, or a digest."""

    messages: tuple[Outbox, ...]
    digest: bool


def _rows() -> QuerySet[Outbox]:
    return Outbox.objects.select_related("game", "recipient__profile").defer("game__scenario")


def _bundles(now: datetime) -> list[Bundle]:
    """Bundle the due messages by their readers' preferences. Messages of unwanted kinds are marked as done,
    and those that wait for a digest are postponed.
    """
    rows = _READY(now)
    wishes = wishes_of({one.recipient_id for one in rows}) if rows else {}
    found: dict[tuple[Any, bool], dict[Any, list[Outbox]]] = {}
    for one in rows:
        pace = wishes[one.recipient_id].pace(one.game_id, one.kind)
        if pace == Pace.NEVER:
            if _claim(one.pk, now):
                Outbox.objects.filter(pk=one.pk).update(sent_at=now, claimed_at=None, error=UNNEEDED)
        elif pace == Pace.DIGEST and not _digest_due(one, now):
            continue
        else:
            games = found.setdefault((one.recipient_id, pace == Pace.DIGEST), {})
            games.setdefault(one.game_id, []).append(one)
    lately = _recent_recipients({who for who, digest in found if not digest}, now)
    bundles = []
    for (who, digest), games in found.items():
        told = list[Outbox]()
        for game, ones in games.items():
            again = None if digest else lately.get((who, game))
            if again is not None and not any(find(one.kind).is_pressing for one in ones):
                _due_messages(now).filter(pk__in=[one.pk for one in ones]).update(next_try_at=again)
            else:
                told += ones
        if told:
            bundles.append(Bundle(tuple(sorted(told, key=lambda one: one.pk)), digest))
    return bundles


def _recent_recipients(people: Collection[Any], now: datetime) -> dict[tuple[Any, Any], datetime]:
    """Map each reader and game with a recent e-mail to the time when the next one can be sent."""
    sent = Outbox.objects.filter(recipient__in=people, sent_at__gt=now - QUIET, sent_at__lte=now, error="")
    rows = sent.order_by("sent_at").values_list("recipient_id", "game_id", "sent_at")
    return {(who, game): at + QUIET for who, game, at in rows if at is not None}


def _digest_due(message: Outbox, now: datetime) -> bool:
    """Return whether the message's digest is due. If not, postpone the message until then."""
    profile = Profile.get_for(message.recipient)
    until = digest_after(message.created_at, profile.digest_hour, profile.zone)
    if until <= now:
        return True
    Outbox.objects.filter(pk=message.pk, sent_at__isnull=True).update(next_try_at=until, deferred_until=until)
    return False


def _due_messages(now: datetime) -> QuerySet[Outbox]:
    return Outbox.objects.filter(sent_at__isnull=True, next_try_at__lte=now, attempts__lt=LAST_ATTEMPT)


_ROW = PreparedQuery(lambda pk: _rows().filter(pk=pk), int)
_READY = PreparedQuery(
    lambda now: _rows().filter(pk__in=_due_messages(now).values("pk")[:AT_A_TIME]), datetime
)


def give_up(now: datetime) -> None:
    """Notify game masters, once, of messages that could not be delivered after the last attempt."""
    for message in _LOST(now - STALLED):
        with transaction.atomic():
            mine = Outbox.objects.filter(pk=message.pk, given_up_at__isnull=True).update(given_up_at=now)
            if mine and message.kind != Outbox.Kind.UNDELIVERED:
                name = message.recipient.get_username()
                occasion = f"{message.recipient_id}.{now:%Y%m%d}"  # at most one message per person and day
                game = message.game
                owe(game, Outbox.Kind.UNDELIVERED, occasion, [game.gm], now, actor=None, to=name)


def _lost_messages(stalled: datetime) -> QuerySet[Outbox]:
    rows = Outbox.objects.filter(
        Q(claimed_at__isnull=True) | Q(claimed_at__lt=stalled),
        sent_at__isnull=True,
        given_up_at__isnull=True,
        attempts__gte=LAST_ATTEMPT,
    )
    return rows.select_related("game__gm", "recipient").defer("game__scenario")[:100]


_LOST = PreparedQuery(_lost_messages, datetime)


def _claim_message(pk: int, now: datetime) -> tuple[QuerySet[Outbox], dict[str, Any]]:
    unclaimed = Q(claimed_at__isnull=True) | Q(claimed_at__lt=now - STALLED)
    return _due_messages(now).filter(unclaimed, pk=pk), {"claimed_at": now, "attempts": F("attempts") + 1}


_CLAIM = Update(_claim_message, int, datetime)


def _claim(pk: int, now: datetime) -> bool:
    return _CLAIM(pk, now) == 1


@contextmanager
def _send_bundle(bundle: Bundle) -> Iterator[list[int]]:
    """E-mail all messages that are still relevant, if the recipient can be reached. The context yields the
    ids of the messages sent.
    """
    told = [one for one in bundle.messages if not words.obsolete(one)] if _is_reached(bundle) else []
    if told:
        with sent_mail(_write_mail(told, bundle.digest)):
            yield [one.pk for one in told]
    else:
        yield []


def _is_reached(bundle: Bundle) -> bool:
    """Whether the bundle's recipient has an address and wants e-mail. It is false for an empty bundle."""
    return any(one.recipient.email and Profile.get_for(one.recipient).mail for one in bundle.messages[:1])


def _write_mail(told: list[Outbox], digest: bool) -> EmailMessage:
    """Build the e-mail for these messages. Its Message-ID comes from the oldest key, so that mail programs
    recognise an e-mail repeated after a crash.
    """
    recipient = told[0].recipient
    profile = Profile.get_for(recipient)
    with override(profile.language), timezone.override(profile.zone):
        mail = words.mail_of(told, digest=digest)
    domain = settings.DEFAULT_FROM_EMAIL.rsplit("@", 1)[-1].rstrip(">")
    identity = f"<{told[0].key.replace(':', '.')}@{domain}>"
    headers = {"Message-ID": identity, **mail.headers}
    return EmailMessage(mail.subject, mail.body, to=[recipient.email], headers=headers)
