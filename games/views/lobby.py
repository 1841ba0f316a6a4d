"""The page of a game that is looking for players: its seats, its invitations, and its start."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from accounts import clocks
from engine.game import Refusal
from games import access, pages, plugins, services
from games.models import Game
from games.services.creation import BATTLES
from games.views.battle import describe_battle_system
from games.views.button import require_button
from games.views.people.pace import commitments
from games.wording.numbers import required_number
from games.wording.refusal_text import word_refusal


def page(request: HttpRequest, game: Game) -> HttpResponse:
    at = pages.scene(request.user, game, bare=True)
    context = {
        "game": game,
        "seats": at.places,
        "gm": at.is_gm,
        "full": not any(place.free for place in at.places),
        "invitations": open_invitations(request, at),
        "version_url": pages.version_url(game),
        "base_template": "games/_bare.html" if getattr(request, "htmx", False) else "base.html",
        "facts": _facts(game),
    }
    return render(request, "games/lobby.html", context)


def open_invitations(request: HttpRequest, at: pages.Scene) -> list[tuple[Any, pages.Place | None, str]]:
    """Return the valid invitations, each with the seat it names, if any, and its link. The list is empty for
    anyone but the game master.
    """
    if not at.is_gm:
        return []
    return [
        (
            invitation,
            at.place(invitation.seat) if invitation.seat else None,
            request.build_absolute_uri(reverse("join", args=[invitation.token])),
        )
        for invitation in at.game.invitations.filter(uses_left__gt=0, expires_at__gt=clocks.now())
    ]


def _facts(game: Game) -> list[tuple[str, str]]:
    system = plugins.system(game.system)
    wording = plugins.wording(game)
    title = system.scenarios().get(game.scenario_name)
    rows = [(_("Scenario"), _(title) if title else _("the game master's own file"))]
    meant = {field.name for field in system.options_of(game.scenario)}
    for name, value in game.options.items():
        if name not in meant or (name == BATTLES and game.battle_system):
            continue  # the option has no effect in this scenario, or the row about battles shows it
        rows.append((wording.field(name), wording.value(name, value)))
    if game.battle_system:
        rows.append((_("Battles"), describe_battle_system(game.system, game.battle_system)))
        if game.battle_least:
            least = _("combined strength below %(least)s") % {"least": game.battle_least}
            rows.append((_("By the campaign's own table"), least))
    if game.match:
        rows.append((_("Match"), str(game.get_match_display())))
    rows += commitments(game)
    rows.append((_("Dice"), str(game.get_dice_mode_display())))
    return rows


@require_button
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Carry out a game master's button for seats, invitations or the start, in the lobby or on the desk."""
    game = access.led_by(request.user, pk)
    now, posted = clocks.now(), request.POST
    seat = posted.get("seat", "")
    try:
        match posted.get("do"):
            case "invite":
                services.invite(pk, request.user, seat=seat, uses=1 if seat else 5, now=now)
            case "revoke":
                services.revoke(required_number(posted.get("invitation")), request.user)
            case "take":
                services.take_seat(pk, request.user, seat, now=now)
            case "leave":
                services.leave_seat(pk, request.user, seat, now=now, why=posted.get("why", ""))
            case "bot":
                services.set_bot(pk, request.user, seat, True, now=now)
            case "unbot":
                services.set_bot(pk, request.user, seat, False, now=now)
            case "start":
                services.start(pk, request.user, now=now)
            case "abandon":
                services.abandon(pk, request.user, now=now)
            case _:
                messages.error(request, _("There is no such button."))
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    except ValueError:
        messages.error(request, _("There is no such invitation."))
    return redirect(_page_after(pk, posted.get("from") == "desk"))


def _page_after(pk: UUID, at_desk: bool) -> str:
    """Return the URL to show after a change: the game master's tools if the form was there, or the game."""
    try:
        return reverse("game-desk" if at_desk else "game", args=[pk])
    except NoReverseMatch:
        return reverse("game", args=[pk])


@require_button
@login_required
def leave(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let a player leave their seat."""
    access.get_game_for(request.user, pk)
    services.leave_seat(
        pk, request.user, request.POST.get("seat", ""), letters="letters" in request.POST, now=clocks.now()
    )
    messages.success(request, _("You have left the seat."))
    return redirect("home")
