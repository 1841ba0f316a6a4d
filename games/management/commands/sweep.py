"""`manage.py sweep`: run the jobs once. Cron calls it if neither `play` nor a Celery worker runs."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts import clocks, site
from accounts.mail import addresses
from games import services
from games.services.notices import channels
from games.services.outlook import worker

PONDERING = 5.0  # seconds spent on forecasts per run


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn that no job runner is configured
    help = "Answers overdue decisions, then sends mail, notifications and web hooks that wait. For cron."

    def handle(self, *args: Any, **options: Any) -> None:
        if site.read_only():
            self.stdout.write("The site is read-only: nothing was done.")
            return
        now = clocks.now()
        answered, sent = services.sweep(now), addresses.send(now) + services.send_messages(now)
        channels.send("push", now)
        channels.send("hooks", now)
        worker.ponder(now, PONDERING)
        self.stdout.write(f"{answered} answers given, {sent} messages sent")
