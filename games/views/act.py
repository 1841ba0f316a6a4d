"""Carry out an action from a form. JSON sent to the same URL goes to the API."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts import clocks
from engine import documents
from engine.dice import BadFace, DiceNeeded
from engine.game import InvalidAction, Refusal, StaleAction
from games import access, advice, forms, pages, plugins, services
from games.models import Game
from games.numbers import NoNumber, required_number, whole
from games.refusals import illegal, stale
from games.views import curtain
from games.views.api import play
from games.views.api.play import ACTION_LIMIT
from games.views.button import button_of_game


@button_of_game
def act(request: HttpRequest, pk: UUID) -> HttpResponse:
    json_sent = request.content_type == "application/json"
    if json_sent:
        return play.act(request, pk)
    return _form(request, pk) if request.user.is_authenticated else _log_in_first(request, pk)


def _log_in_first(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Redirect to the login if the session has ended, and back to the game afterwards. A hidden game's
    existence is not revealed.
    """
    address = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': reverse('game', args=[pk])})}"
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


# --- forms ------------------------------------------------------------------------------------------------


def _form(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Carry out the form's action and show the new page, or the same page with the refusal and all input
    kept.
    """
    posted = request.POST
    seat, key, entered = posted.get("seat", ""), posted.get("key", ""), _faces(posted)
    try:
        done = services.submit(
            pk,
            seat,
            partial(_meant, posted, seat),
            drawn_seq=_seq(posted.get("seq")),
            key=key,
            user=request.user,
            now=clocks.now(),
            faces=partial(_to_send, posted, entered),
        )
    except (Refusal, forms.BadForm, DiceNeeded, BadFace) as refused:
        return _show_refusal(request, access.get_game_for(request.user, pk), seat, refused, entered)
    return _show_updated(request, done.game, seat)


def _meant(posted: Any, seat: str, at: services.LiveGame) -> Any:
    """Read the action from a form. Raises BadForm, InvalidAction, IllegalAction, StaleAction."""
    if "action" in posted:
        return _object(posted["action"])
    choice = forms.find_choice(at.choices(seat), posted)
    return _not_offered(posted, at) if choice is None else forms.read(choice, posted)


def _show_refusal(
    request: HttpRequest, game: Game, seat: str, refused: Exception, entered: list[str]
) -> HttpResponse:
    """Show the page again with the refusal. The form keeps its input if its choice is still offered."""
    posted = request.POST
    at = pages.scene(request.user, game, seat)
    choice = forms.find_choice(at.choices, posted) if at.seat == seat else None
    form = forms.draw(choice, plugins.wording(game), posted) if choice else None
    if isinstance(refused, DiceNeeded):
        return _show_again(request, at, _with_dice(form, posted.get("key", ""), refused, entered, game))
    if isinstance(refused, forms.BadForm):
        notice = pages.Said(_("The form is not complete. Look at the marked fields."))
        form = form and forms.with_errors(form, refused.mistakes)
    elif isinstance(refused, BadFace):
        notice = pages.Said(_("No die has that face. Tap the faces you rolled."))
    elif isinstance(refused, StaleAction):
        notice = replace(pages.describe_refusal(refused, game), kind="stale", title=_("Somebody moved"))
    else:
        assert isinstance(refused, Refusal)
        notice = pages.describe_refusal(refused, game)
    return _show_again(request, at, form and replace(form, refusal=notice), notice)


def _not_offered(posted: Any, at: services.LiveGame) -> Any:
    """Read an action that is not offered, so that the rules can refuse it. Raises StaleAction if the game has
    moved on, IllegalAction if the rules cannot read the action.
    """
    drawn = _seq(posted.get("seq"))
    if drawn != at.game.seq:
        raise stale(drawn, at.game.seq)
    action = forms.guess(posted)
    try:
        at.system.codec.read(action)
    except InvalidAction:
        raise illegal("not_a_choice") from None
    return action


def _seq(text: str | None) -> int:
    drawn = whole(text, 0)
    return -1 if drawn is None else drawn


def _object(text: str) -> Any:
    try:
        return documents.read(text, ACTION_LIMIT)
    except documents.NoDocument:
        raise InvalidAction("", "not_json") from None


def _faces(posted: Any) -> list[str]:
    """The dice faces entered so far: those of earlier throws, then those just tapped."""
    entered = list(posted.getlist("face"))
    while (place := f"face-{len(entered)}") in posted:
        entered.append(posted[place])
    return entered


def _to_send(posted: Any, entered: list[str], game: Game) -> list[int] | None:
    """The faces entered, or None if the server rolls. In a mixed game the server rolls on request, once the
    dice are known.
    """
    if game.dice_mode == Game.DiceMode.VIRTUAL or "roll" in posted:
        return None
    try:
        return [required_number(face) for face in entered]
    except NoNumber:
        raise BadFace("no number") from None


def _with_dice(
    form: forms.Act | None, key: str, needed: DiceNeeded, entered: list[str], game: Game
) -> forms.Act | None:
    if form is None:
        return None
    return replace(
        form,
        key=key,
        dice=forms.faces_of(needed.throws, plugins.wording(game)),
        entered=tuple(entered),
        virtual_allowed=game.dice_mode == Game.DiceMode.MIXED,
    )


def _show_again(
    request: HttpRequest, at: pages.Scene, form: forms.Act | None, notice: pages.Said | None = None
) -> HttpResponse:
    """Show the page again. Without htmx the response has the real status; htmx swaps only a 200."""
    if at.is_closed:
        return curtain.page(request, at, notice)
    if form is not None and all(forms.act_id(c) != form.id for c in at.choices):
        form = None  # drop the form if its choice is gone; the notice says why
    shown = None if form and form.refusal else notice
    context = {**pages.context_of(request, at, form, shown), "may_ask": advice.offers_advice(at)}
    status = (
        200 if getattr(request, "htmx", False) or notice is None else 409 if notice.kind == "stale" else 422
    )
    return render(request, plugins.page(at.game.system).template, context, status=status)


def _show_updated(request: HttpRequest, game: Game, seat: str) -> HttpResponse:
    """Show the updated page of the seat, or of another seat of the same user that owes an answer now."""
    back = request.POST.get("back", "")
    address = back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else game.get_absolute_url()
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(address)
    if back:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    fresh = pages.scene(request.user, access.get_game_for(request.user, game.pk))
    if fresh.is_closed:
        return curtain.page(request, fresh)
    context = advice.context_of(request, fresh, asked="advice" in request.POST)
    return render(request, plugins.page(game.system).template, context)
