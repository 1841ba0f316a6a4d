"""`manage.py restore FILE`: restore the database from a backup made by `manage.py backup`."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.db.models import F

from accounts import clocks
from features.backups import backups, moving
from games import services
from games.models import Game
from games.models.game import A_RESTORE
from games.refusals import SystemMissing


class Command(BaseCommand):
    """Restore a backup, after backing up the current database to a file. Vexillum must be stopped first."""

    requires_system_checks: list[str] = []
    help = "Replaces everything in the database with a backup, and checks every running game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--replace", action="store_true", help="even if the database holds games")

    def handle(self, *args: Any, **options: Any) -> None:
        file = Path(options["file"])
        try:
            manifest = backups.read(file)
            self._keep_what_is_here(file, options["replace"])
            moving.restore(file)
        except (OSError, DatabaseError, backups.BadBackup) as error:
            raise CommandError(f"{backups.why(error)} Nothing was changed.") from None
        call_command("migrate", verbosity=0)
        Game.objects.update(version=F("version") + A_RESTORE)
        self.stdout.write(f"Restored as of {manifest.made_at}.")
        if bad := [
            line for game in Game.objects.filter(status=Game.Status.RUNNING) if (line := self._check(game))
        ]:
            raise CommandError("These games don't verify:\n" + "\n".join(bad))
        self.stdout.write("Every running game verifies. Deadlines that passed in the meantime are extended.")

    def _keep_what_is_here(self, file: Path, replace: bool) -> None:
        games, people = backups.count_rows()
        if (games or people) and not replace:
            raise backups.BadBackup(
                f"The database holds games ({games}) or people ({people}). Add --replace to put the backup "
                "in their place; they are written to a file first."
            )
        if games or people:
            kept = file.with_name(f"before-{clocks.now():%Y%m%d-%H%M%S}-{file.name}")
            backups.write(kept, clocks.now())
            self.stdout.write(f"The previous contents are in {kept}.")

    def _check(self, game: Game) -> str:
        try:
            verdict = services.verify_game(game)
        except SystemMissing as error:
            return f"  {game.pk} {game.name}: {error}"
        wrong = verdict.difference is not None and verdict.difference.tampering
        return (
            f"  {game.pk} {game.name}: entry {verdict.difference.seq}" if wrong and verdict.difference else ""
        )
