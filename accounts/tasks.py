"""The job that sends mails about accounts, started at once because somebody is waiting."""

from celery import shared_task
from django.conf import settings

from accounts import addresses, clocks


@shared_task  # type: ignore[untyped-decorator]
def send_mail() -> int:
    """Send the mails about accounts that are due. Those that are left are sent with the next sweep."""
    return addresses.send(clocks.now(), seconds=settings.JOB_SECONDS / 3)
