"""Handing a mail to the server: one that it has taken is written down before anything else can fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.mail import EmailMessage, get_connection


@contextmanager
def handed_over(mail: EmailMessage) -> Iterator[None]:
    """Send a mail. Within the context the server has taken it; only then it is told goodbye, which may take
    as long as the server likes, and fail, without any doubt about the mail."""
    line = get_connection()
    line.open()
    try:
        mail.connection = line
        mail.send()
        yield
    finally:
        line.close()
