"""The guide to a first turn or a first game: hints that follow the current question, each read or done. The
player can dismiss the guide for good.
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
    """The current hint: the ``number`` (from 1) among the lessons, and how many hints out of ``of`` are
    ``passed``. ``lesson`` is None once the guide is over: after the first turn, or in a guide to a ``whole``
    game after the last hint.
    """

    lesson: plugins.Lesson | None
    number: int
    passed: int
    of: int
    whole: bool = False

    @property
    def shown_number(self) -> int:
        """The number shown with the hint: one more than the hints passed."""
        return self.passed + 1


def begin(game: Game, seat: str) -> None:
    """Start the guide for the seat's player, if the system has one."""
    if plugins.lessons(game.system):
        Seat.objects.filter(game=game, key=seat).update(lesson=0)


def step_of(user: User, game: Game, seat: str | None) -> Step | None:
    """The hint for the seat's current question, shown only to its player; hints already read or done are
    skipped. None: no guide, it is over, or no hint fits this question.
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
    at = _mark_for(every, passed, _kinds_asked(game, found.key))
    return None if at is None else Step(every[at], at + 1, sum(passed), len(every), whole)


def _first_turn_over(game: Game, first: int | None) -> bool:
    """Whether a later turn than the player's first has begun; turn 0 is the set-up."""
    if first is None:
        return False
    latest = Entry.objects.filter(game=game).aggregate(last=Max("turn"))["last"] or 0
    return bool(latest > max(first, 1))


def _kinds_asked(game: Game, seat: str) -> frozenset[str]:
    waits = PendingDecision.objects.filter(game=game, seat=seat, answered_at=None)
    return frozenset(waits.values_list("kind", flat=True))


def _mark_for(every: Sequence[plugins.Lesson], passed: Sequence[bool], asked: frozenset[str]) -> int | None:
    """The index of the first unread hint for this question, or else of the first unread general hint."""
    left = [at for at, gone in enumerate(passed) if not gone]
    fitting = [at for at in left if asked.intersection(every[at].asked)]
    return next(iter(fitting or [at for at in left if not every[at].asked]), None)


def go_on(user: User, game_id: UUID, seat: str, number: int) -> None:
    """Mark hint ``number`` as read; the number after the last ends the guide. Raises Http404, NotYourSeat."""
    game = _own_game(user, game_id, seat)
    many = len(plugins.lessons(game.system))
    mine = Seat.objects.filter(game_id=game_id, key=seat)
    if number > many:
        mine.update(lesson=None)
    elif number > 0:
        mine.update(lesson=F("lesson").bitor(1 << number - 1))


def put_away(user: User, game_id: UUID, seat: str) -> None:
    """End the guide for good. Raises Http404, NotYourSeat."""
    _own_game(user, game_id, seat)
    Seat.objects.filter(game_id=game_id, key=seat).update(lesson=None)


def _own_game(user: User, game_id: UUID, seat: str) -> Game:
    game = access.get_game_for(user, game_id)
    if not any(one.key == seat for one in game.seats.all()):
        raise Http404
    if seat not in access.seats_of(user, game):
        raise access.NotYourSeat
    return game
