"""`manage.py ban NAME`: ban a user; `--lift`: lift the ban."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks, hosting


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Bans an account: frees its seats, passes its games to others, revokes its keys. The name stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--lift", action="store_true", help="let them in again")

    def handle(self, *args: Any, **options: Any) -> None:
        user = hosting.find_account(options["name"])
        if user is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        if options["lift"]:
            hosting.lift_ban(user)
            self.stdout.write(f"{user.get_username()} may log in again.")
            return
        hosting.ban(user, clocks.now())
        self.stdout.write(
            f"{user.get_username()} is banned. --lift undoes that, but doesn't give seats back."
        )
