"""`manage.py announce TEXT`: show an announcement at the top of every page. Without TEXT, remove it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import site
from accounts.naming.lines import one_line


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Shows an announcement at the top of every page, at once. Without a text, removes it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("text", nargs="?", default="")
        parser.add_argument("--it", default="", help="the announcement in Italian")

    def handle(self, *args: Any, **options: Any) -> None:
        text, italian = one_line(options["text"]), one_line(options["it"])
        if len(text) > site.LONGEST or len(italian) > site.LONGEST:
            raise CommandError(f"At most {site.LONGEST} characters.")
        site.announce(text, it=italian)
        self.stdout.write("All pages now show the announcement." if text else "The announcement is removed.")
