"""`manage.py rehearse_upgrade`: report before an upgrade how the newer version would change running games."""

import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from accounts import clocks
from features.backups import backups, upgrade


class Command(BaseCommand):
    """Rehearse an upgrade. Run this command from the new version's folder while the old version keeps
    serving; it changes nothing.
    """

    requires_system_checks: list[str] = []
    help = (
        "Opens every running game with the version installed here, on a copy of the database, and lists the "
        "games that would change, and how. Exit code 1 if a game could not continue."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", help="a backup to check instead of the database in DATABASE_URL"
        )
        parser.add_argument(
            "--here",
            action="store_true",
            help="check the database itself, once it has been migrated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["here"] and options["file"]:
            raise CommandError("Give either a backup or --here, not both.")
        try:
            if options["here"]:
                self._report()
            elif options["file"]:
                self._on_copy(Path(options["file"]))
            else:
                with tempfile.TemporaryDirectory() as folder:
                    file = Path(folder) / "now.zip"
                    backups.write(file, clocks.now())
                    self._on_copy(file)
        except (OSError, DatabaseError, backups.BadBackup) as error:
            raise CommandError(f"{backups.why(error)} Nothing was changed.") from None

    def _on_copy(self, file: Path) -> None:
        backups.read(file)
        with upgrade.copy_of(file):
            self._report()

    def _report(self) -> None:
        found = [upgrade.rehearse(game) for game in upgrade.running()]
        for one in found:
            for finding in one.findings:
                mark = "STOPS  " if finding.stops else "changes"
                self.stdout.write(f"{mark} {one.game.pk} {one.game.name} ({one.game.system}): {finding.text}")
        changed, stopped = sum(bool(one.findings) for one in found), sum(one.stops for one in found)
        self.stdout.write(
            f"{len(found)} running games, {sum(one.entries for one in found)} entries: "
            f"{len(found) - changed} continue unchanged, {changed - stopped} change, "
            f"{stopped} cannot be played on."
        )
        if stopped:
            raise CommandError("Don't upgrade until these games have ended, or report them to us.")
