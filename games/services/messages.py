"""The outbox: written inside the step's transaction, sent afterwards, each message once."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Profile
from engine.game import GM, Power
from games import plugins
from games.access import voices_of
from games.models import Game, Letter, Outbox, PendingDecision, Reading, RewindRequest
from games.models.letter import EVERYBODY
from games.moments import day_and_hour
from games.services.tables import opening_of, table

log = logging.getLogger(__name__)

QUIET = timedelta(minutes=10)  # people at the same table need no mail for every move
WAITS = {Outbox.Kind.YOUR_TURN: QUIET, Outbox.Kind.LETTER: QUIET, Outbox.Kind.ORDERED: timedelta(hours=1)}
GATHERED = {Outbox.Kind.LETTER, Outbox.Kind.ORDERED}  # one mail for several of a game
BACK = {
    Outbox.Kind.BACK_ASKED,
    Outbox.Kind.BACK_AGREED,
    Outbox.Kind.BACK_REFUSED,
    Outbox.Kind.BACK_LAPSED,
}
STALLED = timedelta(minutes=10)  # a sender that died with a message in its hands
UNREACHABLE = timedelta(minutes=1)  # a mail server that does not answer is left alone for so long
LAST_ATTEMPT = 12
OF_ONE_MESSAGE = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPNotSupportedError,
)


def owe(
    game: Game, kind: Outbox.Kind, occasion: str, users: Iterable[Any], now: datetime, **payload: Any
) -> None:
    """Write a message to each user, once per occasion; of those that are gathered, one until it is sent."""
    wait, wanted = WAITS.get(kind, timedelta(0)), {u.pk: u for u in users if u is not None}
    if kind in GATHERED:
        waiting = Outbox.objects.filter(game=game, kind=kind, recipient__in=wanted, sent_at__isnull=True)
        for known in waiting.values_list("recipient_id", flat=True):
            wanted.pop(known, None)
    Outbox.objects.bulk_create(
        [
            Outbox(
                key=f"{kind}:{game.pk}:{occasion}:{user.pk}",
                game=game,
                recipient=user,
                kind=kind,
                payload=payload,
                created_at=now,
                next_try_at=now + wait,
            )
            for user in wanted.values()
        ],
        ignore_conflicts=True,
    )


def players(game: Game) -> list[Any]:
    """Everybody who plays or leads a game."""
    return [game.gm, *(seat.user for seat in game.seats.all() if seat.user is not None)]


def answers_awaited(game: Game, fresh: list[PendingDecision], actor: Any, now: datetime) -> None:
    """Tell those who owe a new answer, except the one who has just moved."""
    users = {seat.key: seat.user for seat in game.seats.all()}
    for row in fresh:
        user = game.gm if row.seat == GM else users.get(row.seat)
        answered_by_program = row.due_at is not None and row.due_at <= now
        if user is not None and not answered_by_program and (actor is None or user.pk != actor.pk):
            owe(game, Outbox.Kind.YOUR_TURN, str(row.pk), [user], now, decision=row.pk)


def send(now: datetime, limit: int = 100, seconds: float = float("inf")) -> int:
    """Send what is due, none begun after so many ``seconds``; returns how many went out. Claimed one by one,
    so that a doubled job sends nothing twice; a failure is written down and tried again later, ever more
    rarely. When the server itself cannot be reached, all that waits does so for a little while."""
    sent, until = 0, monotonic() + seconds
    give_up(now)
    for pk in list(_ready(now).values_list("pk", flat=True)[:limit]):
        if monotonic() > until:
            break
        if not _claim(pk, now):
            continue
        message = Outbox.objects.select_related("game", "recipient").defer("game__scenario").get(pk=pk)
        try:
            delivered = _deliver(message)
        except (OperationalError, InterfaceError):  # of the database: the claim is left, and runs out
            raise
        except Exception as error:  # a mail server may fail in any way; the message stays and is tried again
            log.warning("message %s not sent: %s", message.key, error)
            pause = timedelta(minutes=min(2**message.attempts, 24 * 60))
            Outbox.objects.filter(pk=pk).update(
                claimed_at=None, error=str(error)[:500] or type(error).__name__, next_try_at=now + pause
            )
            if _unreachable(error):
                _ready(now).update(next_try_at=now + UNREACHABLE)
                break
        else:
            note = "" if delivered else "not needed"
            Outbox.objects.filter(pk=pk).update(sent_at=now, claimed_at=None, error=note)
            sent += delivered
    give_up(now)
    return sent


def _ready(now: datetime) -> QuerySet[Outbox]:
    return Outbox.objects.filter(sent_at__isnull=True, next_try_at__lte=now, attempts__lt=LAST_ATTEMPT)


def _unreachable(error: Exception) -> bool:
    """Whether the server, not this message, is the reason: no connection, silence, a log-in refused."""
    return isinstance(error, OSError) and not isinstance(error, OF_ONE_MESSAGE)


def give_up(now: datetime) -> None:
    """Tell the game masters, once, of messages whose last try has failed."""
    lost = Outbox.objects.filter(
        Q(claimed_at__isnull=True) | Q(claimed_at__lt=now - STALLED),
        sent_at__isnull=True,
        given_up_at__isnull=True,
        attempts__gte=LAST_ATTEMPT,
    )
    for message in list(lost.select_related("game__gm", "recipient").defer("game__scenario")[:100]):
        with transaction.atomic():
            mine = Outbox.objects.filter(pk=message.pk, given_up_at__isnull=True).update(given_up_at=now)
            if mine and message.kind != Outbox.Kind.UNDELIVERED:
                name = message.recipient.get_username()
                occasion = f"{message.recipient_id}.{now:%Y%m%d}"  # once a day and person
                owe(message.game, Outbox.Kind.UNDELIVERED, occasion, [message.game.gm], now, to=name)


def _claim(pk: int, now: datetime) -> bool:
    unclaimed = Q(claimed_at__isnull=True) | Q(claimed_at__lt=now - STALLED)
    return (
        Outbox.objects.filter(unclaimed, pk=pk, sent_at__isnull=True).update(
            claimed_at=now, attempts=F("attempts") + 1
        )
        == 1
    )


def _deliver(message: Outbox) -> bool:
    """Mail it, unless it no longer matters or there is no address. The Message-ID comes from the key, so that
    a mail repeated after a crash is recognised as the same one."""
    profile = Profile.of(message.recipient)
    if not message.recipient.email or not profile.mail or _obsolete(message):
        return False
    with override(profile.language), timezone.override(profile.zone):
        subject, body = _text(message)
    domain = settings.DEFAULT_FROM_EMAIL.rsplit("@", 1)[-1].rstrip(">")
    identity = f"<{message.key.replace(':', '.')}@{domain}>"
    EmailMessage(subject, body, to=[message.recipient.email], headers={"Message-ID": identity}).send()
    return True


def _obsolete(message: Outbox) -> bool:
    if message.kind == Outbox.Kind.LETTER:
        read = Reading.objects.filter(game=message.game, user=message.recipient)
        return read.filter(letter__gte=message.payload["letter"]).exists() or not _letters_left(message)
    if message.kind == Outbox.Kind.BACK_ASKED:
        asked = RewindRequest.objects.filter(pk=message.payload["request"], status=RewindRequest.Status.OPEN)
        return not asked.exists()
    if message.kind not in {Outbox.Kind.YOUR_TURN, Outbox.Kind.DUE_SOON, Outbox.Kind.MORE_TIME}:
        return False
    return not PendingDecision.objects.filter(
        pk=message.payload.get("decision"), answered_at__isnull=True
    ).exists()


def _letters_left(message: Outbox) -> bool:
    """Whether any of the letters that it tells of has not been deleted by its writer."""
    meant = Q(to=EVERYBODY) | Q(to__in=voices_of(message.recipient, message.game))
    since = Letter.objects.filter(
        meant, game=message.game, pk__gte=message.payload["letter"], deleted_at=None
    )
    return since.exclude(author=message.recipient).exists()


def _text(message: Outbox) -> tuple[str, str]:
    game = " ".join(message.game.title.split())  # a subject is one line
    lines = {
        Outbox.Kind.YOUR_TURN: _("Your answer is awaited in %(game)s."),
        Outbox.Kind.DUE_SOON: _(
            "Your answer in %(game)s is due soon; after that the program answers for you."
        ),
        Outbox.Kind.ANSWERED: _("Nobody answered in time in %(game)s, so the program answered for you."),
        Outbox.Kind.STARTED: _("%(game)s has begun."),
        Outbox.Kind.BATTLE: _("A battle is to be fought in %(game)s."),
        Outbox.Kind.BATTLE_OVER: _(
            "The time for a battle in %(game)s is over: the campaign's own table has decided it."
        ),
        Outbox.Kind.REPORT: _("A battle of %(game)s has been reported; please confirm it or object."),
        Outbox.Kind.ENDED: _("%(game)s has ended."),
        Outbox.Kind.PAUSED: _("%(game)s is paused: no deadline runs until the game master lets it go on."),
        Outbox.Kind.RESUMED: _("%(game)s goes on: the deadlines are later by the length of the pause."),
        Outbox.Kind.TROUBLE: _("%(game)s cannot go on by itself; please look at it."),
        Outbox.Kind.MORE_TIME: _("Vexillum was not running for a while: you have more time in %(game)s."),
        Outbox.Kind.UNDELIVERED: _(
            "A message to %(name)s about %(game)s could not be delivered; please tell them yourself."
        ),
        Outbox.Kind.ORDERED: _("Your standing orders have answered in %(game)s."),
        Outbox.Kind.LETTER: _("There is a letter for you in %(game)s."),
        Outbox.Kind.LED: _("You are the game master of %(game)s now."),
        Outbox.Kind.SEATED: _("A player has taken a seat in %(game)s."),
        Outbox.Kind.UNSEATED: _(
            "The game master of %(game)s has freed your seat: you do not play there now."
        ),
        Outbox.Kind.BACK_ASKED: _("In %(game)s somebody asks to go back, and needs your word."),
        Outbox.Kind.BACK_AGREED: _("In %(game)s your request to go back was agreed to: it was carried out."),
        Outbox.Kind.BACK_REFUSED: _("In %(game)s your request to go back was declined."),
        Outbox.Kind.BACK_LAPSED: _("In %(game)s your request to go back has lapsed: %(why)s."),
        Outbox.Kind.SEAT_FREE: _("A player has left %(game)s: invite another one, or let the program play."),
    }
    why = RewindRequest.Cause(message.payload.get("cause", RewindRequest.Cause.MOVED)).label
    facts = {"game": game, "name": message.payload.get("to", ""), "why": why}
    text = lines[Outbox.Kind(message.kind)] % facts
    row = _awaited(message)
    asked, until = (_asked(row), _deadline(row)) if row is not None else ("", "")
    link = f"{settings.SITE_URL}{address_of(message)}"
    return f"[Vexillum] {text}", "\n\n".join(part for part in (text, asked, until, link) if part) + "\n"


def address_of(message: Outbox) -> str:
    """Where the message leads to."""
    if message.kind == Outbox.Kind.LETTER:
        return reverse("game-letters", args=[message.game_id])
    if message.kind in BACK:
        return reverse("game-back", args=[message.game_id])
    if message.kind == Outbox.Kind.UNSEATED:  # the game may be hidden from them now
        return reverse("home")
    return message.game.get_absolute_url()


def _awaited(message: Outbox) -> PendingDecision | None:
    """The answer that the message is about, as long as it is awaited."""
    rows = PendingDecision.objects.filter(pk=message.payload.get("decision"), answered_at__isnull=True)
    return rows.select_related("game").first()


def _asked(row: PendingDecision) -> str:
    """Who is asked: the seat and, where it leads several powers, the one that is to answer."""
    if row.seat == GM:
        return ""
    wording, rules = plugins.wording(row.game), opening_of(row.game).rules
    seat = next((wording.seat(info) for info in rules.seats if info.id == row.seat), row.seat)
    if not row.power:
        return _("You answer as %(seat)s.") % {"seat": seat}
    power = next((p for p in table(row.game).powers(row.seat) if p.id == row.power), Power(row.power, ""))
    return _("You answer as %(seat)s, for %(power)s.") % {"seat": seat, "power": wording.power(power)}


def _deadline(row: PendingDecision) -> str:
    """Until when the answer is awaited, in the time zone that is active."""
    if row.due_at is None:
        return ""
    moment = timezone.localtime(row.due_at)
    # a mail may be read tomorrow: the date stands beside "today", and nothing says "in 5 hours"
    told, day = day_and_hour(row.due_at), date_format(moment, "j M Y")
    when = f"{told} ({moment.tzname() if day in told else f'{day}, {moment.tzname()}'})"
    return _("Deadline: %(when)s") % {"when": when}
