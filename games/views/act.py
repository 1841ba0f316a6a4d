"""Carrying out an action: from a form or from JSON, at the same address."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from engine.dice import BadFace, DiceNeeded
from engine.game import IllegalAction, InvalidAction, Refusal, StaleAction
from engine.journal import Opening
from games import access, advice, documents, forms, pages, plugins, services
from games.generic import form_text
from games.models import Game
from games.numbers import NoNumber, needed, whole
from games.refusals import illegal, stale, worded
from games.views.button import button_of_game
from games.views.errors import too_large

ACTION_LIMIT = 200_000  # bytes of an action as JSON


@button_of_game
def act(request: HttpRequest, pk: UUID) -> HttpResponse:
    json_sent = request.content_type == "application/json"
    if not request.user.is_authenticated:
        return _log_in_first(request, pk, json_sent)
    return _json(request, pk) if json_sent else _form(request, pk)


def _log_in_first(request: HttpRequest, pk: UUID, json_sent: bool) -> HttpResponse:
    """The session has ended while the page was open: log in, and back to the game (whether there is one,
    a visitor does not learn here)."""
    if json_sent:
        return JsonResponse({"code": "log_in", "text": _("Log in first.")}, status=401)
    address = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': reverse('game', args=[pk])})}"
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


# --- forms ------------------------------------------------------------------------------------------------


def _form(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Done: the fresh page. Refused: the same page with the reason at the form and everything kept."""
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
            now=timezone.now(),
            faces=partial(_to_send, posted, entered),
        )
    except (Refusal, forms.BadForm, DiceNeeded, BadFace) as refused:
        return _refused(request, access.get_game_for(request.user, pk), seat, refused, entered)
    return _done(request, done.game, seat)


def _meant(posted: Any, seat: str, at: services.Table) -> Any:
    """The action that a form means. Raises BadForm, InvalidAction, IllegalAction, StaleAction."""
    if "action" in posted:
        return _object(posted["action"])
    choice = forms.chosen(at.choices(seat), posted)
    return _not_offered(posted, at) if choice is None else forms.read(choice, posted)


def _refused(
    request: HttpRequest, game: Game, seat: str, refused: Exception, entered: list[str]
) -> HttpResponse:
    """The page once more, with the reason; what was filled in stays at its form, if that is still offered."""
    posted = request.POST
    at = pages.scene(request.user, game, seat)
    choice = forms.chosen(at.choices, posted) if at.seat == seat else None
    form = forms.draw(choice, game.system, game.scenario, posted) if choice else None
    if isinstance(refused, DiceNeeded):
        return _again(request, at, _with_dice(form, posted.get("key", ""), refused, entered, game))
    if isinstance(refused, forms.BadForm):
        notice = pages.Said(_("The form is not complete. Look at the marked fields."))
        form = form and forms.with_errors(form, refused.mistakes)
    elif isinstance(refused, BadFace):
        notice = pages.Said(_("A die has no such face. Tap the faces that you rolled."))
    elif isinstance(refused, StaleAction):
        notice = replace(pages.said(refused, game), kind="stale", title=_("Somebody moved"))
    else:
        assert isinstance(refused, Refusal)
        notice = pages.said(refused, game)
    return _again(request, at, form and replace(form, refusal=notice), notice)


def _not_offered(posted: Any, at: services.Table) -> Any:
    """What a form means that is not offered: the rules will say why not. Raises StaleAction when somebody has
    moved since it was drawn, IllegalAction when it means nothing that the rules know."""
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
    """The faces entered so far: those of earlier questions, then those just tapped."""
    entered = list(posted.getlist("face"))
    while (place := f"face-{len(entered)}") in posted:
        entered.append(posted[place])
    return entered


def _to_send(posted: Any, entered: list[str], game: Game) -> list[int] | None:
    """None where the server rolls. In a mixed game it does so on request, once the dice are named."""
    if game.dice_mode == Game.DiceMode.VIRTUAL or "roll" in posted:
        return None
    try:
        return [needed(face) for face in entered]
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
        dice=forms.faces_of(needed.throws, game.system),
        entered=tuple(entered),
        virtual_allowed=game.dice_mode == Game.DiceMode.MIXED,
    )


def _again(
    request: HttpRequest, at: pages.Scene, form: forms.Act | None, notice: pages.Said | None = None
) -> HttpResponse:
    """The page once more. htmx swaps only what is well (200); without it the status tells the truth."""
    if form is not None and all(forms.act_id(c) != form.id for c in at.choices):
        form = None  # what is no longer possible is not offered again; the notice says why
    shown = None if form and form.refusal else notice
    context = {**pages.context_of(request, at, form, shown), "may_ask": advice.offered(at)}
    status = (
        200 if getattr(request, "htmx", False) or notice is None else 409 if notice.kind == "stale" else 422
    )
    return render(request, plugins.page(at.game.system).template, context, status=status)


def _done(request: HttpRequest, game: Game, seat: str) -> HttpResponse:
    """The fresh page of the same seat; of another seat of the same person, if that one owes an answer now."""
    back = request.POST.get("back", "")
    address = back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else game.get_absolute_url()
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(address)
    if back:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    fresh = pages.scene(request.user, access.get_game_for(request.user, game.pk))
    context = advice.context_of(request, fresh, asked="advice" in request.POST)
    return render(request, plugins.page(game.system).template, context)


# --- JSON -------------------------------------------------------------------------------------------------


def _json(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The same for programs: {"seat", "seq", "key", "action", "faces"}."""
    try:
        data = documents.read(request.body, ACTION_LIMIT)
    except (documents.TooBig, RequestDataTooBig):
        access.get_game_for(request.user, pk)
        return too_large(request, ACTION_LIMIT)
    except documents.NoDocument:
        access.get_game_for(request.user, pk)
        return _mistakes([("$", "not_json")])
    found = _body_mistakes(data)
    if found:
        access.get_game_for(request.user, pk)  # a stranger does not learn that there is such a game
        return _mistakes(found)
    try:
        done = services.submit(
            pk,
            data["seat"],
            data["action"],
            drawn_seq=data["seq"],
            key=data["key"],
            user=request.user,
            now=timezone.now(),
            faces=data.get("faces"),
        )
    except (Refusal, DiceNeeded, BadFace) as refused:
        return _json_refused(access.get_game_for(request.user, pk), refused)
    opened, sent = services.opening_of(done.game), done.entry.events
    events = [seen for event in sent if (seen := _as_seen(opened, event, data["seat"])) is not None]
    return JsonResponse({"seq": done.entry.seq, "events": events, "repeated": done.repeated})


def _json_refused(game: Game, refused: Exception) -> JsonResponse:
    if isinstance(refused, DiceNeeded):
        return JsonResponse({"dice": [vars(throw) for throw in refused.throws]}, status=428)
    if isinstance(refused, BadFace):
        return _mistakes([("$.faces", "not_one_of")])
    if isinstance(refused, InvalidAction):
        path = str(refused.facts.get("path", "$")).replace("$", "$.action", 1)
        return _mistakes([(path, refused.code)], worded(refused, game))
    if isinstance(refused, StaleAction):
        return JsonResponse(
            {"code": refused.code, "text": worded(refused, game), "seq": game.seq}, status=409
        )
    if isinstance(refused, IllegalAction):
        facts = {"rule": refused.rule, "code": refused.code, "text": worded(refused, game)}
        return JsonResponse(facts, status=422)
    raise refused


def _as_seen(opened: Opening, event: Any, seat: str) -> Any:
    codec = opened.system.codec
    seen = opened.rules.sees(codec.read(event), seat)
    return None if seen is None else codec.write(seen)


def _body_mistakes(data: Any) -> list[tuple[str, str]]:
    """What is wrong with the body, before any rule is asked."""
    if not isinstance(data, dict):
        return [("$", "not_an_object")]
    shapes: dict[str, type] = {"seat": str, "seq": int, "key": str, "action": dict}
    found = [
        (f"$.{name}", "missing_field" if name not in data else "wrong_type")
        for name, kind in shapes.items()
        if type(data.get(name)) is not kind
    ]
    faces = data.get("faces")
    if faces is not None and not (isinstance(faces, list) and all(type(f) is int for f in faces)):
        found.append(("$.faces", "wrong_type"))
    found.extend((f"$.{name}", "unknown_field") for name in sorted(set(data) - {*shapes, "faces"}))
    return found


def _mistakes(found: list[tuple[str, str]], text: str = "") -> JsonResponse:
    rows = [{"path": path, "code": code, "text": text or form_text(code, {}) or code} for path, code in found]
    return JsonResponse({"mistakes": rows}, status=400)
