"""manage.py translations [--check] [--todo PATH...]: compile the Italian texts; list what is missing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.translations import BrokenCatalogue, compile_stale, problems, to_do


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
            if todo:
                self.stdout.write(to_do(todo))
                return
            for path in compile_stale():
                self.stdout.write(f"compiled {path}")
            found = problems()
        except BrokenCatalogue as error:
            raise CommandError(str(error)) from None
        for problem in found:
            self.stdout.write(str(problem))
        if found and check:
            raise CommandError(f"{len(found)} texts are not ready in Italian.")
        self.stdout.write(f"{len(found)} texts to do" if found else "every text has its Italian")
