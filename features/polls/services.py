"""Ask a question, vote, and update votes when the game changes."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.naming import lines
from features.polls.models import Poll
from games.access import User, own_seats, voices_of
from games.events import Ended, SeatChanged
from games.models import Game
from games.services.entries import lock

MOST_OPEN: Final = 5
MOST_OPTIONS: Final = 6


def ask(game: Game, user: User, question: str, options: str) -> Poll:
    """Ask the players of a running game a question. ``options`` has one answer per line. Raises
    ValidationError if the question or the options are invalid.
    """
    question = lines.one_line(question[:200])
    offered = list(dict.fromkeys(filter(None, (lines.one_line(one[:80]) for one in options.splitlines()))))
    if not question or not 2 <= len(offered) <= MOST_OPTIONS:
        raise ValidationError(_("A poll needs a question and two to six different answers."))
    with transaction.atomic():
        open_polls = Poll.objects.filter(game=lock(game.pk), closed_at=None)
        if game.is_over or open_polls.count() >= MOST_OPEN:
            raise ValidationError(_("This game can't have another poll now."))
        found = open_polls.filter(question=question).first()  # the form may have been sent twice
        return found or Poll.objects.create(
            game=game, seat=voices_of(user, game)[0], question=question, options=offered
        )


def vote(game: Game, user: User, number: int, option: int) -> None:
    """Vote with all the user's seats in an open poll. A later vote replaces an earlier one. Raises
    ValidationError if the vote is invalid.
    """
    with transaction.atomic():
        game = lock(game.pk)
        poll = Poll.objects.filter(game=game, pk=number, closed_at=None).first()
        if poll is None or game.is_over or not 0 <= option < len(poll.options):
            raise ValidationError(_("This poll is closed."))
        poll.votes |= dict.fromkeys(own_seats(user, game), option)
        poll.save(update_fields=["votes"])


def close_polls(ended: Ended) -> None:
    """Close the polls of a game that is over."""
    Poll.objects.filter(game=ended.game, closed_at=None).update(closed_at=ended.now)


def forget_vote(change: SeatChanged) -> None:
    """Drop the vote of a seat when another person takes over the seat."""
    for poll in Poll.objects.filter(game=change.game, closed_at=None, votes__has_key=change.seat.key):
        del poll.votes[change.seat.key]
        poll.save(update_fields=["votes"])
