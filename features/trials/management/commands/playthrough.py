"""`manage.py playthrough SYSTEM --seed N`: let the bot play complete games. Equal seeds give equal games."""

import json
from dataclasses import asdict
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine import documents, registry
from engine.game import BadScenario
from features.trials.playthrough import LIMIT, PlaythroughSummary, Record, play_game
from games import services

MOST_BYTES = 20_000  # maximum length of the options, in bytes


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Plays whole games headless, with a bot in every seat, and prints how each ended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument(
            "--seed", type=int, default=1, help="the first game's seed; the others follow from it"
        )
        parser.add_argument("--games", type=int, default=1)
        parser.add_argument(
            "--scenario", default="", help="a built-in scenario (default: the system's first)"
        )
        parser.add_argument("--options", default="{}", help="options as a JSON object")
        parser.add_argument("--limit", type=int, default=LIMIT, help="steps after which a game is stopped")
        parser.add_argument("--verify", action="store_true", help="recompute every game afterwards")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument(
            "--store", metavar="USER", help="store the games in the database, with this user as game master"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            system = registry.get(options["system"])
            scenario = system.scenario(options["scenario"]) if options["scenario"] else None
            chosen = documents.read(options["options"], MOST_BYTES)
            if not isinstance(chosen, dict):
                raise CommandError('--options is not a JSON object: write {} or {"name": value}.')
        except (registry.UnknownSystem, KeyError, documents.NoDocument) as error:
            raise CommandError(str(error)) from None
        bad = 0
        for number in range(options["games"]):
            seed = options["seed"] + number
            try:
                record = play_game(system, seed, scenario, chosen, options["limit"], options["verify"])
            except BadScenario as error:
                raise CommandError(str(error)) from None
            self.show(record.played, options["json"])
            bad += not record.played.ended or record.played.verified is False
            if options["store"]:
                self.store(record, options["store"])
        if bad:
            raise CommandError(f"{bad} of {options['games']} games did not end or did not verify.")

    def show(self, played: PlaythroughSummary, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(asdict(played), sort_keys=True))
            return
        outcome = played.outcome
        how = "STOPPED at the limit of steps"
        if outcome is not None:
            how = " and ".join(outcome["ranks"][0]) if outcome["ranks"] else "draw"
        why = f" ({outcome['reason']} {outcome['rule']})".replace(" )", ")") if outcome else ""
        checked = {None: "", True: "  verified", False: "  DOES NOT VERIFY"}[played.verified]
        refused = f"  {played.fallbacks} bot answers refused" if played.fallbacks else ""
        self.stdout.write(
            f"seed {played.seed}: {how}{why}  turns {played.turns}  entries {played.entries}"
            f"  state {played.state[:16]}  {played.seconds:.2f} s{checked}{refused}"
        )

    def store(self, record: Record, username: str) -> None:
        user = get_user_model().objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no user {username!r} to be game master of the stored games.")
        now = timezone.now()
        try:
            game = services.import_game(_as_export(record, now.isoformat()), user, now)
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"  stored as {game.pk}")


def _as_export(record: Record, moment: str) -> dict[str, Any]:
    played, opening = record.played, record.opening
    return {
        "vexillum": 1,
        "game": opening.game,
        "name": f"{played.system} {played.seed}",
        "system": played.system,
        "scenario": dict(opening.scenario),
        "options": dict(opening.options),
        "commitment": opening.commitment,
        "binding": opening.binding,
        "sources": list(opening.sources),
        "status": "ended" if played.ended else "running",
        "outcome": played.outcome,
        "seed": record.secret.hex(),
        "entries": [
            {**entry.content(), "turn": turn, "digest": entry.digest, "reason": "bot", "created_at": moment}
            for entry, turn in zip(record.log, record.turns, strict=True)
        ],
    }
