"""`manage.py reports`: list what users have reported about each other; `--close NUMBER` closes a report."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks, conduct


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Lists open reports about people."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--close", type=int, help="the number of a report that has been dealt with")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["close"] is not None:
            if not conduct.close(options["close"], clocks.now()):
                raise CommandError(f"There is no open report {options['close']}.")
            self.stdout.write("Closed.")
            return
        for one in conduct.open_reports():
            by = one.by.get_username() if one.by is not None else "somebody who has left"
            when, about = f"{one.created_at:%Y-%m-%d %H:%M}", one.about.get_username()
            self.stdout.write(f"{one.pk}  {when}  {by} about {about}:")
            self.stdout.write("\n".join(f"    {line}" for line in one.words.splitlines()))
        self.stdout.write(f"{conduct.open_reports().count()} open reports")
