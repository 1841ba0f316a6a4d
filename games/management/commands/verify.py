"""`manage.py verify GAME`: verify a stored or exported game and report the first difference."""

import json
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import documents
from engine.game import BadScenario
from engine.log.audit import Verdict
from games import services
from games.management.commands.import_game import MOST_BYTES
from games.models import Game
from games.refusals import SystemMissing
from games.services.proof import words


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Recomputes a game from its log (every die, event and digest) and reports the first difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="a game's id, or a JSON file made by 'manage.py export'")
        parser.add_argument("--json", action="store_true", help="the verdict as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            verdict = self.verdict(options["game"])
        except BadScenario as error:
            raise CommandError(f"This can't be verified:\n{words.mistakes(error.mistakes)}") from None
        except SystemMissing as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps(services.verdict_json(verdict), indent=2))
        elif verdict.ok:
            dice = "dice checked against the seed" if verdict.seeded else "the seed is still secret"
            self.stdout.write(f"ok: {verdict.checked} entries, {dice}, state {verdict.state[:16]}")
        if verdict.difference is not None:
            it = verdict.difference
            excuse = " (the order it was made in is lost)" if it.older_order else ""
            excuse = " (made under other rules)" if it.newer_rules else excuse
            told = f"entry {it.seq}: {it.what}{excuse}: {words.difference(it)}"
            told += f"\n  expected {it.expected}\n  found    {it.found}"
            raise CommandError(told + _describe_unjudged(verdict), returncode=1)

    def verdict(self, name: str) -> Verdict:
        if Path(name).is_file():
            try:
                return services.verify_export(documents.read(Path(name).read_bytes(), MOST_BYTES))
            except documents.NoDocument as error:
                raise CommandError(f"{name} is not valid JSON: {error}") from None
        try:
            return services.verify_game(Game.objects.get(pk=name))
        except (Game.DoesNotExist, ValidationError):
            raise CommandError(f"There is no game {name!r} here, and no such file.") from None


def _describe_unjudged(verdict: Verdict) -> str:
    if not verdict.unjudged:
        return ""
    runs = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in verdict.gaps)
    return (
        f"\n{verdict.checked} entries agree; {len(verdict.unjudged)} could not be judged ({runs}): "
        "their place, digest and dice agree, what the rules made of them cannot be derived"
    )
