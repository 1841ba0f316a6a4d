"""`manage.py make_admin NAME`: make an account an administrator."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError

from accounts import hosting
from accounts.forms import check_name_form


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Makes an account an administrator; for a new account, prints a link for choosing its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        try:
            check_name_form(name)
            user, new = hosting.make_admin(name)
        except ValidationError as refused:
            raise CommandError(" ".join(refused.messages)) from None
        except IntegrityError:
            raise CommandError(f"An account has a name that looks like {name!r}: name that one.") from None
        self.stdout.write(f"{user.get_username()} is an administrator.")
        if new:
            self.stdout.write(f"Choose the password here, within three days:\n{hosting.password_link(user)}")
        if not settings.ADMIN:
            self.stdout.write("The administration is closed: VEXILLUM_ADMIN=1 opens it at /admin/.")
