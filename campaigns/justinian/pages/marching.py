"""A march through several provinces at once: a plan of one step per province (games.services.planning)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import clocks
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.wording import wording_of
from engine import documents
from engine.game import InvalidAction, Refusal
from engine.routes import paths
from games import access, pages, plan_view, services
from games.models import Plan
from games.numbers import whole
from games.refusal_text import word_refusal
from games.views.api.play import ACTION_LIMIT

if TYPE_CHECKING:
    from games.models import Game

LONGEST = 12  # steps of a march: more than any movement die gives


@require_POST
def march(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Handle a POST with seat, seq, key, army and f-path (a list of ids, as any form sends a path). Optional
    fields: treasury to take the power's treasury along (5.41), planning to plan only, instead to replace a
    stored plan.
    """
    game = access.get_game_for(request.user, pk)
    seat, army = request.POST.get("seat", ""), request.POST.get("army", "")
    if game.system != "justinian":
        raise Http404
    if not access.may_act(request.user, game, seat):
        raise access.NotYourSeat
    at = pages.scene(request.user, game, seat)
    try:
        path = _path(request)
        if not path:
            messages.error(request, _("Choose where the army marches."))
        elif "planning" in request.POST:
            return _plan(request, at, army, path)
        else:
            return _send(request, at, army, path)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    return HttpResponseRedirect(reverse("game", args=[pk]))


def _path(request: HttpRequest) -> list[str]:
    """Return the submitted places in order. Raises InvalidAction for anything else."""
    try:
        way = documents.read(request.POST.get("f-path") or "[]", ACTION_LIMIT)
    except documents.NoDocument:
        raise InvalidAction("", "not_a_path", path="$.path") from None
    if not isinstance(way, list) or not all(isinstance(place, str) for place in way):
        raise InvalidAction("", "not_a_path", path="$.path")
    return way[:LONGEST]


def _check_path(at: pages.Scene, army: str, path: list[str]) -> None:
    """Refuse a path that is not open to the army on the march, before its first step. For other armies the
    rules refuse it themselves. Raises IllegalAction.
    """
    pos = Position(at.table.rules.setting, at.table.state)
    frame = reach.under_way(pos.state, army)
    if frame is not None:
        paths.check(reach.way(pos, army, frame.mp), path, "7.12")


def steps(state: State, army: str, path: list[str], *, treasury: bool) -> list[dict[str, Any]]:
    """Convert a march to actions. The power's treasury joins where the army meets it."""
    found = state.armies.get(army)
    box, places = None, path
    if found is not None:
        box, places = state.treasuries.get(found.power), [found.at, *path]
    return [
        {"kind": "move_army", "to": to, "treasury": treasury and box in places[: number + 1]}
        for number, to in enumerate(path)
    ]


def _plan(request: HttpRequest, at: pages.Scene, army: str, path: list[str]) -> HttpResponse:
    """Add the march to the plan that is being composed."""
    trial = plan_view.trial_of(at, supposing=True)
    state = at.table.state if trial is None else trial.state
    kept = services.plan_for(request.user, at.game, str(at.seat))
    before = [] if kept is None else [step["action"] for step in kept.rest]
    more = steps(state, army, path, treasury="treasury" in request.POST)
    services.write_plan(at.game.pk, request.user, str(at.seat), [*before, *more], now=clocks.now())
    return redirect(pages.address_of(at, "game-plan"))


def _send(request: HttpRequest, at: pages.Scene, army: str, path: list[str]) -> HttpResponse:
    """Carry out a march until something interrupts it."""
    game, drawn = at.game, whole(request.POST.get("seq"), 0)
    if drawn == game.seq:
        _check_path(at, army, path)
    sent = services.send_plan(
        game.pk,
        request.user,
        str(at.seat),
        steps(at.table.state, army, path, treasury="treasury" in request.POST),
        drawn_seq=-1 if drawn is None else drawn,
        key=request.POST.get("key", ""),
        now=clocks.now(),
        instead="instead" in request.POST,
    )
    done = path[: sent.plan.done]
    _tell(request, game, army, done, sent.plan)
    query = f"?{urlencode({'at': done[-1]})}" if done else ""
    # no seat: the page shows the one that must decide now
    return HttpResponseRedirect(reverse("game", args=[game.pk]) + query)


def _tell(request: HttpRequest, game: Game, army: str, done: list[str], plan: Plan) -> None:
    names = wording_of(game).names
    way = " → ".join(names.place(p) for p in done)
    values = {"army": names.army(army), "way": way, "why": stop_reason(game, plan)}
    if plan.status == Plan.Status.DONE:
        messages.success(request, _("%(army)s has marched: %(way)s.") % values)
    elif done:
        messages.warning(request, _("%(army)s has come this far: %(way)s. %(why)s") % values)
    else:
        messages.warning(request, values["why"])


def stop_reason(game: Game, plan: Plan) -> str:
    """Return the reason why a march stopped early."""
    if plan.status == Plan.Status.SENT:
        return _("The other side has to answer first; then it continues automatically.")
    if plan.status == Plan.Status.DICE:
        return _("Dice must be rolled first; then it continues automatically.")
    return plan_view.why(game, plan)
