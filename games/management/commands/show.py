"""`manage.py show GAME [--at N]`: print a position in readable form, including everything hidden."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.game import BadScenario
from engine.journal import Diverged
from games import services
from games.models import Game
from games.refusals import SystemMissing


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Prints the position of a game, now or after one of its entries, including hidden information."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="a game's id")
        parser.add_argument("--at", type=int, metavar="N", help="after entry N, as the replay counts them")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = Game.objects.get(pk=options["game"])
            at = services.table(game)
        except (Game.DoesNotExist, ValidationError):
            raise CommandError(f"There is no game {options['game']!r} here.") from None
        except (SystemMissing, BadScenario) as error:
            raise CommandError(str(error)) from None
        if game.seq < 0:
            raise CommandError(f"{game.name!r} has not begun.")
        wanted: int | None = options["at"]
        if wanted is not None and not 0 <= wanted <= game.seq:
            raise CommandError(f"There is no entry {wanted}; give one from 0 to {game.seq}.")
        try:
            state = at.state if wanted is None else services.head_at(at, wanted).state
        except Diverged as error:
            raise CommandError(f"Entry {wanted} can no longer be recomputed: {error}") from None
        self.stdout.write(f"{game.name}, {game.system}, entry {game.seq if wanted is None else wanted}")
        self.stdout.write(at.rules.describe(state))
        for decision in at.rules.pending(state):
            section = decision.rule or "-"
            self.stdout.write(f"asked: {decision.seat}, {decision.kind} ({section}), id {decision.id}")
