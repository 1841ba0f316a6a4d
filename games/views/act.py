"""Carry out an action from a form. The API handles JSON that is sent to the same URL."""

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
from games.refusals import illegal, stale
from games.views import curtain
from games.views.api import play
from games.views.api.play import ACTION_LIMIT
from games.views.button import require_button
from games.wording.numbers import NoNumber, required_number, whole


@require_button
def act(request: HttpRequest, pk: UUID) -> HttpResponse:
    json_sent = request.content_type == "application/json"
    if json_sent:
        return play.act(request, pk)
    return _form(request, pk) if request.user.is_authenticated else _log_in_first(request, pk)


def _log_in_first(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Redirect a user whose session has ended to the login page, and from there back to the game. The
    response is the same whether or not the game exists.
    """
    address = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': reverse('game', args=[pk])})}"
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


# --- forms ------------------------------------------------------------------------------------------------


def _form(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Carry out the form's action and show the updated page. If the action is refused, show the page again
    with the reason and everything the user entered.
    """
    posted = request.POST
    seat, key, entered = posted.get("seat", ""), posted.get("key", ""), _entered_faces(posted)
    try:
        # stored first, so that the standing order applies even if this answer comes too late
        if "always" in posted:
            services.add_orders(pk, request.user, seat, _read_object(posted["always"]), now=clocks.now())
        done = services.submit(
            pk,
            seat,
            partial(_read_action, posted, seat),
            drawn_seq=_read_seq(posted.get("seq")),
            key=key,
            user=request.user,
            now=clocks.now(),
            faces=partial(_faces_to_send, posted, entered),
        )
    except (Refusal, forms.BadForm, DiceNeeded, BadFace) as refused:
        return _show_refusal(request, access.get_game_for(request.user, pk), seat, refused, entered)
    return _show_updated(request, _take_next_step(request, done, seat), seat)


def _take_next_step(request: HttpRequest, done: services.StepResult, seat: str) -> Game:
    """Carry out the second action of a form that sends two, and return the game after it. The second action
    has only a kind. If the first one has made it impossible, the game stays as it is after the first.
    """
    kind, key, game = request.POST.get("then"), request.POST.get("key", ""), done.game
    moved_on = done.repeated and game.seq != done.entry.seq  # the second action would end something else
    if not kind or moved_on:
        return game
    action, now = {"kind": kind}, clocks.now()
    try:
        return services.submit(
            game.pk, seat, action, drawn_seq=game.seq, key=f"{key}-then", user=request.user, now=now
        ).game
    except (Refusal, DiceNeeded):
        return game


def _read_action(posted: Any, seat: str, at: services.LiveGame) -> Any:
    """Read the action that the form describes. Raises BadForm if a field is invalid, and InvalidAction or
    IllegalAction if the rules cannot read the action. Raises StaleAction if the game has changed.
    """
    if "action" in posted:
        return _read_object(posted["action"])
    choice = forms.find_choice(at.choices(seat), posted)
    return _read_unoffered(posted, at) if choice is None else forms.read(choice, posted)


def _show_refusal(
    request: HttpRequest, game: Game, seat: str, refused: Exception, entered: list[str]
) -> HttpResponse:
    """Show the page again with the reason for the refusal. The form keeps the user's input if its choice is
    still offered.
    """
    posted = request.POST
    at = pages.scene(request.user, game, seat)
    choice = forms.find_choice(at.choices, posted) if at.seat == seat else None
    form = forms.draw(choice, plugins.wording(game), posted) if choice else None
    if isinstance(refused, DiceNeeded):
        return _show_again(request, at, _add_dice(form, posted.get("key", ""), refused, entered, game))
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


def _read_unoffered(posted: Any, at: services.LiveGame) -> Any:
    """Read an action that is not among the choices, so that the rules can refuse it. Raises StaleAction if
    the game has changed since the form was rendered, and IllegalAction if the rules cannot read the action.
    """
    drawn = _read_seq(posted.get("seq"))
    if drawn != at.game.seq:
        raise stale(drawn, at.game.seq)
    action = forms.guess(posted)
    try:
        at.system.codec.read(action)
    except InvalidAction:
        raise illegal("not_a_choice") from None
    return action


def _read_seq(text: str | None) -> int:
    drawn = whole(text, 0)
    return -1 if drawn is None else drawn


def _read_object(text: str) -> Any:
    try:
        return documents.read(text, ACTION_LIMIT)
    except documents.NoDocument:
        raise InvalidAction("", "not_json") from None


def _entered_faces(posted: Any) -> list[str]:
    """Return the dice faces entered so far: those of earlier throws, then those just tapped."""
    entered = list(posted.getlist("face"))
    while (place := f"face-{len(entered)}") in posted:
        entered.append(posted[place])
    return entered


def _faces_to_send(posted: Any, entered: list[str], game: Game) -> list[int] | None:
    """Return the dice faces to submit, or None if the server is to roll. In a game with mixed dice the
    player may ask the server to roll.
    """
    if game.dice_mode == Game.DiceMode.VIRTUAL or "roll" in posted:
        return None
    try:
        return [required_number(face) for face in entered]
    except NoNumber:
        raise BadFace("no number") from None


def _add_dice(
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
    """Show the page again with the notice. The error status is used only without htmx, because htmx swaps in
    a page only on status 200.
    """
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
    """Show the updated page for the seat. If the seat owes no answer but another seat of the user does, show
    that seat instead.
    """
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
