"""The guide to a first turn: a few steps, each looked at or done, and put away whenever one likes."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from games import access, plugins
from games.access import User
from games.models import Entry, Game, Seat


@dataclass(frozen=True)
class Step:
    """The next step of a lesson: the ``number`` (from 1) of ``of``."""

    lesson: plugins.Lesson
    number: int
    of: int

    @property
    def last(self) -> bool:
        return self.number == self.of


def begin(game: Game, seat: str) -> None:
    """Guide anyone who sits there, if the system knows how."""
    if plugins.lessons(game.system):
        Seat.objects.filter(game=game, key=seat).update(lesson=0)


def step_of(user: User, game: Game, seat: str | None) -> Step | None:
    """The current step of the seat's guide, for its own player; finished deeds are skipped. None: no guide,
    or it is over."""
    found = next((one for one in game.seats.all() if one.key == seat), None)
    if found is None or found.lesson is None or found.user_id != user.pk or not game.running:
        return None
    all_of_them = plugins.lessons(game.system)
    at = found.lesson
    done = _done(game, found) if any(one.by for one in all_of_them[at:]) else frozenset()
    while at < len(all_of_them) and done.intersection(all_of_them[at].by):
        at += 1
    return Step(all_of_them[at], at + 1, len(all_of_them)) if at < len(all_of_them) else None


def _done(game: Game, seat: Seat) -> frozenset[str]:
    """The kinds of actions that the seat's player has done in this game."""
    own = Entry.objects.filter(game=game, seat=seat.key, reason=Entry.Reason.PLAYER)
    return frozenset(own.order_by().values_list("action__kind", flat=True).distinct())


def go_on(user: User, game_id: UUID, seat: str, number: int) -> None:
    """Leave step ``number`` behind. Raises Http404, or NotYourSeat."""
    _own(user, game_id, seat)
    Seat.objects.filter(game_id=game_id, key=seat, lesson__lt=number).update(lesson=number)


def put_away(user: User, game_id: UUID, seat: str) -> None:
    """Dismiss the guide. Raises as ``go_on`` does."""
    _own(user, game_id, seat)
    Seat.objects.filter(game_id=game_id, key=seat).update(lesson=None)


def _own(user: User, game_id: UUID, seat: str) -> None:
    game = access.get_game_for(user, game_id)
    if not any(one.key == seat for one in game.seats.all()):
        raise Http404
    if seat not in access.seats_of(user, game):
        raise access.NotYourSeat
