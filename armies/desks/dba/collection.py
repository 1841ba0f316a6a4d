"""A player's miniatures: the armies that they can field, and the pieces that other armies lack."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from armies.dba.catalogue import catalogue
from armies.dba.filling import Filling, fill
from armies.dba.lists import ARMY_SIZE, ArmyList, army_lists
from armies.dba.shopping import purchases
from armies.desks.dba.desk import DESK
from armies.services import MOST_OF_ONE, change_owned, collection_of
from games.wording.numbers import whole

MOST_WISHES = 12  # maximum number of armies on one shopping list


def _state(owned: dict[str, int]) -> dict[str, Any]:
    """Return the template variables for the page: the lists that the player can field, and the elements that
    other lists lack. Lists that lack the fewest come first. Lists that lack all twelve are only counted.
    """
    fillings = [(army, fill(army, owned)) for army in army_lists().values()]
    short = [(a, f) for a, f in fillings if 0 < f.short < ARMY_SIZE]
    return {
        "whole": [(a, f) for a, f in fillings if f.short == 0],
        "short": sorted(short, key=lambda pair: pair[1].short),
        "none": sum(f.short == ARMY_SIZE for _, f in fillings),
        "best": _best_purchases(short),
        "bases": sum(owned.values()),
    }


def _best_purchases(short: list[tuple[ArmyList, Filling]]) -> list[tuple[str, list[ArmyList]]]:
    """Return up to five codes of bases, each with the lists that buying one such base would complete. The
    base that completes the most lists comes first.
    """
    completes: dict[str, list[ArmyList]] = {}
    for army, filling in short:
        if filling.short == 1:
            for code in filling.missing[0].options:
                completes.setdefault(code, []).append(army)
    return sorted(completes.items(), key=lambda item: (-len(item[1]), item[0]))[:5]


@login_required
@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    owned = collection_of(request.user, DESK.name)
    bases = [(e, owned.get(e.code, 0)) for e in catalogue().values()]
    context = {
        "elements": bases,
        "owned": owned,
        "most": MOST_OF_ONE,
        "tab": "collection",
        "desk": DESK,
    } | _state(owned)
    return render(request, "armies/dba/collection.html", context)


@login_required
@require_POST
def change(request: HttpRequest, code: str) -> HttpResponse:
    """Add or remove one base of a kind, or set its number."""
    if code not in catalogue():
        raise Http404
    step = {"more": 1, "fewer": -1}.get(request.POST.get("do", ""), 0)
    typed = request.POST.get("count", "")
    exact = None if step else whole(typed, 0)
    count = change_owned(request.user, DESK.name, code, step, exact)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("armies:dba:collection")
    owned = collection_of(request.user, DESK.name)
    context = {
        "element": catalogue()[code],
        "count": count,
        "owned": owned,
        "most": MOST_OF_ONE,
        "swap": True,
    }
    return render(request, "armies/dba/_owned.html", context | _state(owned))


@login_required
@require_safe
def shopping(request: HttpRequest) -> HttpResponse:
    """Show what to buy so that each of the chosen lists can be fielded, one at a time."""
    chosen = [army_lists()[i] for i in dict.fromkeys(request.GET.getlist("list")) if i in army_lists()]
    too_many, chosen = len(chosen) > MOST_WISHES, chosen[:MOST_WISHES]
    owned = collection_of(request.user, DESK.name)
    to_buy = purchases(chosen, owned) if chosen else Counter[str]()
    context = {
        "chosen": chosen,
        "too_many": too_many,
        "most": MOST_WISHES,
        "chosen_ids": [a.id for a in chosen],
        "buy": sorted(to_buy.items()),
        "total": sum(to_buy.values()),
        "steps": [(army, fill(army, owned)) for army in chosen],
        "lists": sorted(
            ((a, fill(a, owned).short) for a in army_lists().values()), key=lambda p: (p[1], p[0].start_year)
        ),
        "tab": "collection",
        "desk": DESK,
    }
    return render(request, "armies/dba/shopping.html", context)
