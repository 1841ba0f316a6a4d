"""The job that sends account e-mails, started at once because somebody is waiting."""

from celery import shared_task
from django.conf import settings

from accounts import addresses, clocks


@shared_task  # type: ignore[untyped-decorator]
def send_mail() -> int:
    """Send the account e-mails that are due; the next sweep sends the rest."""
    return addresses.send(clocks.now(), seconds=settings.JOB_SECONDS / 3)
