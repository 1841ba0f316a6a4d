"""`manage.py backup FILE`: write a backup to one file, even while Vexillum is running."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from accounts import clocks
from features.backups import backups


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Writes games, people and armies into one file, at any time; 'manage.py restore FILE' reads it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"])
        if file.is_dir():
            raise CommandError(f"{file} is a folder: name a file in it.")
        if not file.parent.is_dir():
            raise CommandError(f"There is no folder {file.parent}: create it first.")
        try:
            manifest = backups.write(file, clocks.now())
        except (OSError, DatabaseError, backups.BadBackup) as error:
            raise CommandError(backups.why(error)) from None
        told = ", ".join(f"{count} {status}" for status, count in sorted(manifest.games.items()))
        self.stdout.write(f"{file}: {file.stat().st_size} bytes; games: {told or 'none'}")
        self.stdout.write("It contains the seeds of running games: don't let any player read it.")
