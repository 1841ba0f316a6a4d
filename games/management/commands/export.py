"""`manage.py export GAME`: a game as a JSON file, for a bug report or another server."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import services
from games.models import Game


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # how jobs run is no matter here
    help = "Writes a game as JSON to the standard output: scenario, options and the whole log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = Game.objects.get(pk=options["game"])
        except (Game.DoesNotExist, ValidationError):
            raise CommandError(f"There is no game {options['game']!r} here.") from None
        self.stdout.write(
            json.dumps(services.export_game(game, timezone.now()), indent=1, ensure_ascii=False)
        )
