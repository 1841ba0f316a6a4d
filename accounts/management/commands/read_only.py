"""`manage.py read_only on`: people can read the site but change nothing; `off`: normal operation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts import site


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "For maintenance: pages can be read, everything people send is refused, jobs are stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("state", choices=["on", "off"])

    def handle(self, *args: Any, **options: Any) -> None:
        site.set_read_only(options["state"] == "on")
        if site.read_only():
            self.stdout.write(
                "The site is now read-only; no new jobs start. Running ones end within a minute."
            )
        else:
            self.stdout.write("People can play again. Deadlines in the meantime count as an outage.")
