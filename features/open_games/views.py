"""The list of open games, the page of an open game with its free seats, and the form that offers a game."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import arriving, clocks
from accounts.forms import LANGUAGE_CHOICES
from accounts.guests import is_guest
from engine import registry
from features.open_games import services
from features.open_games.listing import list_offers, matching, near_rating, open_offers, shows_names
from features.open_games.models import LONGEST, Offer
from games.access import led_by
from games.refusals import BadInvitation
from games.templatetags.vexillum import system_title
from games.views.people.pace import commitments
from games.wording.refusal_text import word_refusal

PAGE = 30
FILTERS = ("system", "players", "pace", "language", "level", "guests", "rating")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """List the open games that match the filters in the URL, newest first."""
    chosen = {name: value for name in FILTERS if (value := request.GET.get(name, "")[:20])}
    offers = open_offers(request.user, clocks.now())
    found, names = matching(offers, chosen), shows_names(request.user)
    if names and chosen.get("rating") == "near":
        found = near_rating(request.user, found)
    shown = Paginator(found, PAGE).get_page(request.GET.get("page"))
    facts = {
        "page": shown,
        "rows": list_offers(request.user, shown.object_list),
        "chosen": chosen,
        "query": "&".join(f"{name}={value}" for name, value in chosen.items() if value.isalnum()),
        "any": bool(chosen) and offers.exists(),
        "names": names,
        **_choices(),
    }
    return render(request, "features/open_games/list.html", facts)


def _choices() -> dict[str, object]:
    return {
        "systems": sorted(((name, system_title(name)) for name in registry.names()), key=lambda one: one[1]),
        "sizes": (("2", _("two players")), ("3", _("three or more"))),
        "paces": Offer.Pace.choices,
        "levels": [(value, label) for value, label in Offer.Level.choices if value],
        "languages": LANGUAGE_CHOICES,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show an open game, or take a seat in it. A visitor without an account becomes a guest if the game
    admits guests.
    """
    now, refused = clocks.now(), ""
    offer = services.offer_for(request.user, pk, now)
    if request.method == "POST":
        if not request.user.is_authenticated and not offer.guests:
            return redirect_to_login(request.path)
        too_many = (
            arriving.log_in_guest(request, now, key=request.META.get("CSRF_COOKIE", ""))
            if (not request.user.is_authenticated)
            else None
        )
        if too_many is not None:
            return render(request, "games/refused.html", {"text": too_many.message}, status=429)
        try:
            seat = services.take_seat(request.user, pk, request.POST.get("seat", ""), now=now)
            return redirect("game-briefing" if seat.game.seq >= 0 else "game", pk)
        except ValidationError as wrong:
            refused = wrong.messages[0]
        except BadInvitation as wrong:
            refused = word_refusal(wrong)
    one = list_offers(request.user, [offer])[0]
    facts = {
        "one": one,
        "refused": refused,
        "names": shows_names(request.user),
        "guest": is_guest(request.user),
        "commitments": commitments(one.game),
    }
    return render(request, "features/open_games/game.html", facts, status=409 if refused else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the form that lets the game master put the game on the list, change the offer, or withdraw it."""
    game, refused = led_by(request.user, pk), ""
    if request.method == "POST" and request.POST.get("do") == "withdraw":
        services.withdraw(request.user, pk)
        messages.success(request, _("The game is no longer on the list."))
        return redirect(game)
    if request.method == "POST":
        try:
            services.offer(request.user, pk, request.POST.dict(), now=clocks.now())
            messages.success(request, _("The game is on the list of open games."))
            return redirect(game)
        except ValidationError as wrong:
            refused = wrong.messages[0]
    found = services.offer_of(game)
    usual = {
        "language": (get_language() or "en").partition("-")[0],
        "pace": Offer.Pace.DAYS if game.hours_per_decision else Offer.Pace.LIVE,
    }
    facts = {
        "game": game,
        "found": found,
        "sent": request.POST if refused else found or usual,
        "refused": refused,
        "most": LONGEST,
        "levels": Offer.Level.choices,
        "paces": Offer.Pace.choices,
        "languages": LANGUAGE_CHOICES,
        "back": reverse("game", args=[pk]),
    }
    return render(request, "features/open_games/offer.html", facts, status=422 if refused else 200)
