"""`manage.py invite`: create a sign-up link for sites with restricted registration
(VEXILLUM_SIGNUP=invited)."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks, joining

MOST = 90  # maximum validity in days


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Prints a sign-up link, valid for a few days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=7, help=f"how long it holds, at most {MOST}")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["days"] <= MOST:
            raise CommandError(f"--days: a number from 1 to {MOST}.")
        self.stdout.write(joining.invitation(options["days"], clocks.now()))
        if settings.SIGNUP != "invited":
            self.stdout.write(f"VEXILLUM_SIGNUP is {settings.SIGNUP}: the link changes nothing.")
