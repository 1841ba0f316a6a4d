"""manage.py translations [--check] [--todo PATH...]: compile the Italian texts and list missing ones."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.catalogues import BrokenCatalogue, compile_stale


class Command(BaseCommand):
    help = "Compiles locale/*/it/LC_MESSAGES/django.po and lists every text without Italian."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="fail when anything is listed")
        parser.add_argument(
            "--todo", nargs="+", metavar="PATH", help="print the missing texts of these files as .po entries"
        )

    def handle(self, *args: Any, check: bool, todo: list[str] | None, **options: Any) -> None:
        try:
            for path in [] if todo else compile_stale():
                self.stdout.write(f"compiled {path}")
            try:
                from tools.translations import problems, untranslated_entries
            except ImportError as error:  # a server has neither tools/ nor Babel
                if check or todo:
                    raise CommandError(f"This needs what 'make setup' installs ({error}).") from None
                return
            if todo:
                self.stdout.write(untranslated_entries(todo))
                return
            found = problems()
        except BrokenCatalogue as error:
            raise CommandError(str(error)) from None
        for problem in found:
            self.stdout.write(str(problem))
        if found and check:
            raise CommandError(f"{len(found)} texts are not ready in Italian.")
        self.stdout.write(f"{len(found)} texts to do" if found else "every text has its Italian")
