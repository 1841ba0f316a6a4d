"""Hand e-mails to the mail server, so that an accepted e-mail is recorded before anything else can fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.mail import EmailMessage, get_connection


@contextmanager
def handed_over(mail: EmailMessage) -> Iterator[None]:
    """Send an e-mail. Inside the context the server has accepted it; the connection is closed afterwards,
    which may be slow or fail without affecting the e-mail.
    """
    line = get_connection()
    line.open()
    try:
        mail.connection = line
        mail.send()
        yield
    finally:
        line.close()
