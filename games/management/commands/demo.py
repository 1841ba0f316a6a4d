"""`manage.py demo`: people and games to look around in. Run again, it adds only what is missing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.utils import timezone

from engine import registry
from games import plugins, services
from games.models import Entry, Game, PendingDecision
from games.services import jobs

PASSWORD = "vexillum"
PEOPLE = ("gm", "anna", "bruno")
OPENING_LIMIT = 400  # entries that the program makes at most before people take over


class Command(BaseCommand):
    help = "Makes the users gm, anna and bruno (password: vexillum) and some running games. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        gm, anna, bruno = (self.person(name) for name in PEOPLE)
        self.stdout.write(f"Demo log-ins: {', '.join(PEOPLE)} (password: {PASSWORD})")
        battles = "dba" if "dba" in registry.names() and "dba" in plugins.battle_systems("justinian") else ""
        self.game("Justinian: Anna and Bruno", "justinian", gm, [bruno, anna], turn=1, battle_system=battles)
        self.game("Justinian: Anna against the program", "justinian", gm, [anna, None], turn=2)
        self.game("DBA: Anna and Bruno", "dba", gm, [anna, bruno], dice_mode="mixed", players_rewind=True)

    def person(self, name: str) -> Any:
        users = get_user_model().objects
        return users.filter(username=name).first() or users.create_user(name, password=PASSWORD)

    def game(self, name: str, system: str, gm: Any, people: list[Any], turn: int = 0, **more: Any) -> None:
        """A running game, unless it is there. The program has played it to Anna's move in that turn; 0: it
        has played nothing. None among the people: the program plays on."""
        if system not in registry.names():
            why = plugins.missing_systems().get(system, "not in VEXILLUM_SYSTEMS")
            self.stdout.write(f"  {name}: skipped, the rules {system!r} are not installed here ({why})")
            return
        if Game.objects.filter(name=name, gm=gm).exists():
            self.stdout.write(f"  {name}: already there")
            return
        now = timezone.now()
        game = services.create_game(gm=gm, name=name, system=system, public=True, now=now, **more)
        seats = [seat.key for seat in game.seats.all()]
        for seat in seats:
            services.set_bot(game.pk, gm, seat, True, now=now)
        with jobs.postponing():  # the program plays just the first steps of what people are to play
            services.start(game.pk, gm, now=now)
            if turn:
                self.play_to(game.pk, seats[self.place_of("anna", people)], turn, now)
        for seat, user in zip(seats, people, strict=False):
            if user is not None:
                services.set_bot(game.pk, gm, seat, False, now=now)
                services.accept(services.invite(game.pk, gm, seat=seat, now=now).token, user, now=now)
        if None in people:
            jobs.ask(game.pk)
        self.stdout.write(f"  {name}: {game.pk}")

    def place_of(self, name: str, people: list[Any]) -> int:
        return [getattr(person, "username", "") for person in people].index(name)

    def play_to(self, game_id: Any, seat: str, turn: int, now: datetime) -> None:
        """Let the program play until that seat is to move in that turn, and no longer to set up its side."""
        set_up = PendingDecision.objects.filter(game_id=game_id).values_list("kind", flat=True)[0]
        for _ in range(OPENING_LIMIT):
            last = Entry.objects.filter(game_id=game_id).latest("seq")
            waits = PendingDecision.objects.filter(game_id=game_id, seat=seat, answered_at=None)
            if (last.turn or 0) >= turn and waits.exclude(kind=set_up).exists():
                return
            if not services.answer_due(game_id, now, limit=1):
                return
