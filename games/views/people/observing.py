"""Observing: give and withdraw permissions, use an observer's link, and show what an observer may see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import network_of, too_often
from engine.game import Refusal
from games import access, limits, pages, plugins
from games.models import Game
from games.services.fairplay.kinds import ground_text
from games.services.people import observers as service
from games.views import chronicle, replay
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def observers(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show and change the permissions to observe that the user has given. A game master sees every
    permission.
    """
    game = access.get_game_for(request.user, pk)
    if not access.takes_part(request.user, game):
        raise Http404
    notice = None
    if request.method == "POST":
        notice = _press_button(request, game)
        if notice is None:
            return redirect("game-observers", pk)
    at = pages.scene(request.user, game, bare=True)
    mine = service.may_give(request.user, game)
    rows = [
        row
        for row in service.open_permissions(game)
        if at.is_gm or row.leave_of_id == request.user.pk or row.seat in at.my_seats
    ]
    context = {
        **frame(at, "observers"),
        "notice": notice,
        "give": [(key, at.by_key.get(key)) for key in mine],
        "rows": [(row, at.by_key.get(row.seat), _unused_link(request, row)) for row in rows],
        "delays": range(1 if game.public else service.MOST_DELAY + 1),
        "posted": request.POST,
    }
    return render(request, "games/observers.html", context, status=422 if notice else 200)


def _unused_link(request: HttpRequest, row: Any) -> str:
    """Return the unused link of a permission if the user gave the permission, else ""."""
    if row.user_id is not None or row.leave_of_id != request.user.pk:
        return ""
    return request.build_absolute_uri(reverse("observe-link", args=[row.token]))


def _press_button(request: HttpRequest, game: Game) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    posted, now = request.POST, clocks.now()
    try:
        if "end" in posted:
            service.end_permission(game.pk, request.user, whole(posted["end"], 1) or 0, now)
            messages.success(request, _("This observer has already left."))
        else:
            delay = whole(posted.get("delay"), 0, service.MOST_DELAY)
            service.invite(
                game.pk,
                request.user,
                seat=posted.get("seat", "-"),
                name=posted.get("name", "").strip(),
                delay=-1 if delay is None else delay,
                now=now,
            )
            messages.success(request, _("Permission given. You can withdraw it at any time."))
    except Refusal as refused:
        return pages.Said(word_refusal(refused, game))
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an observer's link offers, or accept it."""
    now, origin = clocks.now(), network_of(request)
    try:
        row = service.open_link(token, now)
    except Http404:  # guesses are limited, but a valid link always works
        if not limits.INVITATIONS.take(origin):
            text = too_often(limits.INVITATIONS).message
            return render(request, "games/join_bad.html", {"text": text}, status=429)
        raise
    notice = None
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        try:
            return redirect("observe", service.accept(token, request.user, now).game_id)
        except Refusal as refused:
            notice = pages.Said(word_refusal(refused, row.game))
    at = pages.scene(AnonymousUser(), row.game, bare=True)
    context = {"game": row.game, "row": row, "place": at.by_key.get(row.seat), "notice": notice}
    return render(request, "games/observe_link.html", context, status=422 if notice else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def observe(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the game's page at the observer's delayed position or an earlier one, as the observed seat
    saw it.
    """
    row = service.permission_for(request.user, pk)
    if request.method == "POST" and row.departure is not None:
        raise Http404
    if request.method == "POST":
        service.end_permission(pk, request.user, row.pk, clocks.now())
        messages.success(request, _("You no longer observe that game."))
        return redirect("home")
    late = service.late_view(row, request.GET.get("eyes", ""))
    if late.game is None:
        return render(request, "games/observe_wait.html", {"game": row.game, "row": row})
    at, head = scene_of(late), head_of(late)
    asked = whole(request.GET.get("at"), 0)
    seq = late.game.seq if asked is None else min(asked, late.game.seq)
    request.GET = _asked_query(request, late, seq)  # type: ignore[assignment]
    template = plugins.page(late.game.system).template
    context = replay.context_at(request, at, seq)
    if context["base_template"] not in replay.WHOLE:
        return render(request, template, {**context, **head, "base_template": context["base_template"]})
    context = {**context, **head, "base_template": "games/_bare.html"}
    drawn = mark_safe(render_to_string(template, context, request))
    shown = {"base_template": "base.html", "game": late.game, "kept": drawn, "observing": late}
    return render(request, template, shown)


@never_cache
@require_safe
def observe_chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the chronicle up to the delayed position, as the observed seat saw it."""
    late = service.late_view(service.permission_for(request.user, pk), request.GET.get("eyes", ""))
    if late.game is None:
        raise Http404
    return chronicle.chronicle_page(request, scene_of(late), **head_of(late))


def scene_of(late: service.Late) -> pages.Scene:
    """Return the scene of a delayed game, as an observer of a seat sees it."""
    assert late.game is not None
    return replace(pages.scene(AnonymousUser(), late.game, bare=True), eyes=late.eyes)


def head_of(late: service.Late) -> dict[str, Any]:
    """Build the context for the head of an observer's page. It contains no links that would reveal more."""
    assert late.game is not None
    at = pages.scene(AnonymousUser(), late.game, bare=True)
    some = [] if late.row.seat else list(at.places)
    gone = late.row.departure
    return {
        "departure": gone,
        "departure_ground": ground_text(gone.ground) if gone is not None else "",
        "observing": late,
        "through": at.by_key.get(late.eyes),
        "choose_eyes": some,
        "fought_apart": {},
        "void_battles": {},
        "battle_of": None,
        "battle_result": None,
        "version_url": "",
        "lookers": (),
    }


def _asked_query(request: HttpRequest, late: service.Late, seq: int) -> QueryDict:
    asked = replay.page_parameters(request, late.row.game, seq).copy()
    if not late.row.seat:
        asked["eyes"] = late.eyes
    return asked
