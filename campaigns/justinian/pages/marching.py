"""A march through several provinces, sent as a plan of one step per province (games.services.planning)."""

from __future__ import annotations

from collections.abc import Container
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
from campaigns.justinian.rules.state.state import BYZANTIUM
from campaigns.justinian.wording import wording_of
from engine import documents
from engine.game import InvalidAction, Refusal
from engine.routes import paths
from games import access, pages, services
from games.models import Plan
from games.page_facts import plan_view
from games.views.api.play import ACTION_LIMIT
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

if TYPE_CHECKING:
    from games.models import Game

LONGEST = 12  # maximum number of steps; no roll of the movement die allows more


@require_POST
def march(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Handle the POST of a march with the fields seat, seq, key, army and f-path (a list of ids). Optional
    fields: ``treasury`` carries the power's treasury along (5.41). ``markers`` places or removes a marker
    wherever the army passes (7.18), and ``attack`` attacks everyone at the end (8.11). ``planning`` only adds
    to the plan, and ``instead`` replaces a stored plan.
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
            return _add_to_plan(request, at, army, path)
        else:
            return _send(request, at, army, path)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    return HttpResponseRedirect(reverse("game", args=[pk]))


def _path(request: HttpRequest) -> list[str]:
    """Return the submitted places in order. Raises InvalidAction if the field is not a list of places."""
    try:
        way = documents.read(request.POST.get("f-path") or "[]", ACTION_LIMIT)
    except documents.NoDocument:
        raise InvalidAction("", "not_a_path", path="$.path") from None
    if not isinstance(way, list) or not all(isinstance(place, str) for place in way):
        raise InvalidAction("", "not_a_path", path="$.path")
    return way[:LONGEST]


def _check_path(at: pages.Scene, army: str, path: list[str]) -> None:
    """Refuse a path that is not open to the marching army, before the army takes its first step. The rules
    check the paths of other armies step by step. Raises IllegalAction if the path is refused.
    """
    pos = Position(at.table.rules.setting, at.table.state)
    frame = reach.march_in_progress(pos.state, army)
    if frame is not None:
        paths.check(reach.path_field(pos, army, frame.mp), path, "7.12")


def steps(pos: Position, army: str, path: list[str], wanted: Container[str]) -> list[dict[str, Any]]:
    """Return the march as actions. ``wanted`` can contain three words. "treasury": the army carries its
    power's treasury along from the place where the treasury is. "markers": the army places or removes a
    marker wherever it can. "attack": the army attacks everyone at the end.
    """
    found = pos.state.armies.get(army)
    if found is None:
        return [{"kind": "move_army", "to": to, "treasury": False} for to in path]
    box, places = pos.state.treasuries.get(found.power), [found.at, *path]
    known = all(place in pos.scn.provinces or place in pos.scn.boxes for place in path)
    marked = list(reach.places_to_mark(pos, army, places) if "markers" in wanted and known else ())
    kind = "remove_marker" if found.power == BYZANTIUM else "place_marker"
    actions: list[dict[str, Any]] = []
    for number, place in enumerate(places):
        if number:
            carried = "treasury" in wanted and box in places[:number]
            actions.append({"kind": "move_army", "to": place, "treasury": carried})
        if place in marked[:1]:  # once, even if the path passes the place again
            actions.append({"kind": kind})
            marked.pop(0)
    return [*actions, {"kind": "attack", "target": "all"}] if "attack" in wanted else actions


def _add_to_plan(request: HttpRequest, at: pages.Scene, army: str, path: list[str]) -> HttpResponse:
    """Add the march to the plan that the player is composing."""
    trial = plan_view.trial_of(at, supposing=True)
    state = at.table.state if trial is None else trial.state
    kept = services.plan_for(request.user, at.game, str(at.seat))
    before = [] if kept is None else [step["action"] for step in kept.rest]
    more = steps(Position(at.table.rules.setting, state), army, path, request.POST)
    services.write_plan(at.game.pk, request.user, str(at.seat), [*before, *more], now=clocks.now())
    return redirect(pages.address_of(at, "game-plan"))


def _send(request: HttpRequest, at: pages.Scene, army: str, path: list[str]) -> HttpResponse:
    """Carry out a march until something interrupts it."""
    game, drawn = at.game, whole(request.POST.get("seq"), 0)
    if drawn == game.seq:
        _check_path(at, army, path)
    actions = steps(Position(at.table.rules.setting, at.table.state), army, path, request.POST)
    sent = services.send_plan(
        game.pk,
        request.user,
        str(at.seat),
        actions,
        drawn_seq=-1 if drawn is None else drawn,
        key=request.POST.get("key", ""),
        now=clocks.now(),
        instead="instead" in request.POST,
    )
    done = [str(step["to"]) for step in actions[: sent.plan.done] if step["kind"] == "move_army"]
    _tell(request, game, army, done, sent.plan)
    query = f"?{urlencode({'at': done[-1]})}" if done else ""
    # without a seat, the page opens for the seat that must decide now
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
    """Explain why a march or voyage stopped early."""
    if plan.status == Plan.Status.SENT:
        return _("The other side has to answer first; then it continues automatically.")
    if plan.status == Plan.Status.DICE:
        return _("Dice must be rolled first; then it continues automatically.")
    return plan_view.why(game, plan)
