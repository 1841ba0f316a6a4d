"""The job of mails about accounts: asked for as soon as one is owed, because somebody waits for it."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts import addresses


@shared_task  # type: ignore[untyped-decorator]
def send_mail() -> int:
    """Send the mails about accounts that are due. Those that are left are sent with the next sweep."""
    return addresses.send(timezone.now(), seconds=settings.JOB_SECONDS / 3)
