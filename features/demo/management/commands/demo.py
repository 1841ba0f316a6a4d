"""`manage.py demo`: create sample users and games to explore. Later runs create only what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import PBKDF2PasswordHasher, get_hasher, make_password
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Q

from accounts import clocks
from features.demo.making import game_id, make_game, write_steps
from games import plugins
from games.access import User
from games.models import Game
from games.plugins import DemoGame

PASSWORD = "vexillum"
PEOPLE = ("gm", "anna", "bruno")


def quick_hash(password: str) -> str:
    """Hash a public demo password cheaply. The first login replaces the hash with a strong one."""
    hasher = get_hasher()
    if isinstance(hasher, PBKDF2PasswordHasher):
        return str(hasher.encode(password, hasher.salt(), iterations=1))
    return make_password(password)


class Command(BaseCommand):
    help = "Creates the users gm, anna and bruno (password: vexillum) and some running games. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--record",
            action="store_true",
            help="for developers: let bots replay the opening moves and save them in the systems' folders; "
            "stores no game",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                f"With VEXILLUM_ENV=production there is no demo: anybody could log in as {PEOPLE[0]}."
            )
        if options["record"]:
            self.record()
            return
        people = self.people()
        self.stdout.write(f"Demo log-ins: {', '.join(PEOPLE)} (password: {PASSWORD})")
        for system, demo in self.games():
            if Game.objects.filter(Q(name=demo.name, gm=people["gm"]) | Q(pk=game_id(demo))).exists():
                self.stdout.write(f"  {demo.name}: already there")
            else:
                game = make_game(demo, system, people, clocks.now())
                self.stdout.write(f"  {demo.name}: {game.pk}")

    def games(self) -> Iterator[tuple[str, DemoGame]]:
        """Yield the demo's games, each with its system, and print a line for each game whose rules are
        missing.
        """
        missing = plugins.missing_systems()
        for plugin in plugins.installed_plugins():
            for demo in plugin.demo:
                if plugin.name in missing:
                    why = missing[plugin.name]
                    self.stdout.write(
                        f"  {demo.name}: skipped, the rules {plugin.name!r} are not installed here ({why})"
                    )
                else:
                    yield plugin.name, demo

    def people(self) -> dict[str, User]:
        secret = quick_hash(PASSWORD)
        return {name: self.person(name, secret) for name in PEOPLE}

    def person(self, name: str, secret: str) -> Any:
        """Return the user with this name. If there is none, create one whose hashed password is
        ``secret``.
        """
        users = get_user_model().objects
        return users.filter(username=name).first() or users.create(username=name, password=secret)

    def record(self) -> None:
        """Record the first steps of every demo game. Each game is played in a transaction that is rolled
        back.
        """
        for system, demo in self.games():
            if demo.steps is None:
                continue
            with transaction.atomic():
                Game.objects.filter(pk=game_id(demo)).delete()
                game = make_game(demo, system, self.people(), clocks.now(), recorded=False)
                steps = write_steps(game, demo.steps)
                transaction.set_rollback(True)
            self.stdout.write(f"  {demo.steps}: {steps} steps")
