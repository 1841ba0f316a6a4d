"""`manage.py import_game FILE --gm USER`: import an exported game."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks
from accounts.naming.claims import find_account
from engine import documents
from engine.game import BadScenario
from engine.journal import Diverged
from games import services
from games.refusals import SystemMissing
from games.services.proof import words

MOST_BYTES = 500_000_000  # maximum size of an exported game, in bytes


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Reads a game that 'manage.py export' wrote. A running game can only be viewed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--gm", required=True, help="the user who will be its game master")

    def handle(self, *args: Any, **options: Any) -> None:
        gm = find_account(options["gm"])
        if gm is None:
            raise CommandError(f"There is no user {options['gm']!r}.")
        try:
            data = documents.read(Path(options["file"]).read_bytes(), MOST_BYTES)
            game = services.import_game(data, gm, clocks.now())
        except BadScenario as error:
            system = str(data.get("system", "")) if isinstance(data, dict) else ""
            told = words.mistakes(error.mistakes, system)
            raise CommandError(f"{options['file']} cannot be imported:\n{told}") from None
        except Diverged as error:
            text = "the rules of this version cannot play it: they do not allow what was done"
            raise CommandError(
                f"{options['file']}: entry {error.seq}: {text}. Nothing was imported."
            ) from None
        except (OSError, ValueError, SystemMissing) as error:
            raise CommandError(f"{options['file']}: {error}") from None
        self.stdout.write(f"{game.pk}  {game.name}: {game.seq + 1} entries, {game.status}")
