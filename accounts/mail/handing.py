"""Send e-mails so that an accepted e-mail is recorded before anything else can fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.mail import EmailMessage, get_connection


@contextmanager
def sent_mail(mail: EmailMessage) -> Iterator[None]:
    """Send an e-mail, and yield once the server has accepted it. Closing the connection comes last, because
    it may be slow or fail.
    """
    line = get_connection()
    line.open()
    try:
        mail.connection = line
        mail.send()
        yield
    finally:
        line.close()
