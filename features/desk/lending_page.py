"""Buttons to lend a seat for a while and to end the loan."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import clocks
from accounts.models import Profile
from engine.game import Refusal
from features.desk import substitutes
from games import access
from games.models import Game
from games.views.button import require_button
from games.wording.refusal_text import word_refusal


@require_button
@login_required
def lend(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Lend one of the player's own seats, or end the loan. The POST fields are seat, do, until, to and
    letters.
    """
    game, posted = access.get_game_for(request.user, pk), request.POST
    seat, now = posted.get("seat", ""), clocks.now()
    try:
        if posted.get("do") == "back":
            substitutes.end_loan(pk, request.user, seat, now=now)
            messages.success(request, _("The seat is yours again."))
        elif seat not in access.seats_of(request.user, game):
            raise access.NotYourSeat
        else:
            substitutes.lend(
                pk,
                request.user,
                seat,
                until=read_day(posted.get("until", "")),
                to=posted.get("to", ""),
                letters="letters" in posted,
                now=now,
            )
            messages.success(request, _("A substitute has your seat; it comes back to you automatically."))
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    except ValueError:
        messages.error(request, _("Choose the last day of the absence."))
    fresh = access.get_game_for(request.user, pk)
    return redirect(fresh.get_absolute_url())


def reserve_names(game: Game) -> list[tuple[str, date | None]]:
    """Return the user names on the reserve list. Each comes with the last day of the user's current absence,
    or None.
    """
    if game.is_over:
        return []
    now, found = clocks.now(), []
    for user in substitutes.candidates(game):
        profile: Profile | None = getattr(user, "profile", None)
        away = profile is not None and profile.is_away(now)
        found.append((user.get_username(), profile.away_until if profile and away else None))
    return found


def read_day(text: str) -> date:
    """Read a date in ISO format from a form. Raises ValueError for any other text."""
    return date.fromisoformat(text)
