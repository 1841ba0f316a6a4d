"""The page where a game master who does not play chooses an answer for a player."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import Refusal
from features.desk import answering
from games import access, forms, pages, plugins, services
from games.models import Game
from games.refusals import illegal
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.led_by(request.user, pk)
    if not answering.may_choose(request.user, game):
        raise PermissionDenied
    asked = request.POST if request.method == "POST" else request.GET
    seat = asked.get("seat", "")
    if request.method == "POST":
        drawn = whole(request.POST.get("seq"), 0)
        try:
            answering.answer_for(
                pk,
                request.user,
                seat,
                drawn_seq=-1 if drawn is None else drawn,
                key=request.POST.get("key", ""),
                now=clocks.now(),
                action=lambda at: _read_action(at, seat, request.POST),
            )
        except Refusal as refused:
            messages.error(request, word_refusal(refused, game))
        except forms.BadForm as bad:
            wording = plugins.wording(game)
            messages.error(request, "; ".join(wording.mistake(m) for m in bad.mistakes))
        else:
            messages.success(request, _("Answered; the chronicle shows everybody that it was you."))
            return redirect("game-desk", pk)
        return redirect(f"{reverse('game-answer', args=[pk])}?{urlencode({'seat': seat})}")
    at = pages.scene(request.user, game)
    waits = [wait for wait in at.waits if wait.place.key == seat and wait.place.user is not None]
    if not waits:
        messages.error(request, word_refusal(illegal("nothing_owed"), game))
        return redirect("game-desk", pk)
    return render(request, "features/desk/answer.html", _context(at, game, seat, waits))


def _read_action(at: services.LiveGame, seat: str, posted: Any) -> Any:
    """Read the action that the form describes. Raises BadForm if a field is invalid, and IllegalAction if
    the action is not offered.
    """
    choice = forms.find_choice(at.choices(seat), posted)
    if choice is None:
        raise illegal("not_a_choice")
    return forms.read(choice, posted)


def _context(at: pages.Scene, game: Game, seat: str, waits: Any) -> dict[str, Any]:
    wording = plugins.wording(game)
    acts = tuple(forms.draw(choice, wording) for choice in at.table.choices(seat))
    return {
        **frame(at, "desk"),
        "place": at.place(seat),
        "wait": waits[0],
        "groups": pages.groups_of(acts),
        "answer_seat": seat,
        "drawn_seq": game.seq,
    }
