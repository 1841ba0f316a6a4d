"""The job that sends account e-mails. It starts at once, because somebody is waiting for the e-mail."""

from celery import shared_task
from django.conf import settings

from accounts import clocks
from accounts.mail import addresses


@shared_task  # type: ignore[untyped-decorator]
def send_mail() -> int:
    """Send the account e-mails that are due, and return the number sent. The next sweep sends any that
    remain.
    """
    return addresses.send(clocks.now(), seconds=settings.JOB_SECONDS / 3)
