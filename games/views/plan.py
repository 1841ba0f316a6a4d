"""The page where a player composes a plan step by step. Each step is one of the moves possible after the
earlier steps.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine import documents
from engine.dry_run import Rehearsal
from engine.game import Json, Refusal
from engine.journal import Head
from games import access, forms, pages, plugins, services
from games.models import Game, Plan
from games.page_facts import plan_view
from games.refusals import invalid
from games.services import curtain
from games.views.api.play import ACTION_LIMIT
from games.wording.numbers import whole


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    mine = access.seats_of(request.user, game)
    if not mine:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    wanted = sent.get("seat", "")
    if request.method == "POST" and wanted not in curtain.seats_shown(request.user, game):
        raise access.NotYourSeat
    if not game.running:
        return redirect("game", pk)
    at = pages.scene(request.user, game, wanted)
    if at.is_closed:
        return redirect("game", pk)
    if request.method != "POST":
        return _page(request, at)
    try:
        if "kind" in request.POST:
            return _add_step(request, at)
        return _press_button(request, at)
    except Refusal as refused:
        return _page(request, at, notice=pages.describe_refusal(refused, game), status=422)


# --- the page -----------------------------------------------------------------------------------------------


def _page(
    request: HttpRequest,
    at: pages.Scene,
    special: forms.Act | None = None,
    notice: pages.Said | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the game's page as it would be after the plan's steps. The page's forms add steps to the plan."""
    trial, then = _try_plan(at)
    address = pages.address_of(at, "game-plan")
    context = {
        **pages.context_of(request, then, special, notice),
        "planning": True,
        "kept_plan": plan_view.plan_view(at, trial),
        "act_url": address,
        "live_url": address,
        "key": str(uuid.uuid4()),
        "untried": trial is None,
        "waits_then": _name_awaited(at, trial),
        "supposed": trial is not None and trial.stop is not None and trial.stop.why == "die",
    }
    if getattr(request, "htmx", False):
        status = 200
    return render(request, plugins.page(at.game.system).template, context, status=status)


def _try_plan(at: pages.Scene) -> tuple[Rehearsal[Any] | None, pages.Scene]:
    """Try the plan's steps, and return the trial (None: it is impossible) with the resulting scene. If a step
    needs dice, middling results are assumed.
    """
    trial = plan_view.trial_of(at)
    chancy = trial is not None and trial.stop is not None and trial.stop.why == "die"
    further = plan_view.trial_of(at, supposing=True) if chancy else trial
    return trial, at if further is None else _scene_after(at, further)


def _scene_after(at: pages.Scene, trial: Rehearsal[Any]) -> pages.Scene:
    """Return the scene after the steps of a trial. It offers no choices if a step could not be tried."""
    head = at.table.head
    table = services.LiveGame(at.game, at.table.opened, Head(head.seq, head.step, head.digest, trial.state))
    choices = table.choices(at.seat) if trial.stop is None else ()
    return replace(at, table=table, view=table.view(at.seat), choices=tuple(choices), waits=())


def _name_awaited(at: pages.Scene, trial: Rehearsal[Any] | None) -> str:
    """Return the names of the players whose turn it would be after the last step, or "" if it would be this
    seat's.
    """
    if trial is None or trial.stop is not None:
        return ""
    asked = {decision.seat for decision in at.table.rules.pending(trial.state)}
    return "" if at.seat in asked else ", ".join(at.place(seat).name for seat in sorted(asked))


# --- actions ------------------------------------------------------------------------------------------------


def _add_step(request: HttpRequest, at: pages.Scene) -> HttpResponse:
    """Append the step that the form describes to the plan."""
    _trial, then = _try_plan(at)
    choice = forms.find_choice(then.choices, request.POST)
    if choice is None:
        notice = pages.Said(_("That isn't possible after the moves planned so far. Choose again."))
        return _page(request, at, notice=notice, status=422)
    try:
        action = forms.read(choice, request.POST)
    except forms.BadForm as bad:
        form = forms.with_errors(forms.draw(choice, plugins.wording(at.game), request.POST), bad.mistakes)
        notice = pages.Said(_("The form is not complete. Look at the marked fields."))
        return _page(request, at, replace(form, refusal=notice), status=422)
    _write(request, at, [*_actions(at), action])
    return _redirect_to_plan(at)


def _press_button(request: HttpRequest, at: pages.Scene) -> HttpResponse:
    """Carry out one of the plan's buttons. Raises Refusal if the plan or the rules do not allow it."""
    posted, actions = request.POST, _actions(at)
    if "mark" in posted and posted["mark"] != plan_view.mark(_plan(at)):
        notice = pages.Said(_("The plan has changed in the meantime. Check it and decide again."))
        return _page(request, at, notice=notice, status=409)
    number = whole(posted.get("step"), 1, len(actions)) or len(actions)
    match posted.get("do"):
        case "remove" if actions:
            _write(request, at, actions[: number - 1] + actions[number:])
        case "cut" if actions:
            _write(request, at, actions[: number - 1])
        case "earlier" if number > 1:
            _write(
                request,
                at,
                [*actions[: number - 2], actions[number - 1], actions[number - 2], *actions[number:]],
            )
        case "drop":
            services.drop_plan(at.game.pk, request.user, str(at.seat))
            messages.success(request, _("Plan discarded. Moves already made stay."))
            return redirect(pages.address_of(at))
        case "send":
            return _send_plan(request, at)
        case _:
            return _page(request, at, notice=pages.Said(_("There is no such button.")), status=422)
    return _redirect_to_plan(at)


def _send_plan(request: HttpRequest, at: pages.Scene) -> HttpResponse:
    posted, drawn = request.POST, whole(request.POST.get("seq"), 0)
    steps: Json = _steps(posted["steps"]) if "steps" in posted else None
    sent = services.send_plan(
        at.game.pk,
        request.user,
        str(at.seat),
        steps,
        drawn_seq=-1 if drawn is None else drawn,
        key=posted.get("key", ""),
        now=clocks.now(),
    )
    _tell(request, at.game, sent)
    return redirect("game", at.game.pk)  # without a seat in the URL, the page shows the seat that is due now


def _tell(request: HttpRequest, game: Game, sent: services.SentPlan) -> None:
    done = sent.plan.done
    text = ngettext("%(n)d move made.", "%(n)d moves made.", done) % {"n": done}
    if sent.plan.status == Plan.Status.DONE:
        messages.success(request, text)
    elif sent.plan.status == Plan.Status.SENT:
        messages.success(request, f"{text} {_('The rest follows when it is your turn.')}")
    else:
        messages.warning(request, f"{text} {_('Then the plan stopped; the remaining moves are kept.')}")


def _steps(text: str) -> Json:
    try:
        return documents.read(text, ACTION_LIMIT)
    except documents.NoDocument:
        raise invalid("not_json") from None


def _write(request: HttpRequest, at: pages.Scene, actions: list[Json]) -> None:
    now = clocks.now()
    services.write_plan(at.game.pk, request.user, str(at.seat), actions, now=now, anyhow=True)


def _plan(at: pages.Scene) -> Plan | None:
    return services.plan_for(at.user, at.game, str(at.seat))


def _actions(at: pages.Scene) -> list[Json]:
    found = _plan(at)
    return [] if found is None else [step["action"] for step in found.rest]


def _redirect_to_plan(at: pages.Scene) -> HttpResponse:
    return redirect(pages.address_of(at, "game-plan"))
