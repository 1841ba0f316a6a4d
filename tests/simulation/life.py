"""Actions of the people in a simulated world, apart from their moves: notification settings, hooks, devices,
feeds, reserves, letters, undo requests and page views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from features.desk import reserves
from features.feeds import services as feeds
from features.hooks import services as hooks
from features.letters import services as letters
from features.push import services as push
from games import services
from games.models import Device, Feed, Game, Hook, Invitation, Pace, RewindRequest, Seat, Topic
from games.prepared_sql import PreparedQuery
from games.services import correspondence
from games.services.notices import channels, wishes
from tests.simulation.wire import FATES, WIRE

if TYPE_CHECKING:
    from tests.simulation.world import World

PAGES = ("game", "game-chronicle", "game-replay", "game-state", "game-letters", "game-calendar", "game-desk")
OF_PEOPLE = ("home", "notices", "wishes", "hooks", "feeds")
HOOKS = PreparedQuery(lambda: Hook.objects.only("pk")[:1])
DEVICES = PreparedQuery(lambda: Device.objects.only("pk")[:1])


class Life:
    """Actions in one world, each of which may be refused, killed or repeated."""

    def __init__(self, world: World) -> None:
        self.world, self.chance = world, world.chance

    def something(self) -> None:
        deeds = [self.wish, self.wish, self.hook, self.device, self.feed, self.bench, self.letter, self.back]
        self.chance.choice([*deeds, self.look, self.look])()

    @property
    def everybody(self) -> list[User]:
        return [*self.world.people, *self.world.reserves, self.world.gm]

    def a_game(self) -> Game:
        return self.chance.choice(list(Game.objects.order_by("created_at", "name")))

    def attempt(self, deed: Callable[[], Any]) -> None:
        self.world.attempt(deed)

    # --- notifications and their addresses ---

    def wish(self) -> None:
        person, game, now = self.chance.choice(self.everybody), self.a_game(), self.world.now
        of = self.chance.choice([game, None, None])
        topic = self.chance.choice(list(Topic))
        pace = self.chance.choice([*Pace, Pace.DIGEST, None])
        mute, hour = self.chance.random() < 0.5, self.chance.randrange(24)
        deeds: list[Callable[[], Any]] = [
            lambda: wishes.write_wishes(person, {topic: pace}, game=of, now=now),
            lambda: wishes.write_wishes(person, {topic: pace}, game=of, now=now),
            lambda: wishes.mute(person, game, mute, now),
            lambda: wishes.write_hour(person, hour, now),
        ]
        self.attempt(self.chance.choice(deeds))

    def hook(self) -> None:
        world, person = self.world, self.chance.choice(self.everybody)
        known = list(Hook.objects.order_by("pk"))
        if known and self.chance.random() < 0.4:
            one = self.chance.choice(known)
            on = self.chance.random() < 0.7
            deed = hooks.switch_on if on else lambda user, pk, now: hooks.delete_hook(user, pk)
            self.attempt(lambda: deed(one.user, one.pk, world.now))
            return
        url = f"https://hooks.example/{world.steps}"
        if self.chance.random() < 0.3:
            url = f"https://discord.com/api/webhooks/{world.steps}/abc"
        game = str(self.a_game().pk) if person == world.gm and self.chance.random() < 0.6 else ""
        self.attempt(lambda: hooks.make(person, url, game, world.now))

    def device(self) -> None:
        person, url = self.chance.choice(self.everybody), f"https://push.example/{self.chance.randrange(6)}"
        if self.chance.random() < 0.25:
            self.attempt(lambda: push.remove(person, url))
        else:
            self.attempt(lambda: push.add(person, url, self.world.now))

    def calls(self) -> None:
        """Run the job of hooks and devices; the network answers at random."""
        world = self.world
        if not (HOOKS() or DEVICES()):
            return
        WIRE.next = [self.chance.choice(FATES) for _ in range(4)] if world.perilous else []
        if world.perilous and self.chance.random() < 0.3:
            WIRE.meanwhile = lambda: void(hooks.send(world.now))
        self.attempt(lambda: self.tell(world.now))
        WIRE.next, WIRE.meanwhile = [], None

    def tell(self, now: Any) -> None:
        channels.pass_on(now)
        push.send(now)
        hooks.send(now)

    def feed(self) -> None:
        """Create a feed, revoke one, or let a program fetch it."""
        world, person = self.world, self.chance.choice(self.everybody)
        game = self.chance.choice([self.a_game(), None])
        known = list(Feed.objects.order_by("pk"))
        if not known or self.chance.random() < 0.4:
            self.attempt(lambda: feeds.make(person, game, world.now))
        elif self.chance.random() < 0.2:
            self.attempt(lambda: feeds.revoke(person, game))
        else:
            one = self.chance.choice(known)
            name = "deadlines" if one.game_id is None else "feed"
            self.attempt(lambda: self.fetch(None, reverse(name, args=[one.token])))

    def look(self) -> None:
        """Let somebody view a page, their own or another's."""
        person, game = self.chance.choice([*self.everybody, None]), self.a_game()
        if self.chance.random() < 0.3:
            address = reverse(self.chance.choice(OF_PEOPLE))
        else:
            address = reverse(self.chance.choice(PAGES), args=[game.pk])
        self.attempt(lambda: self.fetch(person, address))

    def fetch(self, person: User | None, address: str) -> None:
        client = Client(raise_request_exception=False)
        if person is not None:
            client.force_login(person)
        answer = client.get(address)
        if answer.status_code >= 500:
            self.world.violations.append(f"{address} answers {answer.status_code}: {answer.exc_info}")

    # --- seats and letters ---

    def bench(self) -> None:
        """Let reserves join, leave, be called, and take a seat."""
        world, game = self.world, self.a_game()
        seat = self.chance.choice(list(game.seats.all()))
        reserve = self.chance.choice(world.reserves)
        call = Invitation.objects.filter(game=game, seat=seat.key).order_by("pk").last()
        deeds: list[Callable[[], Any]] = [
            lambda: reserves.offer(game, reserve, world.now),
            lambda: reserves.offer(game, reserve, world.now),
            lambda: reserves.withdraw(game, reserve),
            lambda: reserves.call(game.pk, world.gm, seat.key, now=world.now),
        ]
        if call is not None:
            deeds += [lambda: services.accept(call.token, reserve, now=world.now)] * 2
        world.moved_by_gm.add(game.pk)
        self.attempt(self.chance.choice(deeds))

    def letter(self) -> None:
        world, game = self.world, self.a_game()
        seats = [s for s in Seat.objects.filter(game=game).select_related("user") if s.user is not None]
        if seats:
            seat, words = self.chance.choice(seats), f"word {world.steps}"
            to = self.chance.choice(correspondence.correspondents(game, seat.key))
            more = {"seat": seat.key, "to": to, "text": words, "key": words, "now": world.now}
            self.attempt(lambda: letters.write(game.pk, seat.user, **more))

    def back(self) -> None:
        """Let somebody ask the others to undo, or answer such a request."""
        world, game = self.world, self.a_game()
        open_one = RewindRequest.objects.filter(game=game, status=RewindRequest.Status.OPEN).first()
        person = self.chance.choice(self.everybody)
        if open_one is not None:
            agree = self.chance.random() < 0.6
            self.attempt(
                lambda: services.answer_back(game.pk, open_one.pk, person, agree=agree, now=world.now)
            )
        elif points := services.rewind_points(game):
            to = self.chance.choice(points[-4:])
            self.attempt(
                lambda: services.ask_back(game.pk, person, to_seq=to, drawn_seq=game.seq, now=world.now)
            )


def void(_: object) -> None:
    """Call a function for its effect, and ignore its result."""
