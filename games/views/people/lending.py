"""Lending a seat for a while, and ending the loan."""

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
from games import access, services
from games.models import Game
from games.refusal_text import word_refusal
from games.services.people import substitutes
from games.views.button import button_of_game


@button_of_game
@login_required
def lend(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Lend the player's own seat, or end the loan. POST: seat, do, until, to, letters."""
    game, posted = access.get_game_for(request.user, pk), request.POST
    seat, now = posted.get("seat", ""), clocks.now()
    try:
        if posted.get("do") == "back":
            services.take_home(pk, request.user, seat, now=now)
            messages.success(request, _("The seat is yours again."))
        elif seat not in access.seats_of(request.user, game):
            raise access.NotYourSeat
        else:
            services.lend(
                pk,
                request.user,
                seat,
                until=day_of(posted.get("until", "")),
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


def on_bench(game: Game) -> list[tuple[str, date | None]]:
    """The names of people on the reserve list, with the last day of their absence if they are away."""
    if game.is_over:
        return []
    now, found = clocks.now(), []
    for user in substitutes.candidates(game):
        profile: Profile | None = getattr(user, "profile", None)
        away = profile is not None and profile.is_away(now)
        found.append((user.get_username(), profile.away_until if profile and away else None))
    return found


def day_of(text: str) -> date:
    """Read a date as sent by a form. Raises ValueError."""
    return date.fromisoformat(text)
