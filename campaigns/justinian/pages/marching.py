"""A march over several provinces in one go: one entry per step, as far as nothing interrupts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.justinian.rules.ground.progress import March
from campaigns.justinian.rules.ground.state import State
from campaigns.justinian.wording import wording_of
from engine.dice import DiceNeeded
from engine.game import Refusal
from games import access, services
from games.numbers import whole
from games.refusals import worded

if TYPE_CHECKING:
    from games.models import Game

LONGEST = 12  # steps: more than any movement die gives


@dataclass(frozen=True)
class Marched:
    """``done``: the provinces reached in order; ``why``: what stopped it before the end, or ""."""

    done: tuple[str, ...]
    why: str = ""


@require_POST
def march(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Post: seat, seq, key, army, path (ids of provinces, with > between them, without the first one), and
    treasury when the power's treasury goes along (5.41)."""
    game = access.get_game_for(request.user, pk)
    seat, army = request.POST.get("seat", ""), request.POST.get("army", "")
    if game.system != "justinian":
        raise Http404
    if not access.may_act(request.user, game, seat):
        raise access.NotYourSeat
    path = [p for p in request.POST.get("path", "").split(">") if p][:LONGEST]
    drawn = whole(request.POST.get("seq"), 0)
    result = walk(
        game,
        seat,
        army,
        path,
        drawn_seq=-1 if drawn is None else drawn,
        key=request.POST.get("key", "")[:40],
        user=request.user,
        treasury="treasury" in request.POST,
    )
    _tell(request, game, army, path, result)
    address = reverse("game", args=[pk])  # no seat: the page shows the one that is asked now
    query = f"?{urlencode({'at': result.done[-1]})}" if result.done else ""
    return HttpResponseRedirect(address + query)


def walk(
    game: Game,
    seat: str,
    army: str,
    path: list[str],
    *,
    drawn_seq: int,
    key: str,
    user: Any,
    treasury: bool = False,
) -> Marched:
    """Every step is an action of its own under the rules; what the program or standing orders owe in
    between is answered at once."""
    done: list[str] = []
    if not path:
        return Marched((), _("Choose where the army marches."))
    table = services.table(game)
    before = _force(table.state, army)
    for number, place in enumerate(path):
        carries = treasury and _at_treasury(table.state, army)
        action = {"kind": "move_army", "to": place, "treasury": carries}
        try:
            sent = services.submit(
                game.pk,
                seat,
                action,
                drawn_seq=drawn_seq,
                key=f"{key}.{number}",
                user=user,
                now=timezone.now(),
            )
        except Refusal as refused:
            return Marched(tuple(done), worded(refused, game))
        except DiceNeeded:
            return Marched(tuple(done), _("Dice are to be rolled first: march on step by step."))
        if sent.repeated:  # the same form once more: it has been carried out
            done.append(place)
            continue
        table = services.table(sent.game)
        if not _stands(table.state, army, place):
            return Marched(tuple(done), _interrupted(table, seat, army, place))
        done.append(place)
        if number + 1 == len(path):
            break
        services.answer_due(game.pk, timezone.now())
        table = services.table(access.get_game_for(user, game.pk))
        why = _interrupted(table, seat, army, place)
        if not why and _force(table.state, army) != before:
            why = _("Something happened to the army on the way.")
        if why:
            return Marched(tuple(done), why)
        drawn_seq = table.seq
    return Marched(tuple(done))


def _stands(state: State, army: str, place: str) -> bool:
    return army in state.armies and state.armies[army].at == place


def _at_treasury(state: State, army: str) -> bool:
    """Whether the army stands where its power's treasury is: there, or on its way (5.41)."""
    found = state.armies.get(army)
    return found is not None and state.treasuries.get(found.power) == found.at


def _force(state: State, army: str) -> Any:
    """What must stay as it was for the march to go on: everybody who marches, and in what order."""
    return [(a.id, a.sp, dict(a.allied), a.disorganised, a.defeated) for a in state.force(army)]


def _interrupted(table: Any, seat: str, army: str, place: str) -> str:
    """Why the army may not simply march on; "" when it may."""
    decisions = table.decisions()
    if not decisions:
        return _("The activation is over.")
    frame = table.state.stack[-1]
    if isinstance(frame, March) and frame.army == army and decisions[0].seat == seat:
        return "" if _stands(table.state, army, place) else _("The army was driven off its way.")
    if decisions[0].seat != seat:
        return _("The other side has to answer first.")
    return _("You have something else to decide first.")


def _tell(request: HttpRequest, game: Game, army: str, path: list[str], result: Marched) -> None:
    names = wording_of(game).names
    if not result.done:
        messages.error(request, result.why)
        return
    way = " → ".join(names.place(p) for p in result.done)
    values = {"army": names.army(army), "way": way, "why": result.why}
    if result.why:
        messages.warning(request, _("%(army)s has come this far: %(way)s. %(why)s") % values)
    else:
        messages.success(request, _("%(army)s has marched: %(way)s.") % values)
