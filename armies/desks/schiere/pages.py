"""Pages that show both armies of the boxed game, a single army list, or the counters that a player owns."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from armies.desks.schiere import wording
from armies.desks.schiere.desk import DESK
from armies.desks.schiere.drawing import counter
from armies.models import SavedArmy
from armies.schiere.catalogue import CHIEFS, WINGS, ArmyList, Kind, army_lists, kinds
from armies.services import MOST_OF_ONE, add_owned, armies_of, change_owned, collection_of
from armies.views.building import require_list
from games.wording.numbers import whole


def _rows(army: ArmyList, owned: dict[str, int] | None = None) -> list[dict[str, Any]]:
    return [_row(kind, (owned or {}).get(kind.id, 0)) for kind in army.kinds.values()]


def _row(kind: Kind, owned: int) -> dict[str, Any]:
    return {
        "id": kind.id,
        "name": wording.kind_name(kind.id),
        "cls": wording.CLASSES[kind.cls],
        "weapon": wording.WEAPONS.get(kind.weapon, ""),
        "points": kind.points,
        "units": kind.units,
        "drawn": counter(kind),
        "owned": owned,
    }


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show both armies of the boxed game with their units, and buttons for starting a new army."""
    armies = [(a.id, wording.army_name(a), a.points, _rows(a)) for a in army_lists().values()]
    return render(request, "armies/schiere/lists.html", {"desk": DESK, "armies": armies, "tab": "index"})


@require_safe
def army_list(request: HttpRequest, list_id: str) -> HttpResponse:
    """Show one army list: its kinds of units with points and counters, and the commanders."""
    army = army_lists()[require_list(DESK, list_id)]
    context = {
        "desk": DESK,
        "list_id": army.id,
        "list_name": wording.army_name(army),
        "points": army.points,
        "rows": _rows(army),
        "chiefs": [wording.CHIEFS[key] for key in CHIEFS],
        "wings": [wording.WINGS[key] for key in WINGS],
        "tab": "index",
    }
    return render(request, "armies/schiere/list.html", context)


@login_required
@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    """Show a player's counters, and those that each of their armies lacks."""
    owned = collection_of(request.user, DESK.name)
    context = {
        "desk": DESK,
        "armies": [(a.id, wording.army_name(a), _rows(a, owned)) for a in army_lists().values()],
        "short": [(saved, _missing(saved, owned)) for saved in armies_of(request.user, DESK.name)],
        "most": MOST_OF_ONE,
        "tab": "collection",
    }
    return render(request, "armies/schiere/collection.html", context)


def _missing(saved: SavedArmy, owned: dict[str, int]) -> list[tuple[int, str]]:
    needed = DESK.counts(DESK.from_json(saved.document))
    return [(n - owned.get(k, 0), wording.kind_name(k)) for k, n in needed.items() if n > owned.get(k, 0)]


@login_required
@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Add or remove one counter, set its number, or add a whole army of the boxed game."""
    if code in army_lists():
        add_owned(request.user, DESK.name, {k.id: k.units for k in army_lists()[code].kinds.values()})
    elif code in kinds():
        step = {"more": 1, "fewer": -1}.get(request.POST.get("do", ""), 0)
        exact = None if step else whole(request.POST.get("count", ""), 0)
        change_owned(request.user, DESK.name, code, step, exact)
    else:
        raise Http404
    return redirect(DESK.page_url("collection"))
