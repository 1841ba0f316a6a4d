from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from accounts import clocks
from features.health.measuring import measure


class Command(BaseCommand):
    """Print the server's health. The exit code is 1 if it needs attention, which suits cron."""

    help = (
        "Reports how the server is: last sweep, overdue answers, mail, migrations, disk, clock, cache, jobs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = measure(clocks.now())
        except DatabaseError as error:
            raise CommandError(f"look at: database ({str(error).strip()})") from None
        self.stdout.write(f"version {settings.VERSION}")
        for line in found.lines():
            if not line.startswith("# TYPE"):
                self.stdout.write(line)
        if troubles := list(found.troubles()):
            raise CommandError(f"look at: {', '.join(troubles)} (docs/running.md, When something is wrong)")
        self.stdout.write("ok")
