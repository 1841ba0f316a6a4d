"""The button that starts a rematch between the same people with sides swapped."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import clocks
from engine.game import Refusal
from features.rematch import services
from games import access
from games.views.button import require_button
from games.wording.refusal_text import word_refusal


@login_required
@require_button
def rematch(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    try:
        found = services.rematch(pk, request.user, now=clocks.now())
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
        return redirect("game", pk)
    if found.token:
        return redirect("join", found.token)
    if not found.game.running:
        messages.success(request, _("The others have been invited to their seats."))
    return redirect("game", found.game.pk)
