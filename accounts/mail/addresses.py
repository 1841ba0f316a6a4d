"""E-mail addresses, which belong to an account once they are confirmed, and e-mails about accounts.

``User.email`` is always confirmed. Reminders and password resets go only to that address. (Addresses of
older accounts count as confirmed.) A requested address waits for confirmation in ``Profile.new_email``.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta
from threading import Event
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import EmailMessage
from django.db import DatabaseError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts import limits
from accounts.limits import Limit
from accounts.mail.handing import sent_mail
from accounts.models import AccountMail, Profile

log = logging.getLogger(__name__)

SALT = "games.addresses"  # a former name of this module, so that links already sent stay valid
VALID = timedelta(days=3)  # how long a confirmation link is valid
MOST_TRIES = 8
PAUSE = timedelta(minutes=1)  # the pause after the first failure; each further failure doubles the pause
UNDER_WAY = timedelta(minutes=5)  # if an e-mail has been claimed for longer, its sender has died
SEND = "accounts.tasks.send_mail"  # called by name, because the job imports this module
OF_ONE_MAIL = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPNotSupportedError,
)


# --- requests by users ---


def request_address(user: Any, address: str, now: datetime) -> None:
    """Request a new address for the account. It is used only once it is confirmed. An empty address removes
    the old one at once. In both cases the old address is notified.
    """
    profile, old = Profile.of(user), user.email
    with transaction.atomic():
        profile.new_email = "" if address == old else address
        profile.save(update_fields=["new_email"])
        if not address:
            user.email = ""
            user.save(update_fields=["email"])
        if old and address != old:
            enqueue(AccountMail.Kind.CHANGED, old, user, now)
        if profile.new_email:
            enqueue(AccountMail.Kind.CONFIRM, address, user, now)
    send_here(now)


def resend_confirmation(user: Any, now: datetime) -> bool:
    """Send another e-mail to the unconfirmed address. Return whether there is such an address."""
    waiting = Profile.of(user).new_email
    if waiting:
        enqueue(AccountMail.Kind.CONFIRM, waiting, user, now)
        send_here(now)
    return bool(waiting)


def token_for(user: Any) -> str:
    """Return a signed token that confirms the pending address. It is valid for three days, or until another
    address is requested or the password changes.
    """
    return signing.dumps([user.pk, Profile.of(user).new_email, _password_mark(user)], salt=SALT)


def user_of_token(token: str) -> Any | None:
    """The user whose pending address the token confirms, or None if the token is invalid."""
    try:
        pk, address, mark = signing.loads(token, salt=SALT, max_age=VALID)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = get_user_model().objects.select_related("profile").filter(pk=pk, is_active=True).first()
    if user is None or not address or Profile.of(user).new_email != address or _password_mark(user) != mark:
        return None
    return user


def confirm(token: str) -> Any | None:
    """Replace the account's address with the confirmed one. Return the user, or None if the token is
    invalid.
    """
    with transaction.atomic():
        user = user_of_token(token)
        if user is None:
            return None
        profile = Profile.of(user)
        user.email, profile.new_email = profile.new_email, ""
        user.save(update_fields=["email"])
        profile.save(update_fields=["new_email"])
    return user


def lost_password(address: str, now: datetime) -> None:
    """Send a link for a new password to every account with this address. The response is the same whether or
    not there is such an account.
    """
    enqueue(AccountMail.Kind.RESET, address, None, now)
    send_here(now)


# --- limits, because the recipient of an e-mail may be a stranger ---


def mailbox(address: str) -> str:
    """Return the mailbox behind an address. Case and plus-suffixes are ignored, and so are dots in Gmail
    addresses.
    """
    name, _at, host = address.strip().lower().rpartition("@")
    name = name.partition("+")[0] or name
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def reached_limit(address: str) -> Limit | None:
    """The limit that currently forbids another e-mail to the address, or None."""
    kept = (limits.MAILS_TO, limits.MAILS_TO_A_DAY)
    return next((one for one in kept if one.is_reached(mailbox(address))), None)


def _password_mark(user: Any) -> str:
    return salted_hmac(SALT, user.password).hexdigest()[:16]


def enqueue(kind: AccountMail.Kind, address: str, user: Any, now: datetime) -> None:
    warns = kind == AccountMail.Kind.CHANGED  # a warning to a confirmed address is never limited
    kept = () if warns else (limits.MAILS_TO, limits.MAILS_TO_A_DAY)
    if not all(limit.take(mailbox(address)) for limit in kept):
        log.warning("a mail about an account (%s) was not written: too many went to its address", kind)
        return
    AccountMail.objects.create(kind=kind, address=address, user=user, created_at=now, next_try_at=now)


# --- sending ------------------------------------------------------------------------------------------------


def sends_real_mail() -> bool:
    """Return whether e-mail leaves this machine. Without a mail server, e-mail is only printed."""
    return not settings.EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend"))


OWED = Event()  # set when an e-mail is urgent: `manage.py play` sends it at once


def send_here(now: datetime) -> None:
    """Send the due e-mails from this process if it has no job runner. Otherwise start a job at once; if the
    broker does not respond, the next sweep sends them.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        send(now)
    elif settings.EMBEDDED_RUNNER:
        transaction.on_commit(OWED.set)
    else:
        transaction.on_commit(_start_job)


def _start_job() -> None:
    try:
        current_app.tasks[SEND].apply_async(retry=False)
    except Exception as error:  # a broker can fail in many ways; the e-mail is stored
        log.warning("a mail about an account waits for the next sweep: %s", error)


def send(now: datetime, limit: int = 100, seconds: float = float("inf")) -> int:
    """Send the e-mails that are due, and return the number sent. No e-mail is started after ``seconds``.

    A process claims an e-mail by postponing its next attempt. Failures are retried at growing intervals.
    After the last attempt, the e-mail is discarded. If the server is unreachable, all e-mail waits for a
    while.
    """
    sent, until = 0, monotonic() + seconds
    for pk in list(AccountMail.objects.filter(next_try_at__lte=now).values_list("pk", flat=True)[:limit]):
        if monotonic() > until:
            break
        claimed = AccountMail.objects.filter(pk=pk, next_try_at__lte=now)
        if not claimed.update(next_try_at=now + UNDER_WAY):
            continue
        mail = AccountMail.objects.select_related("user").filter(pk=pk).first()
        if mail is None:
            continue
        try:
            sent += _deliver(mail)
        except DatabaseError:
            raise
        except Exception as error:  # a mail server can fail in many ways
            log.warning("a mail about an account (%s) was not sent: %s", mail.kind, error)
            if mail.attempts + 1 >= MOST_TRIES:
                AccountMail.objects.filter(pk=pk).delete()
            else:
                pause = PAUSE * 2**mail.attempts
                AccountMail.objects.filter(pk=pk).update(attempts=mail.attempts + 1, next_try_at=now + pause)
            if unreachable(error):
                AccountMail.objects.filter(next_try_at__lte=now).update(next_try_at=now + PAUSE)
                break
    return sent


def clock_was_put_back(now: datetime) -> None:
    """Retry at once the e-mails that a wrong clock had postponed to the far future."""
    AccountMail.objects.filter(next_try_at__gt=now + timedelta(days=1)).update(next_try_at=now)


def unreachable(error: Exception) -> bool:
    """Return whether the fault lies with the mail server rather than the e-mail: no connection, a timeout,
    or a refused login.
    """
    return isinstance(error, OSError) and not isinstance(error, OF_ONE_MAIL)


def _deliver(mail: AccountMail) -> int:
    """Send an e-mail to all its recipients, and return their number. As soon as the server has accepted the
    last copy, the stored e-mail is deleted, before anything else can fail.
    """
    letters = _write_messages(mail)
    for number, letter in enumerate(letters, 1):
        with sent_mail(letter):
            if number == len(letters):
                AccountMail.objects.filter(pk=mail.pk).delete()
    if not letters:
        AccountMail.objects.filter(pk=mail.pk).delete()
    return len(letters)


def _write_messages(mail: AccountMail) -> list[EmailMessage]:
    """Return one copy of the e-mail per recipient, since several accounts may share one address."""
    letters = list[EmailMessage]()
    found = list(PasswordResetForm().get_users(mail.address)) if mail.kind == "reset" else [mail.user]
    for user in (one for one in found if one is not None):
        with override(Profile.of(user).language):
            subject, body = _TEXTS[AccountMail.Kind(mail.kind)](user)
        to = user.email if mail.kind == AccountMail.Kind.RESET else mail.address
        letters.append(EmailMessage(" ".join(subject.split()), body, to=[to]))
    return letters


def _absolute_url(name: str, *arguments: str) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"


def _reset_mail(user: Any) -> tuple[str, str]:
    site = urlsplit(settings.SITE_URL)
    context = {
        "user": user,
        "protocol": site.scheme,
        "domain": site.netloc,
        "uid": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
    }
    names = ("registration/password_reset_subject.txt", "registration/password_reset_email.html")
    subject, body = (render_to_string(name, context) for name in names)
    return subject, body


def _confirmation_mail(user: Any) -> tuple[str, str]:
    told = _(
        "Someone wants to use this e-mail address for the Vexillum account %(name)s. If it was you, "
        "confirm it here within three days:"
    )
    otherwise = _("If it wasn't you, ignore this e-mail: nothing more will be sent to this address.")
    lines = (told % {"name": user.get_username()}, _absolute_url("confirm-email", token_for(user)), otherwise)
    return _("Vexillum: is this your address?"), "\n\n".join(lines) + "\n"


def _change_mail(user: Any) -> tuple[str, str]:
    values = {"name": user.get_username(), "new": Profile.of(user).new_email}
    if values["new"]:
        told = _(
            "Someone who knows the password of the Vexillum account %(name)s asked to change its "
            "e-mail address to %(new)s. The change takes effect when the new address is confirmed."
        )
    else:
        told = _(
            "Someone who knows the password of the Vexillum account %(name)s removed this e-mail "
            "address from it."
        )
    if values["new"]:
        otherwise = _(
            "If it wasn't you, change your password right away, while this address is still valid: "
            "that cancels the change."
        )
    else:
        otherwise = _("If it wasn't you, log in and change your password right away.")
    lines = (
        told % values,
        otherwise,
        _absolute_url("password_reset" if values["new"] else "password_change"),
    )
    return _("Vexillum: your e-mail address"), "\n\n".join(lines) + "\n"


def _report_mail(user: Any) -> tuple[str, str]:
    told = _("A user has been reported. “manage.py reports” shows the details.")
    return _("Vexillum: a new report"), f"{told}\n"


_TEXTS = {
    AccountMail.Kind.RESET: _reset_mail,
    AccountMail.Kind.CONFIRM: _confirmation_mail,
    AccountMail.Kind.CHANGED: _change_mail,
    AccountMail.Kind.REPORT: _report_mail,
}
