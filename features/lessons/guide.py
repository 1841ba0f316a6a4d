"""The guide to a first turn or a first game. Its hints follow the decision that the seat owes. A hint is
passed once the player has read it or done what it suggests. The player can close the guide for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Max, Min
from django.http import Http404

from games import access, plugins
from games.access import User
from games.models import Entry, Game, PendingDecision, Seat


@dataclass(frozen=True)
class Step:
    """The current hint. ``number``: the hint's place among the lessons, counted from 1. ``passed``: the
    number of hints already passed. ``of``: the number of all hints. ``lesson``: None once the guide is over,
    that is, after the first turn or, in a guide to a ``whole`` game, after the last hint.
    """

    lesson: plugins.Lesson | None
    number: int
    passed: int
    of: int
    whole: bool = False

    @property
    def shown_number(self) -> int:
        """The number shown with the hint: one more than the hints already passed."""
        return self.passed + 1


def begin(game: Game, seat: str) -> None:
    """Start the guide for the player of a seat, if the system has one."""
    if plugins.lessons(game.system):
        Seat.objects.filter(game=game, key=seat).update(lesson=0)


def step_of(user: User, game: Game, seat: str | None) -> Step | None:
    """Return the hint for the decision that the seat owes; only the seat's player gets it. Hints already
    read or done are skipped. Return None if there is no guide or no hint fits.
    """
    found = next((one for one in game.seats.all() if one.key == seat), None)
    if found is None or found.lesson is None or found.user_id != user.pk or not game.running:
        return None
    every, whole = plugins.lessons(game.system), plugins.guides_whole_game(game.system)
    own = Entry.objects.filter(game=game, seat=found.key, reason=Entry.Reason.PLAYER).order_by()
    if not whole and _first_turn_over(game, own.aggregate(first=Min("turn"))["first"]):
        return Step(None, len(every) + 1, len(every), len(every))
    done = set(own.values_list("action__kind", flat=True).distinct())
    passed = [bool(found.lesson >> at & 1) or bool(done.intersection(one.by)) for at, one in enumerate(every)]
    if whole and all(passed):
        return Step(None, len(every) + 1, len(every), len(every), whole)
    at = _next_hint(every, passed, _kinds_asked(game, found.key))
    return None if at is None else Step(every[at], at + 1, sum(passed), len(every), whole)


def _first_turn_over(game: Game, first: int | None) -> bool:
    """Return whether the player's first turn is over because a later one has begun. Turn 0 is the set-up."""
    if first is None:
        return False
    latest = Entry.objects.filter(game=game).aggregate(last=Max("turn"))["last"] or 0
    return bool(latest > max(first, 1))


def _kinds_asked(game: Game, seat: str) -> frozenset[str]:
    waits = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    return frozenset(waits.values_list("kind", flat=True))


def _next_hint(every: Sequence[plugins.Lesson], passed: Sequence[bool], asked: frozenset[str]) -> int | None:
    """Return the index of the first open hint about a decision that is owed. If there is none, return the
    first open general hint, or None.
    """
    left = [at for at, gone in enumerate(passed) if not gone]
    fitting = [at for at in left if asked.intersection(every[at].asked)]
    return next(iter(fitting or [at for at in left if not every[at].asked]), None)


def mark_hint_read(user: User, game_id: UUID, seat: str, number: int) -> None:
    """Mark hint ``number`` as read. A number beyond the last hint ends the guide. Raises Http404 if the user
    may not see the game or there is no such seat, and NotYourSeat if the seat is not theirs.
    """
    game = _own_game(user, game_id, seat)
    many = len(plugins.lessons(game.system))
    mine = Seat.objects.filter(game_id=game_id, key=seat)
    if number > many:
        mine.update(lesson=None)
    elif number > 0:
        mine.update(lesson=F("lesson").bitor(1 << number - 1))


def end_guide(user: User, game_id: UUID, seat: str) -> None:
    """End the guide for good. Raises Http404 if the user may not see the game or there is no such seat, and
    NotYourSeat if the seat is not theirs.
    """
    _own_game(user, game_id, seat)
    Seat.objects.filter(game_id=game_id, key=seat).update(lesson=None)


def _own_game(user: User, game_id: UUID, seat: str) -> Game:
    game = access.get_game_for(user, game_id)
    if not any(one.key == seat for one in game.seats.all()):
        raise Http404
    if seat not in access.seats_of(user, game):
        raise access.NotYourSeat
    return game
