"""The page where a user creates a sandbox, and the buttons to share or delete one."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import BadScenario, Refusal
from features.sandbox import making
from games import access, pages
from games.models import Game
from games.services import curtain
from games.views.button import require_button
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let the user choose the starting position and whether to play alone or against the bot, and create the
    sandbox.
    """
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        return redirect("game", pk)
    asked = request.POST if request.method == "POST" else request.GET
    seq = whole(asked.get("at"), 0)
    seq = game.seq if seq is None else min(seq, game.seq)
    seat = curtain.seat_shown(request.user, game, asked.get("seat", "")) or ""
    if request.method == "POST":
        try:
            made = making.make(
                pk,
                request.user,
                seq=seq,
                seat=seat,
                program=asked.get("against") != "nobody",
                key=_key(asked.get("key", "")),
                now=clocks.now(),
            )
        except Refusal as refused:
            messages.error(request, word_refusal(refused, game))
        except BadScenario:
            messages.error(request, _("This game can't be continued from that position."))
        else:
            return redirect(made)
    at = pages.scene(request.user, game, seat, bare=True)
    return render(request, "features/sandbox/begin.html", _context(at, game, seq, seat))


def _key(sent: str) -> UUID:
    try:
        return UUID(sent)
    except ValueError:
        return uuid.uuid4()


def _context(at: pages.Scene, game: Game, seq: int, seat: str) -> dict[str, Any]:
    return {
        **frame(at, "replay"),
        "at": seq,
        "own": at.place(seat) if seat else None,
        "hides": not (at.table.rules.hides_nothing or game.is_over),
        "days": making.KEPT.days,
        "most": making.MOST,
        "mine": list(making.sandboxes_of(at.user)[: 2 * making.MOST]),
        "key": str(uuid.uuid4()),
    }


@require_button
def change(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Share a sandbox or delete it."""
    game = access.led_by(request.user, pk)
    match request.POST.get("do"):
        case "share":
            making.share(pk, request.user, now=clocks.now())
            messages.success(request, _("Anyone with the address of this page can now see the sandbox."))
        case "throw_away":
            making.delete_sandbox(pk, request.user)
            messages.success(request, _("Sandbox discarded."))
            source = game.tried_from_id
            return redirect("game", source) if source else redirect("home")
        case _:
            messages.error(request, _("There is no such button."))
    return redirect("game", pk)
