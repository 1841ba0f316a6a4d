"""E-mail addresses, which an account owns once they are confirmed, and e-mails about accounts.

``User.email`` is always confirmed: reminders and password resets go nowhere else. (Addresses of older
accounts count as confirmed.) A requested address waits in ``Profile.new_email``.
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
from accounts.handing import handed_over
from accounts.limits import Limit
from accounts.models import AccountMail, Profile

log = logging.getLogger(__name__)

SALT = "games.addresses"  # an old name of this module, so that links already sent stay valid
VALID = timedelta(days=3)  # how long a confirmation link is valid
MOST_TRIES = 8
PAUSE = timedelta(minutes=1)  # the pause after the first failure; it doubles after each further one
UNDER_WAY = timedelta(
    minutes=5
)  # an e-mail claimed for longer than this was left behind by a sender that died
SEND = "accounts.tasks.send_mail"  # by name, because the job imports this module
OF_ONE_MAIL = (
    smtplib.SMTPRecipientsRefused,
    smtplib.SMTPSenderRefused,
    smtplib.SMTPDataError,
    smtplib.SMTPNotSupportedError,
)


# --- users' actions -----------------------------------------------------------------------------------------


def ask_for(user: Any, address: str, now: datetime) -> None:
    """Request an address for the account ("": none). The old address is notified at once; the new one is used
    only once it is confirmed.
    """
    profile, old = Profile.of(user), user.email
    with transaction.atomic():
        profile.new_email = "" if address == old else address
        profile.save(update_fields=["new_email"])
        if not address:
            user.email = ""
            user.save(update_fields=["email"])
        if old and address != old:
            owe(AccountMail.Kind.CHANGED, old, user, now)
        if profile.new_email:
            owe(AccountMail.Kind.CONFIRM, address, user, now)
    send_here(now)


def ask_again(user: Any, now: datetime) -> bool:
    """Send another e-mail to the unconfirmed address; return whether there is one."""
    waiting = Profile.of(user).new_email
    if waiting:
        owe(AccountMail.Kind.CONFIRM, waiting, user, now)
        send_here(now)
    return bool(waiting)


def token_for(user: Any) -> str:
    """Sign the token that confirms the pending address. It is valid for three days, until another address is
    requested or the password changes.
    """
    return signing.dumps([user.pk, Profile.of(user).new_email, _mark(user)], salt=SALT)


def waiting_for(token: str) -> Any | None:
    """The user whose pending address the link confirms; None if the link is invalid."""
    try:
        pk, address, mark = signing.loads(token, salt=SALT, max_age=VALID)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = get_user_model().objects.select_related("profile").filter(pk=pk, is_active=True).first()
    if user is None or not address or Profile.of(user).new_email != address or _mark(user) != mark:
        return None
    return user


def confirm(token: str) -> Any | None:
    """Make the pending address the account's own. Return the user, or None if the link is invalid."""
    with transaction.atomic():
        user = waiting_for(token)
        if user is None:
            return None
        profile = Profile.of(user)
        user.email, profile.new_email = profile.new_email, ""
        user.save(update_fields=["email"])
        profile.save(update_fields=["new_email"])
    return user


def lost_password(address: str, now: datetime) -> None:
    """Handle a forgotten password. The response is the same whether or not an account has the address."""
    owe(AccountMail.Kind.RESET, address, None, now)
    send_here(now)


# --- limits, since the person who gets the e-mails may be a stranger ---


def mailbox(address: str) -> str:
    """Return the mailbox behind an address. Case and plus-suffixes are ignored, and dots at Gmail."""
    name, _at, host = address.strip().lower().rpartition("@")
    name = name.partition("+")[0] or name
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def full(address: str) -> Limit | None:
    """The limit that forbids another e-mail to the address for now, or None."""
    kept = (limits.MAILS_TO, limits.MAILS_TO_A_DAY)
    return next((one for one in kept if one.is_reached(mailbox(address))), None)


def _mark(user: Any) -> str:
    return salted_hmac(SALT, user.password).hexdigest()[:16]


def owe(kind: AccountMail.Kind, address: str, user: Any, now: datetime) -> None:
    warns = kind == AccountMail.Kind.CHANGED  # a warning to the owner at a confirmed address is never limited
    kept = () if warns else (limits.MAILS_TO, limits.MAILS_TO_A_DAY)
    if not all(limit.take(mailbox(address)) for limit in kept):
        log.warning("a mail about an account (%s) was not written: too many went to its address", kind)
        return
    AccountMail.objects.create(kind=kind, address=address, user=user, created_at=now, next_try_at=now)


# --- sending ------------------------------------------------------------------------------------------------


def goes_out() -> bool:
    """Whether e-mail leaves this machine. Without a mail server it is only printed."""
    return not settings.EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend"))


OWED = Event()  # set when an e-mail is urgent: `manage.py play` sends it at once


def send_here(now: datetime) -> None:
    """Send the e-mail here if there is no job runner; otherwise enqueue it at once. If the broker does not
    answer, the next sweep sends it.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        send(now)
    elif settings.EMBEDDED_RUNNER:
        transaction.on_commit(OWED.set)
    else:
        transaction.on_commit(_ask)


def _ask() -> None:
    try:
        current_app.tasks[SEND].apply_async(retry=False)
    except Exception as error:  # a broker can fail in any way; the e-mail is stored
        log.warning("a mail about an account waits for the next sweep: %s", error)


def send(now: datetime, limit: int = 100, seconds: float = float("inf")) -> int:
    """Send the e-mails that are due, none started after ``seconds``. Return the number sent. Postponing
    the next try of an e-mail claims it. Failures are retried at growing intervals and finally given up. If
    the server is unreachable, all e-mail waits for a while.
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
        except Exception as error:  # a mail server can fail in any way
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
    """Retry the e-mails now that a wrong clock had postponed to the far future."""
    AccountMail.objects.filter(next_try_at__gt=now + timedelta(days=1)).update(next_try_at=now)


def unreachable(error: Exception) -> bool:
    """Whether the mail server, not this e-mail, caused the error: no connection, silence, a refused login."""
    return isinstance(error, OSError) and not isinstance(error, OF_ONE_MAIL)


def _deliver(mail: AccountMail) -> int:
    """Send an e-mail to all its recipients. Once the server has accepted the last copy, record that before
    anything else can fail.
    """
    letters = _letters(mail)
    for number, letter in enumerate(letters, 1):
        with handed_over(letter):
            if number == len(letters):
                AccountMail.objects.filter(pk=mail.pk).delete()
    if not letters:
        AccountMail.objects.filter(pk=mail.pk).delete()
    return len(letters)


def _letters(mail: AccountMail) -> list[EmailMessage]:
    """Write one copy of the e-mail per recipient, since several accounts may share one address."""
    letters = list[EmailMessage]()
    found = list(PasswordResetForm().get_users(mail.address)) if mail.kind == "reset" else [mail.user]
    for user in (one for one in found if one is not None):
        with override(Profile.of(user).language):
            subject, body = _TEXTS[AccountMail.Kind(mail.kind)](user)
        to = user.email if mail.kind == AccountMail.Kind.RESET else mail.address
        letters.append(EmailMessage(" ".join(subject.split()), body, to=[to]))
    return letters


def _link(name: str, *arguments: str) -> str:
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


def _confirm(user: Any) -> tuple[str, str]:
    told = _(
        "Someone wants to use this e-mail address for the Vexillum account %(name)s. If it was you, "
        "confirm it here within three days:"
    )
    otherwise = _("If it wasn't you, ignore this e-mail: nothing more will be sent to this address.")
    lines = (told % {"name": user.get_username()}, _link("confirm-email", token_for(user)), otherwise)
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
    lines = (told % values, otherwise, _link("password_reset" if values["new"] else "password_change"))
    return _("Vexillum: your e-mail address"), "\n\n".join(lines) + "\n"


def _report(user: Any) -> tuple[str, str]:
    told = _("A user has been reported. “manage.py reports” shows the details.")
    return _("Vexillum: a new report"), f"{told}\n"


_TEXTS = {
    AccountMail.Kind.RESET: _reset_mail,
    AccountMail.Kind.CONFIRM: _confirm,
    AccountMail.Kind.CHANGED: _change_mail,
    AccountMail.Kind.REPORT: _report,
}
