"""`manage.py demo`: people and games to look around in. Run again, it adds only what is missing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine import registry
from games import plugins, services
from games.home.opening import play_to
from games.models import Game
from games.plugins import DemoGame
from games.services.clock import jobs

PASSWORD = "vexillum"
PEOPLE = ("gm", "anna", "bruno")


class Command(BaseCommand):
    help = "Makes the users gm, anna and bruno (password: vexillum) and some running games. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                f"With VEXILLUM_ENV=production there is no demo: anybody could log in as {PEOPLE[0]}."
            )
        secret = make_password(PASSWORD)  # takes as long as guessing it should: once is enough
        people = {name: self.person(name, secret) for name in PEOPLE}
        self.stdout.write(f"Demo log-ins: {', '.join(PEOPLE)} (password: {PASSWORD})")
        missing = plugins.missing_systems()
        for plugin in plugins.installed():
            for demo in plugin.demo:
                if plugin.name in missing:
                    why = missing[plugin.name]
                    self.stdout.write(
                        f"  {demo.name}: skipped, the rules {plugin.name!r} are not installed here ({why})"
                    )
                else:
                    self.game(demo, plugin.name, people)

    def person(self, name: str, secret: str) -> Any:
        """The user of that name, created with that hashed password if there is none."""
        users = get_user_model().objects
        return users.filter(username=name).first() or users.create(username=name, password=secret)

    def game(self, demo: DemoGame, system: str, people: dict[str, Any]) -> None:
        """A running game, unless it is there."""
        gm = people["gm"]
        if Game.objects.filter(name=demo.name, gm=gm).exists():
            self.stdout.write(f"  {demo.name}: already there")
            return
        more = dict(demo.settings)
        if demo.battles:
            more["battle_system"] = next(
                (name for name in plugins.battle_systems(system) if name in registry.names()), ""
            )
        now = timezone.now()
        game = services.create_game(gm=gm, name=demo.name, system=system, public=True, now=now, **more)
        seats = [seat.key for seat in game.seats.all()]
        for seat in seats:
            services.set_bot(game.pk, gm, seat, True, now=now)
        with jobs.postponing():  # the program plays just the first steps of what people are to play
            services.start(game.pk, gm, now=now)
            if demo.turn:
                play_to(game.pk, seats[demo.seats.index("anna")], demo.turn, now)
        for seat, name in zip(seats, demo.seats, strict=False):
            if name is not None:
                user = people[name]
                services.set_bot(game.pk, gm, seat, False, now=now)
                services.accept(services.invite(game.pk, gm, seat=seat, now=now).token, user, now=now)
        if None in demo.seats:
            jobs.ask(game.pk)
        self.stdout.write(f"  {demo.name}: {game.pk}")
