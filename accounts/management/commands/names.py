"""`manage.py names`: list stored names that would be refused today because of invisible characters.
`--clean` removes such characters from the names of games, battles, places, leagues, armies and keys.
Users choose a new account name themselves.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts import parts
from accounts.models import Key
from accounts.naming import claims
from accounts.naming.lines import one_line


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Lists stored names with invisible characters, which new names may not have."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--clean", action="store_true", help="remove the invisible characters, except from account names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for user in claims.doubtful_accounts():
            self.stdout.write(
                f"account {user.pk}: {user.get_username()!a}; its settings page offers another name"
            )
        named = [(Key, "name"), *(one for part in parts.registered_parts() for one in part.named_fields())]
        for model, field in named:
            self._lines(model, field, options["clean"])

    def _lines(self, model: Any, field: str, clean: bool) -> None:
        column, _dot, member = field.partition(".")
        for pk, stored in model.objects.values_list("pk", column).order_by("pk").iterator():
            name = stored.get(member, "") if member else stored
            seen = one_line(name) or "?"
            if not name or seen == name:
                continue
            if clean:
                new = {**stored, member: seen} if member else seen
                model.objects.filter(pk=pk, **{column: stored}).update(**{column: new})
            done = "now" if clean else "would be"
            self.stdout.write(f"{model._meta.model_name} {pk}: {name!a}; {done} {seen!a}")
