"""`manage.py forget NAME --yes`: delete an account, as its user could."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks, hosting
from accounts.leaving import delete_account


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Deletes an account and all its data; what was played stays, without the name."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--yes", action="store_true", help="confirm: this can't be undone")

    def handle(self, *args: Any, **options: Any) -> None:
        user = hosting.find_account(options["name"])
        if user is None:
            raise CommandError(f"There is nobody called {options['name']!r}.")
        name = user.get_username()
        if not options["yes"]:
            raise CommandError(f"Add --yes to delete {name} for good. Nothing was changed.")
        delete_account(user, now=clocks.now())
        self.stdout.write(f"{name} has been deleted. Earlier backups still contain the account.")
