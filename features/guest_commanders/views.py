"""Guest commanders: create a link that lets somebody command a battle for a player, use the link, and end
the command.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks, guests
from accounts.limits import GUESTS, GUESTS_ALL, network_of, take_all, too_often
from engine.game import Refusal
from features.guest_commanders import services
from games import access, limits, pages, plugins
from games.models import Command
from games.refusals import BadInvitation
from games.services.people.commands import commanders_by_seat
from games.views.frame import frame
from games.views.people.pace import commitments
from games.wording.refusal_text import word_refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def command(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show who commands which seat in a battle. Only the battle's players, people who have lent a seat in
    it, and its game master can see this page.
    """
    game, user = access.get_game_for(request.user, pk), request.user
    if not plugins.is_battle(game.system) or game.tryout:
        raise Http404
    if not (access.takes_part(user, game) or access.lends(user, game)):
        raise Http404
    notice = None
    if request.method == "POST":
        notice = _press_button(request, pk)
        if notice is None:
            mine = access.can_see(user, access.seat_people(game))
            return redirect("game-command", pk) if mine else redirect("home")
    at = pages.scene(user, game, bare=True)
    now = clocks.now()
    links = services.links_of(game, now)
    rows = commanders_by_seat(game)
    seen = {seat.key: seat.seen_at for seat in game.seats.all()}
    may = services.may_let(user, game)
    context = {
        **frame(at, "command"),
        "notice": notice,
        "commanded": [
            (at.place(key), row, seen.get(key), row.user_id == user.pk, _may_end(user, at, row))
            for key, row in rows.items()
        ],
        "may": [(at.place(key), _unused_link(request, links.get(key)), links.get(key)) for key in may],
        "commandable": services.commandable(game),
        "days": services.LASTS.days,
    }
    return render(request, "features/guest_commanders/command.html", context, status=422 if notice else 200)


def _may_end(user: Any, at: pages.Scene, row: Command) -> bool:
    concerned = {row.user_id, row.for_user_id, at.place(row.seat).lender and at.place(row.seat).lender.pk}
    return at.game.running and (at.is_gm or user.pk in concerned)


def _unused_link(request: HttpRequest, row: Command | None) -> str:
    """Return a seat's unused link if the user created it, else ""."""
    if row is None or row.giver_id != request.user.pk:
        return ""
    return request.build_absolute_uri(reverse("command-link", args=[row.token]))


def _press_button(request: HttpRequest, pk: UUID) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    seat, now = request.POST.get("seat", ""), clocks.now()
    try:
        match request.POST.get("do", ""):
            case "link":
                services.make_link(pk, request.user, seat, now)
                messages.success(request, _("Send the link to the person who will command: it works once."))
            case "relieve":
                services.relieve(pk, request.user, seat, now)
                messages.success(request, _("Done: the player has the seat again."))
            case "withdraw":
                services.relieve(pk, request.user, seat, now)
                messages.success(request, _("Link withdrawn."))
            case _:
                return pages.Said(_("There is no such button."))
    except Refusal as refused:
        return pages.Said(word_refusal(refused, access.get_game_for(request.user, pk)))
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a guest commander's link offers, or take the command. Without an account, the commander
    becomes a guest in this browser with one click.
    """
    now, origin = clocks.now(), network_of(request)
    try:
        row = services.open_link(token, now)
    except BadInvitation as refused:
        mine = Command.objects.filter(token=token, user=request.user.pk or 0, ended_at=None).first()
        if mine is not None:
            return redirect("game", mine.game_id)
        if not limits.INVITATIONS.take(origin):  # guesses are limited, but a valid link always works
            return _refusal_page(request, too_often(limits.INVITATIONS).message, 429)
        return _refusal_page(request, word_refusal(refused), 410)
    notice = None
    if request.method == "POST":
        try:
            return _take_command(request, row, now)
        except BadInvitation as refused:  # somebody else used the link first
            return _refusal_page(request, word_refusal(refused), 410)
        except Refusal as refused:
            notice = pages.Said(word_refusal(refused, row.game))
    at = pages.scene(AnonymousUser(), access.seat_people(row.game), bare=True)
    context = {
        "game": row.game,
        "row": row,
        "giver": row.for_user or row.giver,
        "place": at.place(row.seat),
        "notice": notice,
        "commitments": commitments(row.game),
    }
    return render(request, "features/guest_commanders/link.html", context, status=422 if notice else 200)


def _take_command(request: HttpRequest, row: Command, now: Any) -> HttpResponse:
    user = request.user
    if not user.is_authenticated:
        place = network_of(request)
        full = take_all(((GUESTS, place), (GUESTS_ALL, "all")))
        if full is not None:
            return _refusal_page(request, too_often(full).message, 429)
        user = guests.create_guest(get_language() or "en", request.COOKIES.get("timezone", ""), now)
        try:
            services.accept(row.token, user, now)
        except Refusal:
            user.delete()  # do not leave an unused guest account behind
            raise
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    else:
        services.accept(row.token, user, now)
    messages.success(request, _("You are in command. The battle's decisions appear here."))
    return redirect("game", row.game_id)


def _refusal_page(request: HttpRequest, text: Any, status: int) -> HttpResponse:
    return render(request, "games/join_bad.html", {"text": text}, status=status)
