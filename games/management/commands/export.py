"""`manage.py export GAME`: write a game to a JSON file, for a bug report or another server."""

import json
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import clocks
from games import services
from games.models import Game


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Writes a game as JSON to the standard output: scenario, options and the whole log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id")
        parser.add_argument(
            "--as",
            dest="reader",
            default="",
            help="the user whose secret treaties are included (default: none)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = Game.objects.get(pk=options["game"])
        except (Game.DoesNotExist, ValidationError):
            raise CommandError(f"There is no game {options['game']!r} here.") from None
        reader = get_user_model().objects.filter(username=options["reader"]).first()
        if options["reader"] and reader is None:
            raise CommandError(f"There is no user {options['reader']!r}.")
        data = services.export_game(game, clocks.now(), reader)
        self.stdout.write(json.dumps(data, indent=1, ensure_ascii=False))
